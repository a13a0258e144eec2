import Console
import FileTesting
import Pipelines
import Platform
import Values

/// Receives the results of files in order, prints them, and counts them.
final class ValidationRun {
  private let settings: ValidationSettings
  /// The names of the inputs that are bound but that no file has had so far.
  private var unknownInputs: [String]
  private let printer: any ValidationPrinter
  private let output: OutputFile
  private(set) var tally = ValidationTally()
  /// Files with mistakes and without tests that were found in folders, and all files after them.
  /// Whether a test reads such a file as data is known only after all other files have been
  /// checked.
  private var held: [(file: ValidatedFile, mayBeData: Bool)] = []
  private var dataFiles: Set<String> = []
  /// The diagnostics that have been printed. Several files may name the file with the mistake.
  private var seen: Set<String> = []

  init(
    _ settings: ValidationSettings, binding inputs: [String], printer: any ValidationPrinter,
    to output: OutputFile
  ) {
    self.settings = settings
    unknownInputs = inputs
    self.printer = printer
    self.output = output
  }

  func begin() {
    printer.begin()
  }

  func noteExcluded(_ count: Int) {
    tally.excludedCount += count
  }

  func noteEmptyPath(_ path: String) {
    say("\(path): no stream files")
  }

  /// Receives the next result. Returns whether more results are wanted.
  func take(_ result: ValidationResult) -> Bool {
    switch result {
    case .unreadable(let error):
      tally.unreadableCount += 1
      printer.print(error)
      say("\(error)")
    case .checked(let file, let isNamed):
      unknownInputs.removeAll(where: file.inputs.contains)
      dataFiles.formUnion(file.dataFiles.map { FilePath($0).canonical })
      let mayBeData = !isNamed && !file.hasTests && !file.diagnostics.isEmpty
      if mayBeData || !held.isEmpty {
        held.append((file, mayBeData))
      } else {
        show(file)
      }
    }
    return output.isOpen
  }

  func finish() {
    for (file, mayBeData) in held where output.isOpen {
      if mayBeData, dataFiles.contains(FilePath(file.path).canonical) {
        tally.dataCount += 1
      } else {
        show(file)
      }
    }
    tally.isStrict = settings.isStrict
    printer.finish(tally)
    for name in unknownInputs { say("no file has the bound input '\(name)'") }
  }

  private func show(_ file: ValidatedFile) {
    guard file.documentCount > 0 else {
      tally.dataCount += 1
      return
    }
    tally.fileCount += 1
    tally.samples += file.samples
    let new = file.diagnostics.items.filter { seen.insert($0.headline).inserted }
    guard !new.isEmpty || file.diagnostics.omittedCount > 0 else { return }
    var shown = Diagnostics(new)
    shown.countOmitted(file.diagnostics.omittedCount)
    for diagnostic in new { tally.add(diagnostic, in: file.path) }
    printer.print(shown)
    // A person who interrupts the rest has seen the mistakes so far.
    if tally.hasFailed { output.flush() }
  }

  private func say(_ line: String) {
    output.flush()
    complain("stream-run: \(line)".onOneLine)
  }
}

/// The numbers of files, and of mistakes and warnings in them.
struct ValidationTally {
  var fileCount = 0
  var dataCount = 0
  var unreadableCount = 0
  var excludedCount = 0
  var isStrict = false
  /// The records of inputs that were read.
  var samples: [(input: String, sample: RecordSample)] = []
  private(set) var errorCount = 0
  private(set) var warningCount = 0
  /// The files with a mistake or a warning.
  private var mistaken: Set<String> = []

  mutating func add(_ diagnostic: Diagnostic, in file: String) {
    mistaken.insert(diagnostic.location?.file ?? file)
    if diagnostic.severity == .error { errorCount += 1 } else { warningCount += 1 }
  }

  /// Whether something is wrong, according to the rules in force.
  var hasFailed: Bool { errorCount > 0 || isStrict && warningCount > 0 }

  /// The exit code of the command: the highest of several.
  var code: ExitCode {
    if unreadableCount > 0 { return .unreadableFile }
    if hasFailed { return .invalidFile }
    return fileCount == 0 ? .unmet : .done
  }

  /// Returns a summary such as `212 files: 2 errors and 1 warning in 2 files; 3 not stream files`.
  func summary(style: TextStyle) -> String {
    func count(_ number: Int, _ one: String, _ many: String) -> String {
      "\(number) \(number == 1 ? one : many)"
    }
    var found: [String] = []
    if errorCount > 0 { found.append(style.red(count(errorCount, "error", "errors"))) }
    if warningCount > 0 { found.append(style.yellow(count(warningCount, "warning", "warnings"))) }
    let files = fileCount == 0 ? "no stream files" : count(fileCount, "file", "files")
    let verdict =
      found.isEmpty
      ? fileCount == 0 ? "" : ": nothing wrong"
      : ": \(found.joined(separator: " and ")) in \(count(mistaken.count, "file", "files"))"
    var rest: [String] = []
    if unreadableCount > 0 {
      rest.append(
        style.red(count(unreadableCount, "path cannot be read", "paths cannot be read")))
    }
    if !samples.isEmpty {
      let records = samples.reduce(0) { $0 + $1.sample.readCount }
      rest.append(
        samples.count == 1
          ? "read \(samples[0].sample.phrase) of '\(samples[0].input.abbreviated)'"
          : "read \(records) records of \(samples.count) inputs")
    }
    if dataCount > 0 { rest.append(count(dataCount, "not a stream file", "not stream files")) }
    if excludedCount > 0 { rest.append("\(excludedCount) excluded") }
    return files + verdict + (rest.isEmpty ? "" : "; \(rest.joined(separator: ", "))")
  }
}
