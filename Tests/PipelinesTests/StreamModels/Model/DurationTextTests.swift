import Marbles
import Pipelines
import TestSupport
import Testing
import Values

/// Durations written as strings: exact, and written back unchanged.
@Suite struct DurationTextTests {
  @Test(
    arguments: [
      ("250ms", 250_000_000), ("30s", 30_000_000_000), ("1h30m", 5_400_000_000_000),
      ("7d", 604_800_000_000_000), ("1w", 604_800_000_000_000), ("1ns", 1), ("0s", 0),
      ("1d2h3m4s5ms6us7ns", 93_784_005_006_007), ("1.5d", 129_600_000_000_000),
      ("0.3m", 18_000_000_000),
      ("0.0000000005s", 1), ("0.00000000049999999999999999999999999s", 0),
      ("000001s", 1_000_000_000),
      ("1h0.5s", 3_600_500_000_000), ("9223372036.854775806s", 9_223_372_036_854_775_806),
      ("0.333333333333333333333333333333w", 201_600_000_000_000),
    ] as [(String, Int64)])
  func `a duration in a string is exact`(text: String, nanoseconds: Int64) {
    #expect(Seconds(text)?.nanoseconds == nanoseconds)
    #expect(Seconds(text)?.spelling == text)
  }

  @Test(arguments: [
    "", "5", "s", "5 s", "30s1h", "1s1s", "1.5h30m", "1h-5m", "+5s", "1e3s", ".5s", "5.s", "PT5M",
    "5min", "5S",
    "٣s", "9223372036.854775807s", "99999999999999999999w", "1,5s", "5s ", "1h30", "5\u{301}s",
    "1.5\u{301}s",
  ])
  func `any other string is not a duration`(text: String) {
    #expect(Seconds(text) == nil)
  }

  @Test func `sums of random numbers and units are exact`() throws {
    let units: [(String, Int64)] = [
      ("w", 604_800_000_000_000), ("d", 86_400_000_000_000), ("h", 3_600_000_000_000),
      ("m", 60_000_000_000), ("s", 1_000_000_000), ("ms", 1_000_000), ("us", 1000), ("ns", 1),
    ]
    var random = SplitMix64(seed: 20_261_123)
    for _ in 0..<2000 {
      var (text, sum) = ("", Int64(0))
      for (name, unit) in units where Bool.random(using: &random) {
        let number = Int64.random(in: 0...1000, using: &random)
        text += "\(number)\(name)"
        sum += number * unit
      }
      guard !text.isEmpty else { continue }
      #expect(Seconds(text)?.nanoseconds == sum, "\(text), seed 20261123")
      // The same duration in decimal seconds.
      let decimal =
        "\(sum / 1_000_000_000).\(String(sum % 1_000_000_000 + 1_000_000_000).dropFirst())"
      #expect(Seconds("\(decimal)s")?.nanoseconds == sum, "\(decimal)s, seed 20261123")
    }
  }

  static let document = #"""
    {"merge":[{"input":"a","time":"$0","late":{"reorder":"1m"}},{"input":"b","every":"250ms"},{"marbles":"1|","frame":"1h"},{"stream":[{"value":1,"operators":[{"delay":{"seconds":"1s"}}]},{"value":2,"operators":[{"delay":{"seconds":1}}]},{"value":3,"operators":[{"delay":{"seconds":"1000ms"}}]}]}],"operators":[{"debounce":{"seconds":"2m"}},{"retry":{"delay":["1s",2,"3s"]}},{"repeat":{"delay":"1m"}}],"expect":[{"time":"2h","value":1},{"time":7200,"completion":"finished"}]}
    """#

  @Test func `a file is written back unchanged`() throws {
    let source = SourceText(name: "t.json", bytes: Array(Self.document.utf8))
    let model = try StreamModel<Value>(source)
    let text = JSONWriter.text(of: try ValueEncoder().encode(model))
    #expect(String(decoding: text, as: UTF8.self) == Self.document)
  }

  @Test func `a duration in a string plays like the same number`() throws {
    func played(_ seconds: String, _ frame: String) throws -> String {
      let text = """
        {"marbles": "1-2-3---4|", "frame": \(frame), "operators": [{"debounce": {"seconds": \(seconds)}}]}
        """
      let model = try StreamModel<Value>(SourceText(name: "t.json", bytes: Array(text.utf8)))
      return try model.play().description
    }
    #expect(try played("\"2m\"", "\"1m\"") == played("120", "60"))
    #expect(try played("\"1m500ms\"", "\"0.5m\"") == played("60.5", "30"))
  }

  @Test func `an input that is spelled in two ways is read once`() throws {
    let text = #"{"merge": [{"input": "a", "every": 60}, {"input": "a", "every": "1m"}]}"#
    _ = try Program(StreamModel<Value>(SourceText(name: "t.json", bytes: Array(text.utf8))))
  }
}
