import TestSupport
import Testing

@testable import Values

/// Short strings of records that one thread skips and another one creates.
@Suite struct DeferredTextTests {
  private static let lines = [
    #"{"a": 1, "b": "x", "c": ["y", {"a": "z"}], "d": "sixteen bytes so"}"#,
    #"{"a":"1","b":"x","c":"","d":"more than sixteen bytes"}"#,
    #"{"a":"1","b":"x","c":"","d":"p"}"#,
    #"{"b": "z", "a": {"a": "n", "b": "m"}}"#, "{}", "7", #""text""#, #"["a", {"a": "b"}]"#,
    #"[{"a": "b"}]"#, #"{"a": "é", "b": "\u00e9", "c": "\n", "\u0061": "5"}"#,
    #"{"a": "1", "a": "2", "b": "3"}"#, #"{ "d" : "1" , "c" : "2" }"#,
  ]
  private static let mistakes = [
    #"{"a": "1", "b": 01}"#, #"{"a": "1", "b": "\x"}"#, #"{"a": "1", "b": "2"} x"#,
    #"{"a": "1", "b"#,
  ]

  /// Reads the lines of a batch into the places of the previous ones, as a thread does, and creates
  /// the remaining strings.
  private struct Readings {
    let reader = ReaderMemory()
    let player = ReaderMemory()
    private var deferred: [DeferredText] = []
    private let values = UnsafeMutablePointer<Value>.allocate(capacity: 64)

    init(only fields: Set<Text>?) {
      values.initialize(repeating: .null, count: 64)
      reader.deferTexts()
      if let fields { reader.readOnly(fields) }
    }

    func end() {
      values.deinitialize(count: 64)
      values.deallocate()
    }

    mutating func read(_ lines: [String]) -> [String] {
      player.release(deferred, in: values)
      reader.makeRoom()
      var text = lines.joined(separator: "\n").utf8.map { $0 == 0x0A ? 0 : $0 }
      text += [UInt8](repeating: 0, count: 8)
      var told: [String?] = []
      JSONReader.reading(padded: text, count: text.count - 8, with: reader) { reader in
        var start = 0
        for line in lines {
          let record = told.count
          reader.start(at: start)
          reader.record = record
          start += line.utf8.count + 1
          do throws(ReadError) {
            try reader.readValue(into: &values[record])
            told.append(reader.ends(at: start - 1) ? nil : "bad")
          } catch {
            told.append("bad")
          }
          if told[record] != nil { reader.forgetDeferred() }
        }
      }
      reader.takeDeferred(&deferred)
      player.make(deferred, of: text, in: values)
      return told.enumerated().map { $1 ?? "\(values[$0])" }
    }

    func value(at index: Int) -> Value { values[index] }
  }

  private static func readOne(_ line: String) -> String {
    let memory = ReaderMemory()
    let source = SourceText(name: "", line)
    return JSONReader.reading(padded: source.paddedBytes, count: source.count, with: memory) {
      reader in
      do throws(ReadError) {
        let value = try reader.readValue()
        return reader.ends(at: source.count) ? "\(value)" : "bad"
      } catch {
        return "bad"
      }
    }
  }

  @Test func `records are complete once their strings have been created`() {
    var readings = Readings(only: nil)
    defer { readings.end() }
    let seed = UInt64.random(in: 0 ... .max)
    var random = SplitMix64(seed: seed)
    for turn in 0..<300 {
      let lines = (0..<1 + Int(random.next() % 63)).map { _ in
        random.next() % 8 == 0
          ? Self.mistakes[Int(random.next() % UInt64(Self.mistakes.count))]
          : Self.lines[Int(random.next() % UInt64(turn < 100 ? 3 : Self.lines.count))]
      }
      let expected = lines.map(Self.readOne)
      #expect(readings.read(lines) == expected, "seed \(seed), turn \(turn)")
    }
  }

  @Test func `a record with more fields than are remembered is complete`() {
    var readings = Readings(only: ["f7"])
    defer { readings.end() }
    let members = (0..<400).map { "\"f\($0)\":\"\($0)\"" }.joined(separator: ",")
    for _ in 0..<3 {
      #expect(readings.read(["{\(members)}", #"{"f7":"x"}"#]) == ["{\(members)}", #"{"f7":"x"}"#])
    }
  }

  @Test func `an owner of a record also keeps its strings`() {
    var readings = Readings(only: nil)
    defer { readings.end() }
    var kept: [Value] = []
    for turn in 0..<200 {
      _ = readings.read([#"{"a":"t\#(turn)","b":"x"}"#, #"{"a":"u\#(turn)","b":"x"}"#])
      kept.append(readings.value(at: turn % 2))
    }
    let expected = (0..<200).map { #"{"a":"\#($0 % 2 == 0 ? "t" : "u")\#($0)","b":"x"}"# }
    #expect(kept.map { "\($0)" } == expected)
  }
}
