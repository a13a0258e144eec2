import Console
import Pipelines
import Platform
import Values

/// The files that a run reads and writes, collected before any of them is opened for writing. No
/// file may be both read and written, or written twice.
///
/// Files are compared by identity and not by name, through links, folders and descriptors. Devices
/// and pipes have no contents to lose and are not compared.
struct FileUse {
  /// A file that is read.
  private struct Source {
    let identity: FileIdentity
    /// Its name in a message: "the input 'x' ('log.ndjson')".
    let name: String
    /// Whether it was only found in a folder that is an input.
    let isListed: Bool
  }

  /// A file that is written.
  private struct Output {
    /// Its name in a message: "'-o log.ndjson'".
    let label: String
    let identity: FileIdentity?
    let kind: Kind
    /// The partial file that is written first, if there is one.
    var partial: (path: String, identity: FileIdentity?)?

    enum Kind: Equatable {
      case file(OutputFile.Manner)
      /// A descriptor that the process was started with.
      case descriptor(Int32)
    }

    /// The effect on a file, as a verb.
    var verb: String {
      switch kind {
      case .file(.replacing), .file(.inPlace): "would overwrite"
      case .file(.appending): "would append to"
      case .descriptor: "would write to"
      }
    }
  }

  private let command: Subcommand
  private var sources: [Source] = []
  private var outputs: [Output] = []
  /// The outputs that are explicitly sent to standard output.
  private var dashes: [String] = []
  private var writesStandardOutput = false

  init(of command: Subcommand) {
    self.command = command
  }

  /// Whether an output is a regular file.
  private var writesFiles: Bool {
    outputs.contains { $0.identity != nil }
      || [FileDescriptor.standardOutput, .standardError].contains { $0.identity != nil }
  }
}

// MARK: - Reads

extension FileUse {
  mutating func reads(_ path: String, as name: String) {
    add(FileIdentity(path: path), name)
  }

  /// Adds a stream file and the inputs of its playback, once all outputs are known.
  mutating func readsStream(_ file: String, _ inputs: [NamedPath] = []) {
    if file == "-" {
      readsStandardInput(as: "the stream file (standard input)")
    } else {
      reads(file, as: "the stream file '\(file)'")
    }
    for input in inputs { reads(input) }
  }

  mutating func readsFiles(named names: [String]) {
    for name in names { reads(name, as: "'\(name)', which the stream file names") }
  }

  mutating func readsStandardInput(as name: String) {
    add(FileDescriptor.standardInput.identity, name)
  }

  /// Adds an input, once all outputs are known. A folder represents the files that it currently
  /// contains.
  mutating func reads(_ input: NamedPath) {
    let name = "the input '\(input.name)'"
    guard input.path != "-" else { return readsStandardInput(as: "\(name) (standard input)") }
    reads(input.path, as: "\(name) ('\(input.path)')")
    guard writesFiles else { return }
    do throws(FileError) {
      for file in try InputBinding.files(inFolder: input.path) ?? [] {
        add(
          FileIdentity(path: file), "'\(file)', a file of \(name) ('\(input.path)')",
          isListed: true)
      }
    } catch {
      // An unreadable folder is reported when it is opened.
    }
  }

  /// Adds the files that an input names itself.
  mutating func reads(_ files: [InputFile], of input: String) {
    guard writesFiles else { return }
    for file in files {
      add(
        FileIdentity(path: file.path), "'\(file.name)', a file of the input '\(input)'",
        isListed: file.isListed)
    }
  }

  private mutating func add(_ identity: FileIdentity?, _ name: String, isListed: Bool = false) {
    guard let identity else { return }
    sources.append(Source(identity: identity, name: name, isListed: isListed))
  }
}

// MARK: - Writes

extension FileUse {
  /// Adds an output under the option that names it: `-o log.ndjson`. `-` is standard output.
  mutating func writes(_ path: String, as option: String, _ manner: OutputFile.Manner) {
    guard path != "-" else {
      dashes.append("'\(option)'")
      return writesToStandardOutput()
    }
    let label = "'\(option)'"
    switch FileTarget.found(at: path) {
    case .file(let target):
      var output = Output(label: label, identity: FileIdentity(path: path), kind: .file(manner))
      if manner == .replacing {
        let partial = FileReplacement.partialPath(of: target)
        output.partial = (partial, FileIdentity(path: partial))
      }
      outputs.append(output)
    case .descriptor(let number):
      outputs.append(
        Output(
          label: label, identity: FileIdentity(descriptor: number), kind: .descriptor(number)))
    case .device, nil: break
    }
  }

  /// Records where the result goes: to the file of `-o`, or to standard output.
  mutating func prints(to output: String?, _ manner: OutputFile.Manner = .replacing) {
    if let output { return writes(output, as: "-o \(output)", manner) }
    dashes.append("the stream itself")
    writesToStandardOutput()
  }

