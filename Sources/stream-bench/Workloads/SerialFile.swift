import Values

/// A serial stream of ints, each a fixed time after the previous one.
struct SerialStream {
  let count: Int
  /// This is in nanoseconds, like the properties below.
  let period: Int64
  /// The additional time before the first value.
  var offset: Int64 = 0
  /// The operators on the whole stream, as JSON.
  var operators: StaticString = "[]"

  static func value(_ index: Int) -> Int64 { 100 + Int64(index) % 900 }

  var values: [Int64] { (0..<count).map(Self.value) }

  /// The time of the last value.
  var end: Int64 { offset + Int64(count) * period }
}

extension Int64 {
  static let second: Int64 = 1_000_000_000
}

/// The text of stream files.
enum SerialFile {
  static func text(_ stream: SerialStream) -> [UInt8] {
    var text = ByteBuffer(capacity: stream.count * 60 + 64)
    append(stream, to: &text)
    text.append("\n" as StaticString)
    return text.bytes
  }

  /// Returns a document with one source that combines serial streams.
  static func text(
    _ source: StaticString, of streams: [SerialStream], operators: StaticString = "[]"
  ) -> [UInt8] {
    var text = ByteBuffer(capacity: streams.reduce(64) { $0 + $1.count * 60 + 256 })
    text.append(#"{""# as StaticString)
    text.append(source)
    text.append(#"":["# as StaticString)
    for (index, stream) in streams.enumerated() {
      if index > 0 { text.append("," as StaticString) }
      append(stream, to: &text)
    }
    text.append(#"],"operators":"# as StaticString)
    text.append(operators)
    text.append("}\n" as StaticString)
    return text.bytes
  }

  private static func append(_ stream: SerialStream, to text: inout ByteBuffer) {
    text.append(#"{"stream":["# as StaticString)
    for index in 0..<stream.count {
      text.append((index == 0 ? "\n" : ",\n") as StaticString)
      text.append(#"{"value":"# as StaticString)
      text.appendDecimal(SerialStream.value(index))
      text.append(#","operators":[{"delay":{"seconds":"# as StaticString)
      text.appendSeconds(nanoseconds: stream.period + (index == 0 ? stream.offset : 0))
      text.append(#"}}]}"# as StaticString)
    }
    text.append(#"],"operators":"# as StaticString)
    text.append(stream.operators)
    text.append("}" as StaticString)
  }
}
