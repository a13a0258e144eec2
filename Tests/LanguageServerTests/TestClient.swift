import Foundation
import LanguageServer
import Values

/// A client for tests: a server with one open document, in which `¦` marks the cursor.
struct TestClient {
  let server = LanguageServer()
  let uri: String
  private(set) var text: String
  /// The position of the cursor, in UTF-16 units.
  private(set) var cursor: Position?
  private var version = 1
  private var nextID = 100

  init(
    _ marked: String, uri: String = "untitled:a.json", snippets: Bool = false,
    encodings: [String] = ["utf-16"], folders: [String] = [], refreshes: Bool = false,
    nestsSymbols: Bool = true
  ) {
    self.uri = uri
    (text, cursor) = Self.unmarked(marked)
    _ = server.receive([
      "jsonrpc": "2.0", "id": 1, "method": "initialize",
      "params": [
        "capabilities": [
          "general": ["positionEncodings": .array(encodings.map { Value($0) })],
          "textDocument": [
            "completion": ["completionItem": ["snippetSupport": .bool(snippets)]],
            "publishDiagnostics": ["relatedInformation": true],
            "documentSymbol": ["hierarchicalDocumentSymbolSupport": .bool(nestsSymbols)],
          ],
          "workspace": ["inlayHint": ["refreshSupport": .bool(refreshes)]],
        ],
        "workspaceFolders": .array(
          folders.map { ["uri": Value(DocumentURI(path: $0).text), "name": "a"] }),
      ],
    ])
    notify("initialized", [:])
    open(uri, text)
  }

  static func unmarked(_ marked: String) -> (String, Position?) {
    guard let mark = marked.firstIndex(of: "¦") else { return (marked, nil) }
    let before = marked[..<mark]
    let line = before.count { $0 == "\n" }
    let character = (before.split(separator: "\n", omittingEmptySubsequences: false).last ?? "")
      .utf16.count
    return (
      marked.replacing("¦", with: ""), Position(line: line, character: character)
    )
  }

  @discardableResult
  func notify(_ method: String, _ parameters: Value) -> [Value] {
    server.receive(["jsonrpc": "2.0", "method": Value(method), "params": parameters])
  }

  func open(_ uri: String, _ text: String) {
    notify(
      "textDocument/didOpen",
      [
        "textDocument": [
          "uri": Value(uri), "languageId": "json", "version": 1, "text": Value(text),
        ]
      ])
  }

  /// Changes the document by replacing the first occurrence of a string.
  mutating func replace(_ old: String, with new: String) {
    guard let range = text.range(of: old) else { return }
    text.replaceSubrange(range, with: new)
    version += 1
    notify(
      "textDocument/didChange",
      [
        "textDocument": ["uri": Value(uri), "version": Value(version)],
        "contentChanges": [["text": Value(text)]],
      ])
  }

  /// Sends a request about the document, at the cursor if there is one. Returns the response.
  func request(_ method: String, _ more: Value = [:]) -> Value {
    var members: [Member] = [
      Member(key: "textDocument", value: ["uri": Value(uri)])
    ]
    if let cursor { members.append(Member(key: "position", value: cursor.value)) }
    if case .object(let object) = more { members += object.members }
    let answers = server.receive([
      "jsonrpc": "2.0", "id": 7, "method": Value(method), "params": .object(Object(members)),
    ])
    return answers.first { $0["id"] == 7 } ?? .null
  }

  func result(_ method: String, _ more: Value = [:]) -> Value {
    request(method, more)["result"] ?? .null
  }

  /// Does all jobs of the server.
  func doJobs() {
    while server.hasJob { doJob() }
  }

  /// The labels of completions, once the document has been checked and played.
  var labels: [String] {
    doJobs()
    let items = result("textDocument/completion")["items"]?.elements ?? []
    return items.compactMap { $0["label"]?.text }
  }

  /// Returns the text after accepting the completion with a label.
  func accepting(_ label: String) -> String? {
    let items = result("textDocument/completion")["items"]?.elements ?? []
    guard let item = items.first(where: { $0["label"]?.text == label }) else { return nil }
    let edits = [item["textEdit"] ?? .null] + (item["additionalTextEdits"]?.elements ?? [])
    return applying(edits)
  }

  /// Returns the text after some edits.
  func applying(_ edits: [Value]) -> String? {
    var units = Array(text.utf16)
    let placed = edits.compactMap { edit -> (Range<Int>, String)? in
      guard let start = offset(edit["range"]?["start"]), let end = offset(edit["range"]?["end"]),
        let new = edit["newText"]?.text
      else { return nil }
      return (start..<end, new)
    }
    for (range, new) in placed.sorted(by: { $0.0.lowerBound > $1.0.lowerBound }) {
      units.replaceSubrange(range, with: Array(new.utf16))
    }
    return String(decoding: units, as: UTF16.self)
  }

  /// Returns the offset of a position in UTF-16 units.
  private func offset(_ value: Value?) -> Int? {
    guard let position = Position(value) else { return nil }
    let lines = text.utf16.split(separator: 10, omittingEmptySubsequences: false)
    guard position.line < lines.count else { return nil }
    return lines[..<position.line].reduce(0) { $0 + $1.count + 1 } + position.character
  }

  /// Does the next job of the server. Returns the messages that it sends because of it.
  @discardableResult
  func doJob() -> [Value] {
    server.nextJob().map { server.finish($0.run()) } ?? []
  }

  /// Does the jobs of the server until it has sent the diagnostics of a document.
  private func published(for uri: String) -> [Value] {
    while server.hasJob {
      let messages = doJob().filter { $0["params"]?["uri"]?.text == uri }
      if !messages.isEmpty { return messages }
    }
    return []
  }

  /// The diagnostics that the server sends for the document, as `line:character code message`.
  var diagnostics: [String] {
    published(for: uri).flatMap { message in
      (message["params"]?["diagnostics"]?.elements ?? []).map { item in
        let start = Position(item["range"]?["start"]) ?? Position(line: -1, character: -1)
        let end = Position(item["range"]?["end"]) ?? Position(line: -1, character: -1)
        let place = "\(start.line):\(start.character)-\(end.line):\(end.character)"
        return "\(place) \(item["code"]?.text ?? "") \(item["message"]?.text ?? "")"
      }
    }
  }

  /// The text of a hover, once the document has been checked and played.
  var hover: String? {
    doJobs()
    return result("textDocument/hover")["contents"]?["value"]?.text
  }
}
