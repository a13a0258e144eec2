import LanguageServer
import TestSupport
import Testing
import Values

/// While a document changes, requests are answered with earlier knowledge.
@Suite struct EarlierVersionTests {
  private static let whole: Value = [
    "start": ["line": 0, "character": 0], "end": ["line": 99, "character": 0],
  ]

  private func hints(of client: TestClient) -> [String] {
    (client.result("textDocument/inlayHint", ["range": Self.whole]).elements ?? []).map { hint in
      let place = Position(hint["position"]) ?? Position(line: -1, character: -1)
      return "\(place.line):\(place.character) \(hint["label"]?.text ?? "")"
    }
  }

  private static let counting = """
    { "marbles": "1-2|", "operators": [
      { "map": { "expression": "$0 > 1" } },
      { "count": {} } ] }
    """

  @Test func `hints move with the text, and are replaced after a check`() {
    var client = TestClient(Self.counting, refreshes: true)
    client.doJob()
    #expect(hints(of: client) == ["1:39 → bool", "2:17 → int"])
    client.replace("$0 > 1", with: "true ? 'a' : 'b'")
    client.replace("\"operators\": [", with: "\n\"operators\": [")
    #expect(hints(of: client) == ["2:49 → bool", "3:17 → int"])
    #expect(client.doJob().compactMap { $0["method"] }.contains("workspace/inlayHint/refresh"))
    #expect(hints(of: client) == ["2:49 → string", "3:17 → int"])
  }

  @Test func `a client that cannot replace its hints receives no outdated ones`() {
    var client = TestClient(Self.counting)
    client.doJob()
    client.replace("$0 > 1", with: "true ? 'a' : 'b'")
    #expect(hints(of: client) == ["1:49 → string", "2:17 → int"])
  }

  @Test func `a fix moves with the text, and disappears if its text changes`() throws {
    var client = TestClient(
      """
      { "marbles": "1|", "operators": [
        { "filtr": { "expression": "true" } } ] }
      """)
    client.doJob()
    func fixes() -> [Value] {
      client.result(
        "textDocument/codeAction", ["range": Self.whole, "context": ["diagnostics": []]]
      ).elements ?? []
    }
    client.replace("\"1|\",", with: "\n\"1-1|\",")
    let edits = try #require(fixes().first?["edit"]?["changes"]?[Text(client.uri)]?.elements)
    #expect(
      client.applying(edits)
        == client.text.replacing("filtr", with: "filter"))
    client.replace("filtr", with: "filt")
    #expect(fixes().isEmpty)
    client.doJob()
    #expect(fixes().count == 1)
  }

  @Test func `a check of an outdated version reports nothing`() throws {
    var client = TestClient(Self.counting.replacing("count", with: "cont"))
    let job = try #require(client.server.nextJob())
    #expect(client.server.nextJob() == nil, "one job at a time")
    client.replace("cont", with: "count")
    #expect(client.server.finish(job.run()).isEmpty)
    #expect(client.diagnostics == [])
  }

  @Test func `a document that takes long to play is checked in the meantime`() throws {
    var client = TestClient(Self.counting)
    client.doJob()
    let play = try #require(client.server.nextJob())
    #expect(!client.server.hasJob)
    client.replace("count", with: "cont")
    #expect(client.diagnostics.count == 1)
    #expect(client.server.finish(play.run()).isEmpty)
    client.replace("cont", with: "count")
    #expect(client.diagnostics == [])
  }

  @Test func `completion does not wait until the document has been played`() {
    let client = TestClient(
      #"{"stream": [{"value": {"host": "a"}}], "operators": [{"map": {"expression": "$0.¦"}}]}"#)
    func isIncomplete() -> Value? {
      client.result("textDocument/completion")["isIncomplete"]
    }
    #expect(isIncomplete() == true)
    #expect(client.labels.first == "host")
    #expect(isIncomplete() == false)
  }

  @Test func `a document that is closed during a check is forgotten`() throws {
    let client = TestClient(Self.counting)
    let job = try #require(client.server.nextJob())
    let closed = client.notify(
      "textDocument/didClose", ["textDocument": ["uri": Value(client.uri)]])
    #expect(closed.map { $0["params"]?["diagnostics"] } == [[]])
    #expect(client.server.finish(job.run()).isEmpty)
    #expect(!client.server.hasJob)
  }

  @Test func `files are played as they are in the editor`() throws {
    let folder = try Folder(["numbers.json": #"{ "marbles": "1-2|" }"#])
    func uri(_ name: String) -> String { DocumentURI(path: folder / name).text }
    let client = TestClient(
      #"{ "from": "./numbers.json", "operators": [ { "map": { "expression": "$0.¦" } } ] }"#,
      uri: uri("a.json"))
    client.open(
      uri("numbers.json"), #"{ "stream": [ { "value": { "first": 1, "second": 2 } } ] }"#)
    #expect(client.labels.starts(with: ["first", "second"]))
    let played = client.server.receive([
      "jsonrpc": "2.0", "id": 9, "method": "workspace/executeCommand",
      "params": ["command": "stream-run.play", "arguments": [Value(uri("numbers.json"))]],
    ])
    #expect(played.first { $0["id"] == 9 }?["result"]?.text?.hasPrefix("1 value") ?? false)
  }

  @Test func `tests of a document with mistakes keep their lenses`() {
    let client = TestClient(
      #"{ "marbles": "1|", "operators": [ { "cont": {} } ], "tests": [ { "expect": "1|" } ] "#)
    let lenses = client.result("textDocument/codeLens").elements ?? []
    #expect(lenses.map { $0["command"]?["title"] } == ["play", "test all", "test"])
    let messages = client.server.receive([
      "jsonrpc": "2.0", "id": 9, "method": "workspace/executeCommand",
      "params": ["command": "stream-run.test", "arguments": [Value(client.uri)]],
    ])
    let text = messages.first { $0["id"] == 9 }?["result"]?.text ?? ""
    #expect(text.hasPrefix("has mistakes"), "\(text)")
  }
}
