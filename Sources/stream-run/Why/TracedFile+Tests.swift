import Console
import Expressions
import FileTesting
import Pipelines
import Values

extension TracedFile {
  /// Checks the playback of the test that `--test` names: with its streams, inputs and parameters,
  /// and up to its end.
  func readTest(
    named name: String, in source: SourceText, _ files: FileUse
  ) throws(Diagnostics) -> (Ready?, ExitCode) {
    let documents = StreamFile.documents(in: source, of: file)
    let found: (document: StreamDocument, check: StreamCheck)
    do throws(UsageError) {
      found = try Self.test(named: name, in: documents)
    } catch {
      // The test may be in a document that cannot be read.
      if let mistakes = documents.lazy.compactMap(\.mistakes).first { throw mistakes }
      complain(error.about(command).report)
      return (nil, .usage)
    }
    let traced = try found.document.traced(found.check)
    var files = files
    files.readsFiles(named: traced.program.namedFiles + found.document.dataFiles)
    if let refusal = files.refusal() { return (nil, refusal) }
    return ready(traced.program, until: traced.until) {
      PlayInputs(PlaySettings(self.traced.playing), $0, tested: traced.bindings)
    }
  }

  /// Returns the test of a name, or the only one whose name contains the text.
  private static func test(
    named name: String, in documents: [StreamDocument]
  ) throws(UsageError) -> (document: StreamDocument, check: StreamCheck) {
    let all = documents.flatMap { document in document.checks.map { (document, $0) } }
    let equal = all.filter { $0.1.title == name }
    let found = equal.isEmpty ? all.filter { $0.1.title.contains(name) } : equal
    if let first = found.first, found.count == 1 { return first }
    let titles = all.map(\.1.title)
    guard !found.isEmpty else {
      throw UsageError(
        "the file has no test '\(name)'",
        hint: UsageError.meant(name, among: titles)
          ?? (titles.isEmpty ? "it has none" : Suggestion.list(of: Array(titles.prefix(10)))))
    }
    let shown = found.prefix(5).map { "'\($0.1.title)' (\($0.1.place))" }
    let more = found.count > shown.count ? ", and \(found.count - shown.count) more" : ""
    throw UsageError(
      "'\(name)' matches several tests: \(shown.joined(separator: ", "))\(more)",
      hint: "write the name of one of them")
  }
}
