import FileTesting
import Values

extension LanguageServer {
  /// Runs a command of a code lens. Returns the text that it shows: a diagram, or the reports of
  /// tests that failed.
  func execute(_ parameters: Value) throws(Message.Failure) -> Value {
    let arguments = parameters["arguments"]?.elements ?? []
    guard let name = parameters["command"]?.text, let command = ServerCommand(rawValue: name) else {
      throw .init(
        .invalidParameters, "there is no command '\(parameters["command"]?.text ?? "")'")
    }
    guard let uri = arguments.first?.text.map({ DocumentURI($0) }),
      let document = workspace.document(uri)
    else { throw .init(.invalidParameters, "'\(name)' needs the address of an open document") }
    let subject = arguments.dropFirst().first?.text
    let text = run(command, subject, of: document)
    send(Message.notification("window/logMessage", ["type": 3, "message": Value(text)]))
    if client.refreshesLenses { request("workspace/codeLens/refresh", .null) }
    return Value(text)
  }

  private func run(_ command: ServerCommand, _ subject: String?, of document: Document) -> String {
    let run = LensRun(source: document.source, texts: workspace.texts)
    switch command {
    case .play:
      let (short, long) = run.play(subject)
      add(LensResult(command: .play, subject: subject, text: short), to: document.uri)
      show(short, isFailure: false)
      return long.isEmpty ? short : "\(short)\n\(long)"
    case .test:
      let (results, reports) = run.test(subject)
      for (title, text) in results {
        add(LensResult(command: .test, subject: title, text: text), to: document.uri)
      }
      let failed = reports.count
      let summary =
        results.isEmpty
        ? failed > 0 ? "has mistakes" : "there is no such test"
        : failed == 0 ? "\(results.count) passed" : "\(failed) of \(results.count) failed"
      if subject == nil {
        add(LensResult(command: .test, subject: nil, text: summary), to: document.uri)
      }
      show(summary, isFailure: failed > 0)
      return ([summary] + reports).joined(separator: "\n\n")
    }
  }

  private func add(_ result: LensResult, to uri: DocumentURI) {
    var known = (results[uri] ?? []).filter {
      $0.command != result.command || $0.subject != result.subject
    }
    known.append(result)
    results[uri] = known
  }

  private func show(_ text: String, isFailure: Bool) {
    send(
      Message.notification(
        "window/showMessage", ["type": isFailure ? 2 : 3, "message": Value(text)]))
  }
}

extension CheckOutcome {
  /// The outcome in a word.
  var word: String {
    switch self {
    case .passed: "passed"
    case .skipped(let reason): "skipped: \(reason)"
    case .differs: "failed"
    case .endless: "did not end"
    case .unsteady: "differs when interrupted"
    case .mistaken: "has mistakes"
    }
  }

  var isFailure: Bool {
    switch self {
    case .passed, .skipped: false
    case .differs, .endless, .unsteady, .mistaken: true
    }
  }
}
