import Foundation
import LanguageServer
import Testing
import Values

struct ServerTests {
  @Test func `a mistake is underlined at its place`() {
    let client = TestClient(
      #"""
      { "marbles": "1-2|",
        "operators": [ { "fliter": { "expression": "$0 > 'a'" } },
                       { "filter": { "expression": "$0 > size" } } ] }
      """#)
    let found = client.diagnostics
    #expect(
      found == [
        "1:19-1:27 unknown-operator unknown operator 'fliter'; did you mean 'filter'?",
        "2:51-2:55 unknown-name unknown variable 'size'; write '$0.size' for a field of the value",
      ])
  }

  @Test func `an unfinished file keeps the mistakes that do not depend on the rest`() {
    let client = TestClient(
      #"""
      { "marbles": "1-2|",
        "operators": [ { "fliter": { "expression": "$0" } }, { "delay": { "seconds": } } ] }
      """#)
    let found = client.diagnostics
    #expect(found.count == 2, "\(found)")
    #expect(found.first?.hasPrefix("1:79-1:80 syntax") ?? false, "\(found)")
    #expect(found.last?.hasPrefix("1:19-1:27 unknown-operator") ?? false, "\(found)")
  }

  @Test func `changes arrive piece by piece`() {
    let client = TestClient("{ \"marbles\": \"ä€😀-|\" }", encodings: ["utf-16"])
    #expect(client.diagnostics.isEmpty)
    client.notify(
      "textDocument/didChange",
      [
        "textDocument": ["uri": Value(client.uri), "version": 2],
        "contentChanges": [
          [
            "range": [
              "start": ["line": 0, "character": 18], "end": ["line": 0, "character": 19],
            ],
            "text": "",
          ],
          [
            "range": [
              "start": ["line": 0, "character": 0], "end": ["line": 0, "character": 0],
            ],
            "text": "\n",
          ],
        ],
      ])
    #expect(client.diagnostics == [])
  }

  @Test func `hovers explain operators, functions, fields and parameters`() {
    let debounce = TestClient(
      #"{"marbles": "a-b|", "operators": [{"deb¦ounce": {"seconds": 2}}]}"#
    ).hover
    #expect(debounce?.contains("**debounce**") ?? false)
    #expect(debounce?.contains("-|") ?? false)
    #expect(debounce?.contains("receives `string`, emits `string`") ?? false)
    let field = TestClient(
      #"{"stream": [{"value": {"load": 0.5}}], "operators": [{"filter": {"expression": "$0.lo¦ad > 1"}}]}"#
    ).hover
    #expect(field?.contains("**load**: `double`, such as `0.5`") ?? false, "\(field ?? "")")
    #expect(field?.contains("the expression: `bool`") ?? false)
    let function = TestClient(
      #"{"marbles": "a|", "operators": [{"filter": {"expression": "$0.star¦tsWith('a')"}}]}"#
    ).hover
    #expect(function?.contains("string.startsWith(string) -> bool") ?? false)
    let parameter = TestClient(
      #"{"parameters": {"limit": {"value": 5, "description": "how many"}}, "marbles": "1|", "operators": [{"filter": {"expression": "$0 > $li¦mit"}}]}"#
    ).hover
    #expect(parameter?.contains("how many") ?? false)
  }

  @Test func `a rename reaches every use`() throws {
    let client = TestClient(
      #"""
      { "definitions": { "fast": { "marbles": "1|" }, "both": { "merge": ["fast", "fast"] } },
        "from": "fa¦st",
        "tests": [ { "inputs": { "fast": "2|" }, "expect": "2|" } ] }
      """#)
    let edits = try #require(
      client.result("textDocument/rename", ["newName": "quick"])["changes"]?[Text(client.uri)]?
        .elements)
    #expect(edits.count == 5)
    #expect(
      client.applying(edits) == client.text.replacing("\"fast\"", with: "\"quick\""))
    let refused = client.request("textDocument/rename", ["newName": "both"])
    #expect(refused["error"]?["message"] == "there is already a 'both'")
  }

  @Test func `a parameter is renamed in strings and expressions`() throws {
    let client = TestClient(
      #"""
      { "parameters": { "li¦mit": 5 }, "marbles": "1|",
        "operators": [ { "filter": { "expression": "$0 > $limit && '$limit' != ''" } },
                       { "delay": { "seconds": "$limit" } } ],
        "tests": [ { "with": { "limit": 3 }, "expect": "1|" } ] }
      """#)
    let edits = try #require(
      client.result("textDocument/rename", ["newName": "most"])["changes"]?[Text(client.uri)]?
        .elements)
    #expect(edits.count == 4)
    #expect(client.applying(edits)?.contains("$0 > $most && '$limit' != ''") ?? false)
    let refused = client.request("textDocument/rename", ["newName": "a b"])
    #expect(refused["error"]?["message"]?.text?.contains("cannot be the name") ?? false)
  }

  @Test func `a suggestion becomes a fix`() throws {
    let client = TestClient(
      #"{ "marbles": "1|", "operators": [ { "fliter": { "expression": "sise($0) > 1" } } ] }"#)
    let actions = try #require(
      client.result(
        "textDocument/codeAction",
        [
          "range": [
            "start": ["line": 0, "character": 38], "end": ["line": 0, "character": 38],
          ], "context": ["diagnostics": []],
        ]
      ).elements)
    #expect(actions.map { $0["title"]?.text } == ["Change to 'filter'"])
    let edits = try #require(actions[0]["edit"]?["changes"]?[Text(client.uri)]?.elements)
    #expect(client.applying(edits)?.contains(#"{ "filter": {"#) ?? false)
  }

  @Test func `hints show the type that each operator emits`() throws {
    let client = TestClient(
      #"{ "marbles": "1|", "operators": [ { "map": { "expression": "$0 > 1" } }, { "collect": {} } ] }"#
    )
    let hints = try #require(client.result("textDocument/inlayHint").elements)
    #expect(hints.map { $0["label"]?.text } == ["→ bool", "→ list(bool)"])
    #expect(hints.map { $0["position"]?["character"]?.integer } == [71, 90])
  }

  @Test func `lenses play and test, and show the result`() throws {
    let client = TestClient(
      #"{ "marbles": "1-2|", "tests": [ { "name": "as it is", "expect": "1-2|" }, { "name": "wrong", "expect": "1|" } ] }"#
    )
    func titles() -> [String?] {
      (client.result("textDocument/codeLens").elements ?? []).map { $0["command"]?["title"]?.text }
    }
    #expect(titles() == ["play", "test all", "test", "test"])
    let played = client.server.receive([
      "jsonrpc": "2.0", "id": 9, "method": "workspace/executeCommand",
      "params": ["command": "stream-run.play", "arguments": [Value(client.uri)]],
    ])
    #expect(played.contains { $0["id"] == 9 && $0["result"] != nil })
    _ = client.server.receive([
      "jsonrpc": "2.0", "id": 9, "method": "workspace/executeCommand",
      "params": ["command": "stream-run.test", "arguments": [Value(client.uri)]],
    ])
    #expect(
      titles() == [
        "play: 2 values, completed at 3 s", "test all: 1 of 2 failed", "test: passed",
        "test: failed",
      ], "\(titles())")
  }

  @Test func `formatting has the same result as the command`() throws {
    let client = TestClient("{\"marbles\":\"1|\",\"operators\":[{\"count\":{}}]}")
    let edits = try #require(
      client.result("textDocument/formatting", ["options": ["insertFinalNewline": true]]).elements)
    #expect(
      client.applying(edits) == """
        {
          "marbles": "1|",
          "operators": [ { "count": {} } ]
        }

        """)
    #expect(TestClient("{\"marbles\": ").result("textDocument/formatting") == [])
  }

  @Test func `symbols mirror the document`() throws {
    let text =
      #"{ "definitions": { "a": { "marbles": "1|" } }, "from": "a", "operators": [ { "count": {} } ] }"#
    func symbols(nested: Bool) throws -> [Value] {
      let client = TestClient(text, nestsSymbols: nested)
      return try #require(client.result("textDocument/documentSymbol").elements)
    }
    #expect(try symbols(nested: true).map { $0["name"] } == ["a", "from", "count"])
    let flat = try symbols(nested: false)
    #expect(flat.map { $0["name"] } == ["a", "marbles", "from", "count"])
    #expect(flat.map { $0["containerName"] } == [nil, "a", nil, nil])
  }

  @Test func `other JSON is left alone`() {
    let client = TestClient(
      #"{ "name": "left-pad", "version": "1.0.0", "scri¦pts": { "test": "x" } }"#)
    #expect(client.diagnostics == [])
    #expect(client.labels == [])
    #expect(client.hover == nil)
    let meant = TestClient(#"{ "marbels": "a|" }"#)
    #expect(meant.diagnostics.count == 1)
  }

  @Test func `names lead to other files, and are changed there`() throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("language-server-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { #expect(throws: Never.self) { try FileManager.default.removeItem(at: folder) } }
    let part = folder.appendingPathComponent("part.json")
    try Data(
      #"{ "parameters": { "by": 1 }, "operators": [ { "delay": { "seconds": "$by" } } ] }"#.utf8
    ).write(to: part)
    let client = TestClient(
      #"{ "definitions": { "late": { "from": "./part.json" } }, "marbles": "1|", "operators": [ { "late": { "b¦y": 2 } } ] }"#,
      uri: DocumentURI(path: folder.appendingPathComponent("a.json").path).text,
      folders: [folder.path])
    #expect(client.diagnostics == [])
    let place = try #require(client.result("textDocument/definition").elements?.first)
    #expect(place["uri"]?.text == DocumentURI(path: part.path).text)
    #expect(client.hover?.contains("**$by**") ?? false)
    let changes = client.result("textDocument/rename", ["newName": "wait"])["changes"]
    #expect(changes?[Text(client.uri)]?.elements?.count == 1)
    #expect(changes?[Text(DocumentURI(path: part.path).text)]?.elements?.count == 2)
    // The contents of the editor's buffer count, not the file.
    client.open(
      DocumentURI(path: part.path).text, #"{ "operators": [ { "count": {} } ] }"#)
    #expect(client.diagnostics.count == 1)
  }

  @Test func `the fields of a log are known where its time is written`() throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("language-server-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { #expect(throws: Never.self) { try FileManager.default.removeItem(at: folder) } }
    try Data(#"{"at": 5, "host": "a"}"#.utf8).write(
      to: folder.appendingPathComponent("log.ndjson"))
    let client = TestClient(
      #"{ "input": "log", "path": "log.ndjson", "time": "$0.¦" }"#,
      uri: DocumentURI(path: folder.appendingPathComponent("a.json").path).text)
    #expect(client.labels.starts(with: ["at", "host"]))
  }

  @Test func `a client that can watch files is asked to do so`() {
    let server = LanguageServer()
    _ = server.receive([
      "jsonrpc": "2.0", "id": 1, "method": "initialize",
      "params": [
        "capabilities": [
          "workspace": ["didChangeWatchedFiles": ["dynamicRegistration": true]]
        ]
      ],
    ])
    let asked = server.receive(["jsonrpc": "2.0", "method": "initialized", "params": [:]])
    #expect(asked.map { $0["method"] } == ["client/registerCapability"])
  }

  @Test func `requests before initialize, and unknown ones, are rejected`() {
    let server = LanguageServer()
    let early = server.receive(["jsonrpc": "2.0", "id": 1, "method": "shutdown"])
    #expect(early.first?["error"]?["code"] == -32002)
    let client = TestClient("{}")
    #expect(client.request("textDocument/unknown")["error"]?["code"] == -32601)
    #expect(client.result("shutdown") == .null)
    client.notify("exit", [:])
    #expect(client.server.exitCode == 0)
  }

  @Test func `a request that is cancelled while it waits is rejected`() {
    func message(_ value: Value) -> [UInt8] {
      let contents = Array(value.description.utf8)
      return Array("Content-Length: \(contents.count)\r\n\r\n".utf8) + contents
    }
    var queue = MessageQueue()
    let bytes =
      message(["jsonrpc": "2.0", "id": 1, "method": "a"])
      + message(["jsonrpc": "2.0", "id": 2, "method": "b"])
      + message(["jsonrpc": "2.0", "method": "$/cancelRequest", "params": ["id": 2]])
      + Array("Content-Length: 3\r\n\r\n{,}".utf8)
    for byte in bytes { queue.receive([byte]) }
    #expect(queue.next()?["id"] == 1)
    #expect(queue.next() == nil)
    #expect(queue.takeAnswers().map { $0["error"]?["code"]?.integer } == [-32800, -32700])
    #expect(queue.mistake == nil)
  }

  @Test func `messages before a mistake are kept, and none after it is found`() {
    func message(_ id: Int) -> String {
      let contents = #"{"jsonrpc":"2.0","id":\#(id),"method":"a"}"#
      return "Content-Length: \(contents.utf8.count)\r\n\r\n\(contents)"
    }
    var queue = MessageQueue()
    queue.receive(Array((message(1) + message(2) + "x\r\n\r\n" + message(3)).utf8))
    #expect(queue.mistake != nil)
    queue.receive(Array(message(4).utf8))
    #expect([queue.next(), queue.next(), queue.next()].map { $0?["id"] } == [1, 2, nil])
    #expect(queue.isEmpty)
  }
}
