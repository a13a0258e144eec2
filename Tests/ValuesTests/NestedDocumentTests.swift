import Testing

@testable import Values

/// Nested containers, in every order, down to the limit.
@Suite struct NestedDocumentTests {
  /// A value within as many containers as the limit allows, with something before and after each of
  /// them.
  static let nestings: [(before: String, after: String)] = [
    ("[", "]"), ("[[],", ",{}]"), (#"{"a":"#, "}"), (#"{"a":1,"b":"#, #","c":[2]}"#),
    (#"{ "\u0061" : "#, " } "), (#"{"a":{},"a":1,"b":"#, #","b":[{}]}"#),
  ]

  @Test(arguments: nestings)
  func `a document nested to the limit is read and skipped`(
    nesting: (before: String, after: String)
  ) throws {
    // The values next to the inner one are one level deeper, or two.
    let count = JSONReader.nestingLimit - 2
    let text =
      String(repeating: nesting.before, count: count) + "7"
      + String(repeating: nesting.after, count: count)
    let value = try read(text)
    #expect(try depth(of: value) == count)
    #expect(try read("\(value)") == value)
    try skip(text)
  }

  /// Returns the number of containers around a 7.
  private func depth(of value: Value) throws -> Int {
    var (depth, inner) = (0, value)
    while inner != 7 {
      switch inner {
      case .array(let elements): inner = elements.count > 1 ? elements[1] : elements[0]
      case .object(let object): inner = try #require(object["b"] ?? object["a"])
      default: throw ReadError("found \(inner)", offset: 0)
      }
      depth += 1
    }
    return depth
  }

  @Test func `objects with unshared shapes can be nested`() throws {
    func object(_ depth: Int) -> String {
      let names = (0..<300).map { "\"d\(depth)k\($0)\":\($0)" }
      let inner = depth == 0 ? "[]" : "[\(object(depth - 1)),{\"a\":1}]"
      return "{\(names.joined(separator: ",")),\"inner\":\(inner),\"last\":\(depth)}"
    }
    let text = object(3)
    #expect(try read(text).description == text)
  }

  @Test func `a duplicate key is noted in an object nested in one with very many keys`() throws {
    let names = (0..<300).map { "\"k\($0)\":{\"a\":[\($0)]}" }
    let text = "{\(names.joined(separator: ",")),\"k7\":[{\"k8\":1}],\"k300\":{\"a\":1,\"a\":[2]}}"
    let (value, notes) = try JSONReader.value(of: SourceText(name: "", text))
    #expect(
      notes.map(\.message) == ["k7", "a"].map { "key '\($0)' is already in this object" })
    guard case .object(let object) = value else {
      Issue.record("another kind of value")
      return
    }
    #expect(object.count == 301)
    #expect(object["k7"] == ["a": [7]] && object["k300"] == ["a": 1])
  }

  @Test func `state left over from a mistake is discarded when the reader restarts`() throws {
    let keys = (0..<300).map { "\"k\($0)\":1" }.joined(separator: ",")
    let broken = #"[1,{"a":[2,{\#(keys),"b":{"c":nul"#
    let right = #"{"a":[{"b":[3]}]}"#
    let bytes = Array((broken + "\0" + right).utf8)
    try JSONReader.reading(padded: bytes + Array(repeating: 0, count: 8), count: bytes.count) {
      reader in
      for _ in 0..<3 {
        reader.start(at: 0)
        #expect(throws: ReadError.self) { try reader.readValue() }
        reader.start(at: 0)
        #expect(throws: ReadError.self) { try reader.skipValue() }
        reader.start(at: broken.utf8.count + 1)
        #expect(try reader.readValue().description == right)
        reader.start(at: broken.utf8.count + 1)
        try reader.skipValue()
        try reader.finish()
      }
    }
  }

  @Test func `an error is one word wide`() {
    #expect(MemoryLayout<ReadError>.size == MemoryLayout<Int>.size)
  }
}
