import TestSupport
import Testing

@testable import Values

/// Records of which only some fields are read.
@Suite struct RecordFieldsTests {
  /// Reads lines one after another with one memory, each in the place of the previous one.
  private func read(_ lines: [String], only fields: Set<Text>?) -> [String] {
    let memory = ReaderMemory()
    if let fields { memory.readOnly(fields) }
    var value = Value.null
    return lines.map { line in
      memory.makeRoom()
      let source = SourceText(name: "", line)
      return JSONReader.reading(padded: source.paddedBytes, count: source.count, with: memory) {
        reader in
        do throws(ReadError) {
          try reader.readValue(into: &value)
          try reader.finish()
        } catch {
          return "\(error.offset): \(error.message)"
        }
        let kept = fields.map { Self.kept($0, of: value) } ?? value
        return "\(kept) \(reader.notes.map(\.message))"
      }
    }
  }

  private static func kept(_ fields: Set<Text>, of value: Value) -> Value {
    guard case .object(let object) = value else { return value }
    return .object(Object(object.members.filter { fields.contains($0.key) }))
  }

  /// Does the same, but reads all fields and then leaves out the others.
  private func readWhole(_ lines: [String], keeping fields: Set<Text>) -> [String] {
    let memory = ReaderMemory()
    return lines.map { line in
      let source = SourceText(name: "", line)
      return JSONReader.reading(padded: source.paddedBytes, count: source.count, with: memory) {
        reader in
        do throws(ReadError) {
          let value = try reader.readValue()
          try reader.finish()
          return "\(Self.kept(fields, of: value)) \(reader.notes.map(\.message))"
        } catch {
          return "\(error.offset): \(error.message)"
        }
      }
    }
  }

  @Test func `the fields read are those of the whole record`() {
    let lines = [
      #"{"a": 1, "b": "x", "c": [1, {"a": 2}], "d": 4.5}"#, #"{"a": 2, "b": "y", "d": null}"#,
      #"{"b": "z", "a": {"a": 1, "b": 2}}"#, "{}", "7", #"["a", {"a": 1}]"#, #"{"z": 1}"#,
      #"{"c": "é\n\u00e9", "d": true, "\u0061": 5}"#, #"{ "d" : 1 , "c" : 2 }"#,
    ]
    for fields: Set<Text> in [[], ["a"], ["d", "a"], ["a", "b", "c", "d"], ["nowhere"]] {
      #expect(read(lines, only: fields) == readWhole(lines, keeping: fields))
    }
    #expect(read(lines, only: ["a"])[0] == #"{"a":1} []"#)
  }

  @Test func `a mistake in a field that is not read is still found`() {
    let lines = [
      #"{"a": 1, "b": 01}"#, #"{"a": 1, "b": "\x"}"#, #"{"a": 1, "b": 1e999}"#,
      #"{"a": 1, "b": [1,]}"#,
      #"{"a": 1, "b": {"x": 1, "x": 2}}"#, #"{"a": 1, "b": 1, "b": 2}"#, #"{"a": 1, "b": "#,
      #"{"a": 1, "b": 123456789012345678901}"#, "{\"a\": 1, \"b\": \"\u{1}\"}",
      #"{"a": 1, "b": nul}"#,
      #"{"a": 1, "b": 2} x"#, #"{"a": 1 "b": 2}"#, #"{"b": 1, "a": 2, "a": 3}"#,
    ]
    #expect(read(lines, only: ["a"]) == readWhole(lines, keeping: ["a"]))
  }

  @Test func `a record with more fields than are remembered is read completely`() {
    let members = (0..<400).map { "\"f\($0)\": \($0)" }.joined(separator: ", ")
    let lines = ["{\(members)}", "{\(members), \"f7\": 1}", #"{"f7": 1}"#]
    #expect(read(lines, only: ["f7", "f390"]) == readWhole(lines, keeping: ["f7", "f390"]))
  }

  @Test func `random records have the same fields in both ways`() {
    let seed = UInt64.random(in: 0 ... .max)
    var random = SplitMix64(seed: seed)
    let keys = ["a", "b", "c", "long key of a record", "é", "f5"]
    let values = [
      "1", "\"x\"", "null", "[1, 2]", "{\"a\": 1}", "-0.5", "\"\\u0041\"", "12345678901",
    ]
    let lines = (0..<2000).map { _ -> String in
      let members = (0..<Int(random.next() % 6)).map { _ in
        "\"\(keys[Int(random.next() % 6)])\":\(values[Int(random.next() % 8)])"
      }
      return "{\(members.joined(separator: ","))}"
    }
    #expect(
      read(lines, only: ["b", "é"]) == readWhole(lines, keeping: ["b", "é"]), "seed \(seed)")
  }

  @Test func `times in seconds are the nanoseconds of their decimal forms`() {
    let seed = UInt64.random(in: 0 ... .max)
    var random = SplitMix64(seed: seed)
    for _ in 0..<5_000 {
      let bits = Double(bitPattern: random.next())
      let milliseconds =
        Double(Int64(bitPattern: random.next()) >> Int64(random.next() % 60)) / 1000
      for seconds in [bits, milliseconds, -milliseconds, milliseconds / 1000, milliseconds.nextUp] {
        #expect(
          DecimalNumber.nanoseconds(ofSeconds: seconds) == DecimalNumber(seconds)?.nanoseconds,
          "seed \(seed): \(seconds)")
      }
    }
    for seconds in [
      0, -0.0, .infinity, .nan, 0.0005, 1e300, 8_796_093_022.208, .leastNonzeroMagnitude,
    ] {
      #expect(DecimalNumber.nanoseconds(ofSeconds: seconds) == DecimalNumber(seconds)?.nanoseconds)
    }
  }
}
