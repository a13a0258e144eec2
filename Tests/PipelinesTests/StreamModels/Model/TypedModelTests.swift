import Pipelines
import Testing
import Values

/// Models whose values have a Swift type.
@Suite struct TypedModelTests {
  struct Point: Codable, Hashable, CustomStringConvertible {
    var x: Int
    var y: Double = 0
    var description: String { "(\(x),\(y))" }
  }

  @Test func `values keep their type`() throws {
    #expect(
      try StreamModel(stream: [StreamItem(1, .delay(seconds: 1)), StreamItem(2)]).play().brief
        == "1@1 2@1 |@1")
    #expect(
      try StreamModel(
        stream: [StreamItem("a")], operators: [.map(expression: "$0 + 'b'")]
      ).play().brief == "ab@0 |@0")
    #expect(
      try StreamModel(
        stream: [StreamItem(Point(x: 1)), StreamItem(Point(x: 2))],
        operators: [.filter(expression: "$0.x > 1"), .delay(seconds: 0.5)]
      ).play().brief == "(2,0.0)@0.5 |@0.5")
    #expect(
      try StreamModel(
        stream: [StreamItem(1.5)], operators: [.scan(initialValue: 1, expression: "$0 + $1")]
      ).play().brief == "2.5@0 |@0")
  }

  @Test func `a typed model can be decoded from the text of a file`() throws {
    let text = #"{"stream": [{"value": {"x": 1, "y": 2.5}}, {"value": {"y": 1, "x": 2}}]}"#
    let model = try StreamModel<Point>(SourceText(name: "test.json", text))
    #expect(try model.play().brief == "(1,2.5)@0 (2,1.0)@0 |@0")
  }

  @Test func `a value that map changes to another type is a failure`() throws {
    let model = StreamModel(
      stream: [StreamItem(1, .delay(seconds: 1)), StreamItem(2, .delay(seconds: 1))],
      operators: [.map(expression: "$0 < 2 ? $0 : 'two'")])
    #expect(try model.play().brief == #"1@1 #"two" is not a value of type Int@2"#)
    let long = StreamModel(
      stream: [StreamItem(Point(x: 1))],
      operators: [.map(expression: "{'x': '0123456789012345678901234567890123456789'}")])
    #expect(
      try long.play().brief
        == #"#{"x":"0123456789012345678901234567890123… is not a value of type Point@0"#)
  }

  @Test func `a value of another type in the file is a mistake at its place`() {
    let text = #"{"stream": [{"value": 1}, {"value": "two"}, {"value": 1.5}, {"value": null}]}"#
    let error = #expect(throws: Diagnostics.self) {
      try StreamModel<Int>(SourceText(name: "test.json", text))
    }
    #expect(
      "\(error ?? Diagnostics())" == """
        test.json:1:37: error: not a value of type Int: found a string, expected Int
        test.json:1:55: error: not a value of type Int: found a double, expected Int
        test.json:1:71: error: not a value of type Int: found null, expected Int
        """)
  }

  @Test func `a value that JSON cannot represent is a mistake`() {
    let doubles = StreamModel(stream: [StreamItem(1), StreamItem(Double.nan)])
    #expect(
      outcome { try doubles.play().brief }
        == "stream[1].value: error: found nan, expected a value that JSON can hold")
    let values = StreamModel<Value>(
      stream: [StreamItem(["a": [1, .double(-.infinity)]]), StreamItem(1)])
    #expect(
      outcome { try values.play().brief }
        == "stream[0].value: error: found -inf, expected a value that JSON can hold")
  }

  @Test func `mistakes in a model made in Swift have a path`() {
    let model = StreamModel(
      stream: [StreamItem(1), StreamItem(2, .delay(seconds: 1), .map(expression: "$0 +"))],
      operators: [.filter(expression: "$1"), .scan(initialValue: 0, expression: "a")])
    #expect(
      outcome { try model.play().brief } == """
        stream[1].operators[1].map.expression: error: found the end, expected an operand
        operators[0].filter.expression: error: '$1' is not available here; it is the second value \
        in 'scan', 'reduce' and 'removeDuplicates', the array so far in 'collect', and the \
        previous value of a 'pattern'
        operators[1].scan.expression: error: unknown variable 'a'; write '$0.a' for a field of the \
        value
        """)
  }

  @Test(arguments: [0.1, 1e-9, 2.5, 1_000_000])
  func `seconds from a literal equal those from a file`(seconds: Double) throws {
    #expect(Seconds(.seconds(seconds)) == Seconds(floatLiteral: seconds))
    let text = #"{"stream": [], "operators": [{"delay": {"seconds": \#(seconds)}}]}"#
    let model = try StreamModel<Int>(SourceText(name: "test.json", text))
    #expect(model.operators == [.delay(seconds: Seconds(floatLiteral: seconds))])
  }
}
