import Editing
import TestSupport
import Testing
import Values

struct DocumentEditTests {
  private func edited(_ text: String, _ words: String...) throws -> String {
    let source = SourceText(name: "a.json", text)
    let edits = try DocumentEdit.edits(words)
    return String(decoding: try edits.applied(to: source).bytes, as: UTF8.self)
  }

  private static let document = """
    {
      "name": "n",
      "operators": [
        { "delay": { "seconds": 1 } },
        { "count": {} }
      ],
      "a b": [1, 2.50]
    }

    """

  @Test(arguments: [
    (["set", "operators[0].delay.seconds", "5e-1"], "1 }", "5e-1 }"),
    (["set", "/operators/0/delay/seconds", "2"], "1 }", "2 }"),
    (["set", "['a b'][1]", "[{\"x\":1}]"], "2.50", "[ { \"x\": 1 } ]"),
    (["set", "hot", "true"], "2.50]", "2.50],\n  \"hot\": true"),
    (["remove", "name"], "\n  \"name\": \"n\",", ""),
    (["remove", "['a b']"], ",\n  \"a b\": [1, 2.50]", ""),
    (["remove", "operators[0]"], "{ \"delay\": { \"seconds\": 1 } },\n    ", ""),
    (["remove", "operators[1]"], ",\n    { \"count\": {} }", ""),
    (["remove", "operators[0].delay.seconds"], " \"seconds\": 1 ", ""),
    (["remove", "/a b/0"], "1, ", ""),
    (
      ["insert", "operators[-]", "{\"map\":{\"expression\":\"$0\"}}"], "{} }\n",
      "{} },\n    { \"map\": { \"expression\": \"$0\" } }\n"
    ),
    (
      ["insert", "operators[0]", "{\"first\":{}}"], "{ \"delay\"",
      "{ \"first\": {} },\n    { \"delay\""
    ),
    (["insert", "operators[1]", "7"], "{ \"count\"", "7,\n    { \"count\""),
    (["insert", "/a b/-", "3"], "2.50]", "2.50, 3]"),
    (["insert", "/a b/0", "0"], "[1,", "[0, 1,"),
    (["insert", "operators[1].count.atEnd", "\"é\""], "{} }", "{ \"atEnd\": \"é\" } }"),
    (["move", "name", "description"], "\"name\"", "\"description\""),
  ])
  func `an edit changes nothing else`(words: [String], old: String, new: String) throws {
    let source = SourceText(name: "a.json", Self.document)
    let result = try DocumentEdit.edits(words).applied(to: source)
    #expect(
      String(decoding: result.bytes, as: UTF8.self)
        == Self.document.replacing(old, with: new, maxReplacements: 1))
  }

  @Test func `a value moves with its text`() throws {
    #expect(
      try edited(Self.document, "move", "operators[1]", "operators[0]") == """
        {
          "name": "n",
          "operators": [
            { "count": {} },
            { "delay": { "seconds": 1 } }
          ],
          "a b": [1, 2.50]
        }

        """)
    #expect(
      try edited(#"{"a": {"x": 1.50}, "b": {}}"#, "move", "a.x", "b.y")
        == #"{"a": {}, "b": { "y": 1.50 }}"#)
  }

  @Test func `additions look like their neighbours`() throws {
    #expect(try edited(#"{"a":1}"#, "set", "b", "[1, {\"c\": 2}]") == #"{"a":1,"b":[1,{"c":2}]}"#)
    #expect(try edited("[\r\n\t1\r\n]", "insert", "[-]", "2") == "[\r\n\t1,\r\n\t2\r\n]")
    #expect(try edited("[]", "insert", "[-]", "{\"a\": 1}") == "[ { \"a\": 1 } ]")
    #expect(try edited("{ }", "set", "a", "1") == "{ \"a\": 1 }")
    let long = "[" + (0..<30).map { "\"item \($0)\"" }.joined(separator: ",") + "]"
    let result = try edited("{\n  \"a\": 1\n}\n", "set", "b", long)
    #expect(result.hasPrefix("{\n  \"a\": 1,\n  \"b\": [\n    \"item 0\", \"item 1\","))
    #expect(result.split(separator: "\n").allSatisfy { $0.count <= 100 })
  }

  @Test func `several edits are one change`() throws {
    #expect(
      try edited("[1, 2, 3]", "remove", "[0]", "set", "[0]", "9", "insert", "[-]", "4")
        == "[9, 3, 4]")
    #expect(throws: EditError.self) { try edited("[1]", "set", "[0]", "2", "remove", "[7]") }
  }

  @Test(arguments: [
    (
      ["set", "operators[5].x", "1"],
      "'operators[5].x' does not exist: 'operators' has 2 elements; the last one is [1]"
    ),
    (
      ["remove", "nam"],
      "'nam' does not exist: the file has no key 'nam'; it has 'name', 'operators', 'a b'"
    ),
    (
      ["set", "name.x", "1"],
      "'name.x' does not exist: 'name' is not an array or an object"
    ),
    (
      ["set", "operators.x", "1"],
      "'operators.x' does not exist: 'operators' is an array, expected an index"
    ),
    (
      ["insert", "tests[-]", "{}"],
      "'tests[-]' does not exist: the file has no key 'tests'; "
        + "insert it with an array as its value, such as '[ … ]'"
    ),
    (["insert", "name", "1"], "'name' already exists; 'set' replaces it"),
    (["remove", ""], "the whole file cannot be removed; 'set' replaces it"),
    (
      ["set", "a[", "1"],
      "the path 'a[' is wrong at character 3; expected an index, '-', or a key "
        + "in quotes; write a path such as stream[3].operators[0] or /stream/3/operators/0"
    ),
    (["set", "name", "Anna"], "'Anna' is not JSON: "),
    (["put"], "unknown edit 'put'; expected set, insert, remove or move"),
    (["set", "name"], "'set' without a value; expected set PATH JSON"),
    (["move", "name"], "'move' without a second path; expected move PATH PATH"),
    ([], "no edit; expected set, insert, remove or move"),
  ])
  func `an impossible edit reports the reason`(words: [String], message: String) throws {
    let error = #expect(throws: EditError.self) {
      _ = try DocumentEdit.edits(words).applied(to: SourceText(name: "a", Self.document))
    }
    let text = error.map { $0.message + ($0.hint.map { "; \($0)" } ?? "") } ?? ""
    #expect(text.hasPrefix(message), "\(text)")
  }

  /// The edited text has the same meaning as the edited value.
  @Test func `random edits have the same effect on the text as on the value`() throws {
    var count = 0
    let cases = RandomCampaign.cases ?? 700
    for seed in 0..<cases {
      var random = SplitMix64(seed: UInt64(seed))
      let source = SourceText(name: "a", RandomJSON(random: random).text)
      let value = try JSONReader.value(of: source).value
      _ = random.next()
      let (words, expected) = try ValueEditing(random: random).edit(of: value)
      guard let expected else { continue }
      count += 1
      let result = try DocumentEdit.edits(words).applied(to: source)
      let found = try JSONReader.value(of: result)
      #expect(found.value == expected, "seed \(seed): \(words)")
      #expect(found.notes.isEmpty)
    }
    #expect(count > cases / 3)
  }
}

