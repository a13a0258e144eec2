import Diagrams
import Editing
import FileTesting
import Marbles
import Pipelines
import Platform
import Reactive
import Tracing
import Values

/// The commands of code lenses.
enum ServerCommand: String, CaseIterable {
  case play = "stream-run.play"
  case test = "stream-run.test"
}

/// The result of a playback or a test, as its lens shows it.
struct LensResult {
  let command: ServerCommand
  /// The name of the definition or of the test; nil for the document.
  let subject: String?
  let text: String
}

/// Lenses that play and test the document as it is in the editor.
extension Feature {
  func codeLenses() -> Value {
    var lenses = [lens(.play, nil, at: 0)]
    if let definitions = index.member("definitions", of: 0) {
      for node in syntax.children(of: definitions) where !index.isOperator(node) {
        lenses.append(lens(.play, index.key(of: node), at: node))
      }
    }
    let checks = statedChecks
    if !checks.isEmpty { lenses.append(lens(.test, nil, at: 0)) }
    for (title, offset) in checks {
      lenses.append(lens(.test, title, at: nil, offset: offset))
    }
    return .array(lenses)
  }

  /// The tests and expectations of the document, with their offsets, whether or not it has
  /// mistakes.
  private var statedChecks: [(title: String, offset: Int)] {
    // Lenses that may be out of date are shown only if they can be replaced.
    guard client.refreshesLenses else { return Findings.checks(in: analysis.repaired) }
    guard let known = analysis.known else { return [] }
    return known.findings.checks.compactMap { title, offset in
      guard let shift = known.shift else { return (title, offset) }
      return shift.present(offset..<offset).map { (title, $0.lowerBound) }
    }
  }

  private func lens(
    _ command: ServerCommand, _ subject: String?, at node: Int?, offset: Int? = nil
  ) -> Value {
    let place =
      node.map { (syntax.nodes[$0].key ?? syntax.nodes[$0].range).lowerBound } ?? offset ?? 0
    let known = server.results[document.uri]?.last {
      $0.command == command && $0.subject == subject
    }
    let word = command == .play ? "play" : subject == nil ? "test all" : "test"
    var arguments: [Value] = [Value(document.uri.text)]
    if let subject { arguments.append(Value(subject)) }
    return [
      "range": value(place..<place),
      "command": [
        "title": Value(known.map { "\(word): \($0.text)" } ?? word),
        "command": Value(command.rawValue), "arguments": .array(arguments),
      ],
    ]
  }
}

/// A playback or a test of a document as it is in the editor. The playback is limited, so that it
/// ends however long the stream continues.
struct LensRun {
  private static let limits = (events: 10_000, steps: 100_000)

  let source: SourceText
  /// The texts of the files that the document names.
  let texts: DocumentTexts

  /// Plays the document, or one of its definitions. Returns a short text and a diagram.
  func play(_ stream: String?) -> (short: String, long: String) {
    let program: Program
    do throws(Diagnostics) {
      var settings = ParameterSettings()
      settings.stream = stream
      program = try Program(
        source, texts: texts, stream: stream, settings: settings, isTraced: true)
    } catch {
      return ("has mistakes", error.description)
    }
    guard !program.writesLines else {
      return ("prints lines, which only 'stream-run play' shows", "")
    }
    var session: InputSession?
    if !program.inputs.used.isEmpty {
      var bindings = InputBindings()
      bindings.pathAccess = PathAccess()
      do throws(InputError) {
        session = try InputSession(program, bindings)
      } catch {
        return ("needs its inputs", error.message)
      }
    }
    let playback = Playback(limit: Self.limits.events)
    guard let trace = program.trace(playback, inputs: session, steps: Self.limits.steps) else {
      return ("cannot be played", "")
    }
    return (Self.summary(of: trace), TerminalDiagram().text(of: trace))
  }

  private static func summary(of trace: Trace) -> String {
    let outputs = trace.events.filter { trace.stages[$0.stage].role == .output }
    let values = outputs.count { if case .value = $0.kind { true } else { false } }
    let count = "\(values) \(values == 1 ? "value" : "values")"
    guard let last = outputs.last else { return "no values" }
    var buffer = ByteBuffer()
    buffer.appendSeconds(nanoseconds: last.instant.nanoseconds)
    let time = "at \(String(decoding: buffer.bytes, as: UTF8.self)) s"
    switch last.kind {
    case .value: return "\(count), the last one \(time)"
    case .finished: return "\(count), completed \(time)"
    case .failure(let message): return "\(count), failed \(time): \(message)"
    }
  }

  /// Plays the tests of the document, or those with a title. Returns a short text for each test
  /// that was played, and the reports of those that failed.
  func test(_ title: String?) -> (results: [(title: String, text: String)], reports: [String]) {
    let document = StreamDocument(source, naming: texts)
    if let mistakes = document.mistakes { return ([], [mistakes.description]) }
    var results: [(String, String)] = []
    var reports: [String] = []
    for check in document.checks where title == nil || check.title == title {
      let outcome = document.play(check)
      let report = outcome.report(of: check)
      results.append((check.title, outcome.word))
      if let report, outcome.isFailure { reports.append(report) }
    }
    return (results, reports)
  }
}
