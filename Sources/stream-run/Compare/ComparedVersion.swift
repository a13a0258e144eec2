import Console
import Diagrams
import Expressions
import Pipelines
import Platform
import Reactive
import Records
import Tracing
import Tuning
import Values

/// One of the two versions that `diff` compares: a file, perhaps at a revision, with its parameters.
struct ComparedVersion {
  /// A reason why two versions cannot be compared.
  enum Trouble: Error {
    case mistakes(Diagnostics)
    case usage(UsageError)
    case unreadable(String)
    case failed(String)

    /// Reports it, and returns the exit code.
    func report(_ color: ColorChoice) -> ExitCode {
      switch self {
      case .mistakes(let mistakes):
        complain(mistakes, style: color.style(for: .standardError))
        return .invalidFile
      case .usage(let error):
        complain(error.about(.diff).report)
        return .usage
      case .unreadable(let message):
        complain("stream-run: \(message)".onOneLine)
        return .unreadableFile
      case .failed(let message):
        complain("stream-run: \(message)".onOneLine)
        return .failed
      }
    }
  }

  /// A version whose inputs are open.
  struct Opened {
    let version: ComparedVersion
    let side: PlayedSide
    let inputs: PlayInputs?
  }

  let file: String
  let revision: GitRevision?
  let program: Program
  /// The parameters that only this version has.
  private let own: [NamedText]
  private let source: SourceText
  private let playing: PlayingSettings
  /// The files that inputs name themselves.
  private let named: [String: [InputFile]]
  private let window: PlayWindow

  var until: Instant { window.until }
  var times: EventTimes { EventTimes(nil, for: program) }
  private var texts: DocumentTexts { revision?.texts ?? .files }

  /// Its name in a report.
  var name: String {
    let details = [revision?.name].compactMap(\.self) + own.map { "\($0.name)=\($0.text)" }
    return details.isEmpty ? file : "\(file) (\(details.joined(separator: ", ")))"
  }

  /// Reads and checks a version.
  init(
    _ file: String, at revision: GitRevision?, _ own: [NamedText], _ playing: PlayingSettings
  ) throws(Trouble) {
    (self.file, self.revision, self.own) = (file, revision, own)
    do throws(FileError) {
      source =
        if let revision { try revision.text(of: file) } else {
          file == "-"
            ? try SourceText(name: "<stdin>", contentsOf: FileDescriptor.standardInput.rawValue)
            : try SourceText(contentsOfFile: file)
        }
    } catch {
      throw .unreadable("\(error)")
    }
    var playing = playing
    let names = Set(own.map(\.name))
    playing.parameters = playing.parameters.filter { !names.contains($0.name) } + own
    do throws(Diagnostics) {
      program = try Program(
        observing: source, texts: revision?.texts ?? .files, stream: playing.stream,
        inputs: playing.inputs.map(\.name), settings: playing.parameterSettings)
      named = try program.inputFiles(
        playing.pathAccess, besides: Set(playing.inputs.map(\.name)))
    } catch {
      throw .mistakes(error)
    }
    if !program.warnings.isEmpty {
      complain(program.warnings, style: playing.color.style(for: .standardError))
    }
    // The other version may have more inputs.
    let known = Set(program.inputs.all)
    playing.inputs = playing.inputs.filter { known.contains($0.name) }
    self.playing = playing
    do throws(UsageError) {
      window = try PlayWindow(PlaySettings(playing), for: program)
    } catch {
      throw .usage(error)
    }
  }

  /// Throws if two versions have nothing in common that could be compared.
  static func check(
    _ old: ComparedVersion, _ new: ComparedVersion, _ playing: PlayingSettings
  ) throws(Trouble) {
    let known = old.program.inputs.all + new.program.inputs.all
    if let input = playing.inputs.first(where: { !known.contains($0.name) }) {
      throw .usage(
        UsageError(
          "neither file has an input '\(input.name)'",
          hint: UsageError.meant(input.name, among: known) ?? Suggestion.list(of: known)))
    }
    for version in [old, new] {
      if let mistake = PlayInputs.mistake(
        in: version.playing, file: version.file, for: version.program)
      {
        throw .usage(mistake)
      }
    }
    guard old.program.countsFrom1970 != new.program.countsFrom1970 else { return }
    let (dates, seconds) = old.program.countsFrom1970 ? (old, new) : (new, old)
    throw .usage(
      UsageError(
        "the times of '\(dates.name)' count from 1970, and those of '\(seconds.name)' from its start",
        hint: #"write the same "origin" in the inputs of both"#))
  }

  /// Whether the inputs can be read a second time.
  static func canReadAgain(_ playing: PlayingSettings) -> Bool {
    playing.inputs.allSatisfy { input in
      guard input.path != "-" else { return false }
      do throws(SystemError) {
        return try [.file, .folder].contains(FileStatus(ofPath: input.path).kind)
      } catch {
        return false
      }
    }
  }

  /// Opens the inputs, which are read once for both versions.
  func side(
    sharing shared: SharedInputs, with other: ComparedVersion
  ) throws(Trouble) -> Opened {
    // Files that only one of them names are not those of the other.
    let own = Set(
      named.keys.filter { name in
        named[name]?.map(\.path) != other.named[name]?.map(\.path)
      })
    let once = Set(playing.inputs.filter { $0.path == "-" }.map(\.name))
    return try open { bindings in
      var common = bindings
      common.bindings = bindings.bindings.filter { !own.contains($0.key) }
      common = shared.share(common, readOnce: once)
      common.bindings.merge(bindings.bindings) { shared, _ in shared }
      return common
    }
  }

  private func open(
    _ program: Program? = nil, share: @escaping (InputBindings) -> InputBindings = { $0 }
  ) throws(Trouble) -> Opened {
    let program = program ?? self.program
    let settings = PlaySettings(playing)
    let inputs = PlayInputs(settings, window.inputs, named: named, share: share)
    do throws(InputError) {
      try inputs.open(for: program)
    } catch {
      throw .unreadable(error.message)
    }
    let side = PlayedSide(
      program, inputs.session, from: window.start(of: program, settings))
    return Opened(version: self, side: side, inputs: inputs.session == nil ? nil : inputs)
  }

  /// The program of which every event is recorded.
  func traced() throws(Trouble) -> Program {
    do throws(Diagnostics) {
      return try Program(
        observing: source, texts: texts, stream: playing.stream,
        inputs: playing.inputs.map(\.name), settings: playing.parameterSettings, isTraced: true)
    } catch {
      throw .mistakes(error)
    }
  }

  /// Plays it again, and returns what happened.
  func trace(_ playback: Playback) throws(Trouble) -> Trace {
    try open(try traced()).side.trace(playback, mostEvents: TracedFile.mostEvents(playing))
  }

  /// Decodes the records of its inputs; nil if they take more memory than a limit.
  func records(memory: Int) throws(InputError) -> Shrinker.Records? {
    try PlayInputs(PlaySettings(playing), window.inputs, named: named)
      .kept(for: program, memory: memory)?.values
  }

  /// The parameters that its test sets.
  var parameters: [(name: String, text: String)] {
    playing.parameters.map { ($0.name, $0.text) }
  }

  /// Its files, as a page shows them.
  var files: [PlayerPage.File] {
    program.documents.map { document in
      PlayerPage.File(name: document.name, text: String(decoding: document.bytes, as: UTF8.self))
    }
  }
}
