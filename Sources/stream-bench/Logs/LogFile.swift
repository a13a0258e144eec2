import Values

/// Logs as lines of JSON, the same for every run.
enum LogFile {
  /// The number of keys in a narrow log.
  static let keyCount = 2_000

  /// Lines of 45 bytes, 7 ms apart: a time, one of the keys, a number below 1,000.
  static func narrow(_ lines: Range<Int64>) -> [UInt8] {
    var text = ByteBuffer(capacity: lines.count * 48)
    for index in lines { append(index, after: 0, key: 7919, number: 31, to: &text) }
    return text.bytes
  }

  private static func append(
    _ index: Int64, after delay: Int64, key: Int64, number: Int64, to text: inout ByteBuffer
  ) {
    appendTime(of: index, after: delay, to: &text)
    text.append(#","k":"k"# as StaticString)
    text.appendDecimal(index &* key % Int64(keyCount))
    text.append(#"","v":"# as StaticString)
    text.appendDecimal(index &* number % 1_000)
    text.append("}\n" as StaticString)
  }

  /// Lines like narrow ones, 3 ms after them, with the keys and numbers in another order.
  static func other(_ lines: Range<Int64>) -> [UInt8] {
    var text = ByteBuffer(capacity: lines.count * 48)
    for index in lines { append(index, after: 3, key: 6007, number: 37, to: &text) }
    return text.bytes
  }

  /// Lines with a time and 39 further fields, every third of which is a string.
  static func wide(_ lines: Range<Int64>) -> [UInt8] {
    var text = ByteBuffer(capacity: lines.count * 560)
    for index in lines {
      appendTime(of: index, to: &text)
      for field in 1..<Int64(40) {
        text.append(#","f"# as StaticString)
        text.appendDecimal(field)
        text.append((field % 3 == 0 ? #"":"text "# : #"":"#) as StaticString)
        text.appendDecimal((index &+ field) &* 31 % 1_000)
        if field % 3 == 0 { text.append("\"" as StaticString) }
      }
      text.append("}\n" as StaticString)
    }
    return text.bytes
  }

  private static func appendTime(
    of index: Int64, after delay: Int64 = 0, to text: inout ByteBuffer
  ) {
    text.append(#"{"t":"# as StaticString)
    text.appendJSON(Double(1_700_000_000_000 + index * 7 + delay) / 1_000)
  }
}
