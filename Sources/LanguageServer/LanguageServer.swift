package import Values

/// A server of the Language Server Protocol for stream files, without its transport. It receives
/// messages and returns the messages to send.
///
/// It stores only the documents that the client has opened, and the knowledge about them. Anything
/// that takes time to find out is the work of jobs, which may run elsewhere while requests are
/// answered.
package final class LanguageServer {
  enum State {
    case created, running, shutDown
  }

  let workspace = Workspace()
  private(set) var state = State.created
  private(set) var client = ClientCapabilities()
  /// The messages to send.
  private var outgoing: [Value] = []
  /// The documents that have not been checked since they changed.
  private var unchecked: Set<DocumentURI> = []
  /// The documents that have not been played since they changed.
  private var unplayed: Set<DocumentURI> = []
  /// The documents that running jobs are about, in the versions that the jobs are about.
  private var current: [AnalysisJob.Question: (uri: DocumentURI, analysis: Analysis)] = [:]
  /// The exit code, once the client has asked the server to exit.
  package private(set) var exitCode: Int32?
  /// The number of the client's process; nil if the client has not specified one.
  package private(set) var clientProcess: Int?
  private var nextRequest = 1
  /// The results of playbacks and tests that code lenses show, by document and place.
  var results: [DocumentURI: [LensResult]] = [:]

  package init() {}

  /// Receives a message. Returns the messages to send because of it, in order.
  package func receive(_ value: Value) -> [Value] {
    defer { outgoing = [] }
    switch Message(value) {
    case .request(let id, let method, let parameters):
      outgoing.append(answer(id, method, parameters))
    case .notification(let method, let parameters): notify(method, parameters)
    case .response: break
    case nil:
      outgoing.append(
        Message.refusal(
          of: value["id"] ?? .null, .init(.invalidRequest, "neither a request nor a notification"))
      )
    }
    return outgoing
  }

  /// The text of an open document; nil for any other document.
  package func text(of uri: String) -> String? {
    workspace.document(DocumentURI(uri)).map { String(decoding: $0.source.bytes, as: UTF8.self) }
  }

  func send(_ message: Value) { outgoing.append(message) }

  func request(_ method: String, _ parameters: Value) {
    send(Message.request(nextRequest, method, parameters))
    nextRequest += 1
  }
}

// MARK: - Jobs

extension LanguageServer {
  /// Whether a job can begin.
  package var hasJob: Bool { nextQuestion != nil }

  /// The question of the next job; nil if there is none. All documents are checked before any of
  /// them is played for later completions. One document is checked at a time, and one is played,
  /// which may take long.
  private var nextQuestion: AnalysisJob.Question? {
    guard current[.findings] == nil else { return nil }
    if !unchecked.isEmpty { return .findings }
    return unplayed.isEmpty || current[.samples] != nil ? nil : .samples
  }

  /// Returns the next job, and marks it as running; nil if there is none.
  package func nextJob() -> AnalysisJob? {
    switch nextQuestion {
    case .findings: take(from: &unchecked).flatMap { job(.findings, of: $0) }
    case .samples: take(from: &unplayed).flatMap { job(.samples, of: $0) }
    case nil: nil
    }
  }

  private func take(from documents: inout Set<DocumentURI>) -> DocumentURI? {
    documents.min { $0.text < $1.text }.flatMap { documents.remove($0) }
  }

  private func job(_ question: AnalysisJob.Question, of uri: DocumentURI) -> AnalysisJob? {
    guard let document = workspace.document(uri) else { return nil }
    let analysis = workspace.analysis(of: document)
    current[question] = (uri, analysis)
    return analysis.job(question)
  }

  /// Receives the answer of a running job. Returns the messages to send because of it, in order.
  package func finish(_ result: AnalysisJob.Result) -> [Value] {
    guard let (uri, analysis) = current.removeValue(forKey: result.question) else { return [] }
    defer { outgoing = [] }
    analysis.take(result.answer)
    workspace.learn(from: analysis, of: uri)
    // If the document has changed in the meantime, the next check reports its mistakes.
    guard case .findings(let findings) = result.answer, let document = workspace.document(uri),
      workspace.analysis(of: document) === analysis
    else { return outgoing }
    publish(findings, about: analysis, of: document)
    if !analysis.isForeign { unplayed.insert(uri) }
    return outgoing
  }

