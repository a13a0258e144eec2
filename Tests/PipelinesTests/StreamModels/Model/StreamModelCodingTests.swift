import Foundation
import Pipelines
import Testing
import Values

/// Models written and read again: nothing is lost.
@Suite struct StreamModelCodingTests {
  struct Reading: Codable, Hashable {
    var sensor: String
    var level: Double?
    var tags: [String] = []
  }

  static func model<Element>(_ values: [Element]) -> StreamModel<Element> {
    var items = StreamItems<Element>()
    for (index, value) in values.enumerated() {
      let operators: [[Operator]] = [
        [], [.delay(seconds: 1)], [.delay(seconds: 0.1), .map(expression: "$0")],
      ]
      var item = StreamItem(value, operators: operators[index % 3])
      if index % 2 == 1 { item.annotations = [Member(key: "$note", value: .int(Int64(index)))] }
      items.append(item)
    }
    var model = StreamModel(
      id: UUID(uuidString: "6F1B7C1E-52C2-4B6A-9C0E-0B7D1F1C9A11"), name: "A “name”",
      description: "a\nb", source: .stream(items), operators: Self.operators)
    model.isDefault = false
    model.format = 1
    model.expect = .events([
      StatedEvent(time: 0.5, .value(["a": 1.5]), annotations: [Member(key: "$b", value: "c")]),
      StatedEvent(time: 1, .failure(nil)),
    ])
    model.tests = tests
    model.annotations = [
      Member(key: "$comment", value: "for people"), Member(key: "$schema", value: ["x": .null]),
    ]
    return model
  }

  static var tests: [StreamTest] {
    var named = StreamTest(
      name: "named",
      inputs: [
        TestInput("a", .timeline("ab|")), TestInput("b", .file("./b.csv")),
        TestInput(
          "c",
          .timeline(
            .events([StatedEvent(time: 0, .finished), StatedEvent(time: 1, .failure("no"))]))),
      ], values: [Member(key: "a", value: [1])],
      expect: .diagram(
        MarbleSource("-a#", values: [Member(key: "a", value: .null)], frame: 0.5, error: "e"),
        annotations: [Member(key: "$c", value: 1)]))
    named.annotations = [Member(key: "$d", value: 2.5)]
    var part = StreamTest(name: "x", expect: .file("./e.ndjson"))
    part.with = [Member(key: "p", value: 1)]
    part.annotations = [Member(key: "$e", value: [1])]
    let streams = StreamTest(
      inputs: [
        TestInput("d", .stream(StreamModel(source: .marbles(MarbleSource("^a", isHot: true))))),
        TestInput("e", .stream(StreamModel(source: .from("d"), operators: [.delay(seconds: 1)]))),
      ], outputs: [TestOutput("d", "a|"), TestOutput("e", .events([]))],
      cases: [part, StreamTest(outputs: [TestOutput("d", "b|")])])
    return [named, StreamTest(expect: ""), streams]
  }

  static var operators: [Operator] {
    var filter = Operator.filter(expression: "$0 != 3")
    filter.annotations = [Member(key: "$why", value: "because")]
    filter.parameterAnnotations = [Member(key: "$unit", value: ["s"])]
    return [
      filter, .scan(initialValue: ["sum": 0, "by": [.null, true]], expression: "$0"),
      .dropFirst(count: 2), .delay(seconds: Seconds(nanoseconds: 1_234_567_891)),
    ]
  }

  private func expectLossless<Element: Codable & Hashable>(_ values: [Element]) throws {
    let model = Self.model(values)
    let encoder = JSONEncoder()
    // Otherwise the order of keys is arbitrary.
    encoder.outputFormatting = .sortedKeys
    let json = try encoder.encode(model)
    #expect(try JSONDecoder().decode(StreamModel<Element>.self, from: json) == model)
    let source = SourceText(name: "test.json", String(decoding: json, as: UTF8.self))
    #expect(try StreamModel<Element>(source) == model)
    let value = try ValueEncoder().encode(model)
    #expect(try ValueDecoder().decode(StreamModel<Element>.self, from: value) == model)
    let text = SourceText(name: "test.json", bytes: JSONWriter.text(of: value))
    let read = try StreamModel<Element>(text)
    #expect(read == model)
    #expect(read.hashValue == model.hashValue)
    #expect(read.id == model.id)
    #expect(try ValueEncoder().encode(read) == value)
  }