  mutating func writesToStandardOutput() {
    writesStandardOutput = true
  }
}

extension FileUse {
  /// Returns whether a path leads to a file that is written.
  func writes(_ path: String) -> Bool {
    guard let identity = FileIdentity(path: path) else { return false }
    return outputs.contains { $0.identity == identity || $0.partial?.identity == identity }
      || writesStandardOutput && FileDescriptor.standardOutput.identity == identity
      || FileDescriptor.standardError.identity == identity
  }
}

extension FileUse {
  /// Returns the reader or writer of a file: "the input 'x' ('log.ndjson')"; nil if nothing uses
  /// it.
  ///
  /// - Parameter isPartial: Whether the file is a partial file, which is written first. Such files
  ///   are skipped when a folder is read.
  func user(of identity: FileIdentity, isPartial: Bool) -> String? {
    if let source = sources.first(where: {
      $0.identity == identity && !($0.isListed && isPartial)
    }) {
      return source.name
    }
    if let output = outputs.first(where: {
      $0.identity == identity || $0.partial?.identity == identity
    }) {
      return "the file of \(output.label)"
    }
    for (descriptor, name) in [
      (FileDescriptor.standardOutput, "standard output"), (.standardError, "standard error"),
    ] where descriptor.identity == identity { return "where \(name) goes" }
    return nil
  }
}

// MARK: - Collisions

extension FileUse {
  /// Reports a file that is used twice, before anything is opened or written, and returns the exit
  /// code; nil if there is no such file.
  func refusal() -> ExitCode? {
    guard let collision else { return nil }
    // Not even the message may go to a file that is read.
    if !isRead(.standardError) {
      complain(collision.report)
    } else if !isRead(.standardOutput) {
      let output = OutputFile(.standardOutput)
      output.write(collision.report + "\n")
      _ = output.close()
    }
    return .usage
  }

  private func isRead(_ descriptor: FileDescriptor) -> Bool {
    reader(of: descriptor.identity) != nil
  }

  private func reader(of identity: FileIdentity?) -> Source? {
    identity.flatMap { identity in sources.first { $0.identity == identity } }
  }

  private var collision: UsageError? {
    if dashes.count > 1 {
      return error(
        "\(dashes[0]) and \(dashes[1]) would both write to standard output",
        dashes[0].hasPrefix("'") ? "name a file for one of them" : "name a file with '-o'")
    }
    for output in outputs {
      if let error = collision(of: output) { return error }
    }
    for index in outputs.indices {
      for other in outputs[..<index] {
        if let error = collision(of: other, with: outputs[index]) { return error }
      }
    }
    if writesStandardOutput, let error = collision(of: .standardOutput, "standard output") {
      return error
    }
    return collision(of: .standardError, "standard error")
  }

  /// Returns the error if an output is also read.
  private func collision(of output: Output) -> UsageError? {
    if let source = reader(of: output.identity) {
      return error("\(output.label) \(output.verb) \(source.name)", "name another file")
    }
    if let partial = output.partial, let source = reader(of: partial.identity), !source.isListed {
      return error(
        "\(output.label) is first written to '\(partial.path)', which is \(source.name)",
        "name another file")
    }
    return nil
  }

  private func collision(of first: Output, with second: Output) -> UsageError? {
    if let identity = first.identity, identity == second.identity {
      return error(
        "\(first.label) and \(second.label) are the same file", "name another one for one of them")
    }
    for (output, other) in [(first, second), (second, first)] {
      if let partial = output.partial, let identity = partial.identity, identity == other.identity {
        return error(
          "\(output.label) is first written to '\(partial.path)', which \(other.label) writes too",
          "name another file for one of them")
      }
    }
    return nil
  }

  /// Returns the error if standard output or standard error was redirected to a file that is read
  /// or written.
  private func collision(of descriptor: FileDescriptor, _ label: String) -> UsageError? {
    guard let identity = descriptor.identity else { return nil }
    if let source = reader(of: identity) {
      return error("\(label) goes to \(source.name)", "send it to another file")
    }
    for output in outputs {
      // If a user names standard error as an output, both are supposed to go to one place.
      if descriptor == .standardError, output.kind == .descriptor(descriptor.rawValue) { continue }
      if output.identity == identity || output.partial?.identity == identity {
        return error("\(label) goes to the file of \(output.label)", "send it to another file")
      }
    }
    return nil
  }

  private func error(_ message: String, _ hint: String) -> UsageError {
    UsageError(message, hint: hint, command: command)
  }
}

extension FileDescriptor {
  /// The regular file that is read or written; nil if it is not one.
  fileprivate var identity: FileIdentity? { FileIdentity(descriptor: rawValue) }
}