  /// Sends the mistakes of a document, and asks the client to repeat the requests that were
  /// answered too early.
  private func publish(
    _ findings: Findings, about analysis: Analysis, of document: Document
  ) {
    let known = Analysis.Known(findings: findings, analysis: analysis)
    let found = PublishedDiagnostics(document, known, in: workspace, for: client)
    publish(found.items, of: document.uri, version: document.version)
    guard analysis.hasAnsweredEarly else { return }
    if client.refreshesHints { request("workspace/inlayHint/refresh", .null) }
    if client.refreshesLenses { request("workspace/codeLens/refresh", .null) }
  }

  private func publish(_ diagnostics: [Value], of uri: DocumentURI, version: Int?) {
    send(
      Message.notification(
        "textDocument/publishDiagnostics",
        .members([
          "uri": Value(uri.text), "version": version.map { Value($0) },
          "diagnostics": .array(diagnostics),
        ])))
  }
}

// MARK: - Requests

extension LanguageServer {
  private func answer(_ id: Value, _ method: String, _ parameters: Value) -> Value {
    do throws(Message.Failure) {
      return Message.answer(to: id, try result(of: method, parameters))
    } catch {
      return Message.refusal(of: id, error)
    }
  }

  private func result(of method: String, _ parameters: Value) throws(Message.Failure) -> Value {
    switch (state, method) {
    case (.created, "initialize"):
      state = .running
      return initialize(parameters)
    case (.created, _):
      throw Message.Failure(.notInitialized, "'\(method)' before 'initialize'")
    case (.running, "shutdown"):
      state = .shutDown
      return .null
    case (.shutDown, _), (.running, "initialize"):
      throw Message.Failure(.invalidRequest, "'\(method)' at the wrong time")
    case (.running, _):
      if method == "workspace/executeCommand" { return try execute(parameters) }
      let feature = try Feature(parameters, in: self)
      guard let result = try feature.result(of: method) else {
        throw Message.Failure(.methodNotFound, "there is no method '\(method)'")
      }
      return result
    }
  }

  private func initialize(_ parameters: Value) -> Value {
    client = ClientCapabilities(parameters)
    clientProcess = parameters["processId"]?.integer
    workspace.encoding = client.encoding
    workspace.folders = client.folders
    return [
      "capabilities": ServerCapabilities.value(for: client),
      "serverInfo": ["name": "stream-run lsp"],
    ]
  }
}

// MARK: - Notifications

extension LanguageServer {
  private func notify(_ method: String, _ parameters: Value) {
    if method == "exit" {
      exitCode = state == .shutDown ? 0 : 1
      return
    }
    guard state == .running else { return }
    if method == "initialized" { return watchFiles() }
    let document = parameters["textDocument"]
    let uri = document?["uri"]?.text.map { DocumentURI($0) }
    let version = document?["version"]?.integer ?? 0
    let changed: Set<DocumentURI>
    switch (method, uri) {
    case ("textDocument/didOpen", let uri?):
      changed = workspace.open(uri, version: version, text: document?["text"]?.text ?? "")
    case ("textDocument/didChange", let uri?):
      changed = workspace.change(
        uri, parameters["contentChanges"]?.elements ?? [], version: version)
    case ("textDocument/didClose", let uri?): changed = workspace.close(uri)
    case ("textDocument/didSave", _), ("workspace/didChangeWatchedFiles", _):
      changed = workspace.forgetAll()
    case ("workspace/didChangeWorkspaceFolders", _): return changeFolders(parameters["event"])
    default: return
    }
    unchecked.formUnion(changed)
    unplayed.subtract(changed)
    for uri in changed where workspace.document(uri) == nil {
      unchecked.remove(uri)
      publish([], of: uri, version: nil)
    }
    // The result of a playback does not apply to the changed text.
    if let uri, method != "textDocument/didSave" { results[uri] = nil }
  }

  /// Asks the client to report changes of files that are not open, because documents may name them.
  private func watchFiles() {
    guard client.watchesFiles else { return }
    request(
      "client/registerCapability",
      [
        "registrations": [
          [
            "id": "files", "method": "workspace/didChangeWatchedFiles",
            "registerOptions": ["watchers": [["globPattern": "**/*.{json,ndjson,csv}"]]],
          ]
        ]
      ])
  }

  private func changeFolders(_ event: Value?) {
    func paths(_ key: Text) -> [String] {
      (event?[key]?.elements ?? []).compactMap { $0["uri"]?.text }
        .compactMap { DocumentURI($0).path }
    }
    let removed = Set(paths("removed"))
    workspace.folders = workspace.folders.filter { !removed.contains($0) } + paths("added")
  }
}