  @Test func `models of every kind of value are written and read without loss`() throws {
    try expectLossless([1, -2, Int.max])
    try expectLossless(["", "a\"b\\c\u{0}", "👩‍👩‍👧 é"])
    try expectLossless([0.5, 1e300, -0.1])
    try expectLossless([true, false])
    try expectLossless([1, nil, 3] as [Int?])
    try expectLossless([Reading(sensor: "a"), Reading(sensor: "b", level: 1.5, tags: ["x", "y"])])
    try expectLossless([[1], [], [2, 3]])
    try expectLossless([.null, true, 1, "text", [1, [.null]], ["a": ["b": [:]]]] as [Value])
    try expectLossless([] as [Int])
  }

  @Test func `our own reader distinguishes 1 from 1.0, and keeps the order of keys`() throws {
    let text = #"{"stream":[{"value":1.0},{"value":1},{"value":{"b":1.0,"a":[2.0]}}]}"#
    let model = try StreamModel<Value>(SourceText(name: "test.json", text))
    #expect("\(try ValueEncoder().encode(model))" == text)
  }

  @Test func `a file is written in the format's order, without anything that it did not have`()
    throws
  {
    let text = """
      {"$schema":"s","format":1,"id":"6F1B7C1E-52C2-4B6A-9C0E-0B7D1F1C9A11","name":"n",\
      "description":"d","isDefault":true,"stream":[{"$note":1,"value":1,"operators":[{"delay":\
      {"seconds":0.5}}]},{"value":null}],"operators":[{"$a":1,"dropFirst":{"$b":2,"count":1}}],\
      "expect":[]}
      """
    let model = try StreamModel<Value>(SourceText(name: "test.json", text))
    #expect("\(try ValueEncoder().encode(model))" == text)
    let bare = #"{"stream":[]}"#
    #expect(
      "\(try ValueEncoder().encode(StreamModel<Value>(SourceText(name: "test.json", bare))))"
        == bare)
  }

  @Test(arguments: [
    "0.000000001", "0.1", "1.1", "86400.123456789", "4503599.627370495", "9007199.25474099",
    "9223372036.854775806", "5",
  ])
  func `seconds are written so that they can be read back`(seconds: String) throws {
    let text = #"{"stream":[],"operators":[{"delay":{"seconds":\#(seconds)}}]}"#
    let model = try StreamModel<Value>(SourceText(name: "test.json", text))
    let read = try StreamModel<Value>(
      SourceText(name: "test.json", "\(try ValueEncoder().encode(model))"))
    // A double is not precise enough for every nanosecond after 104 days.
    guard !seconds.hasPrefix("922") else { return }
    #expect(read == model)
    #expect(try read.play() == model.play())
  }

  @Test func `different models are unequal`() throws {
    let model = Self.model([1, 2, 3])
    var others = Array(repeating: model, count: 14)
    others[0].name = nil
    others[1].description = "other"
    others[2].statedID = nil
    others[3].operators.removeLast()
    others[4].isDefault = true
    others[5].format = nil
    others[6].expect = nil
    others[7].annotations.removeLast()
    others[8].operators[0].annotations = []
    others[9].operators[0].parameterAnnotations = []
    guard case .stream(var items) = model.source else { return }
    items[1].annotations = []
    others[10].source = .stream(items)
    items = items.filter { $0.value != 2 } as StreamItems<Int>
    others[11].source = .stream(items)
    others[12].tests.removeLast()
    others[13].tests[0].inputs.removeLast()
    #expect(Set(others + [model]).count == 15)
  }

  @Test func `a foreign decoder reports all mistakes in one DecodingError`() throws {
    let json = Data(
      #"{"stream": [{"value": 1, "operators": [{"dealy": {"seconds": 1}}, {"delay": {}}]}, {"value": "x"}], "nam": 1}"#
        .utf8)
    let error = #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(StreamModel<Int>.self, from: json)
    }
    guard case .dataCorrupted(let context) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(
      context.debugDescription == """
        nam: error: unknown key 'nam' in a stream model; did you mean 'name'?
        stream[0].operators[1].delay: error: operator 'delay' with no parameters, \
        expected {seconds} or {expression, onError?}; write "delay": {"seconds": 2}
        stream[1].value: error: not a value of type Int: expected to decode Int but found a string \
        instead
        stream[0].operators[0].dealy: error: unknown operator 'dealy'; did you mean 'delay'?
        """)
    #expect(context.underlyingError is Diagnostics)
  }

  @Test func `nesting that is too deep for a foreign decoder is also a DecodingError`() throws {
    var nested: Value = 1
    for _ in 0..<600 { nested = [nested] }
    let model: Value = ["stream": [["value": nested]]]
    #expect(throws: DecodingError.self) {
      try ValueDecoder().decode(StreamModel<Value>.self, from: model)
    }
  }
}