/// Makes a random edit, and applies it to a value.
private struct ValueEditing {
  var random: SplitMix64

  /// Returns the words of an edit and the edited value; nil if the edit makes no sense there.
  func edit(of value: Value) throws -> (words: [String], edited: Value?) {
    var random = random
    var path: [DocumentPath.Component] = []
    var here = value
    while !random.oneIn(4) {
      switch here {
      case .object(let object) where !object.members.isEmpty:
        let member = object.members[random.below(object.members.count)]
        path.append(.key(member.key))
        here = member.value
      case .array(let elements) where !elements.isEmpty:
        let index = random.below(elements.count)
        path.append(.index(index))
        here = elements[index]
      default: break
      }
      if case .object = here { continue }
      if case .array = here { continue }
      break
    }
    let text = random.oneIn(2) ? pointer(path) : DocumentPath(path).description
    let new = Value.array([.int(1), .string("é")])
    switch random.below(4) {
    case 0: return (["set", text, "[1,\"é\"]"], changed(value, path[...]) { _ in new })
    case 1:
      guard !path.isEmpty else { return ([], nil) }
      return (["remove", text], changed(value, path[...]) { _ in nil })
    case 2:
      guard case .array(let elements) = here else { return ([], nil) }
      return (
        ["insert", text.hasPrefix("/") || text.isEmpty ? text + "/-" : text + "[-]", "[1,\"é\"]"],
        changed(value, path[...]) { _ in .array(elements + [new]) }
      )
    default:
      guard case .object(let object) = here, object["new key"] == nil else { return ([], nil) }
      return (
        [
          "set", text + (text.hasPrefix("/") || text.isEmpty ? "/new key" : "['new key']"),
          "[1,\"é\"]",
        ],
        changed(value, path[...]) { _ in
          .object(Object(object.members + [Member(key: "new key", value: new)]))
        }
      )
    }
  }

  private func pointer(_ path: [DocumentPath.Component]) -> String {
    path.map { component in
      switch component {
      case .index(let index): "/\(index)"
      case .key(let key):
        "/" + key.string.replacing("~", with: "~0").replacing("/", with: "~1")
      }
    }.joined()
  }

  private func changed(
    _ value: Value, _ path: ArraySlice<DocumentPath.Component>, _ change: (Value) -> Value?
  ) -> Value? {
    guard let first = path.first else { return change(value) }
    switch (first, value) {
    case (.key(let key), .object(let object)):
      var members: [Member] = []
      for member in object.members {
        guard member.key == key else {
          members.append(member)
          continue
        }
        if let value = changed(member.value, path.dropFirst(), change) {
          members.append(Member(key: key, value: value))
        }
      }
      return .object(Object(members))
    case (.index(let index), .array(let elements)):
      var elements = elements
      if let value = changed(elements[index], path.dropFirst(), change) {
        elements[index] = value
      } else {
        elements.remove(at: index)
      }
      return .array(elements)
    default: return nil
    }
  }
}
