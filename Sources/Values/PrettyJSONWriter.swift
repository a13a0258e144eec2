/// Writes values as JSON for people: two spaces per level, and a container on one line if it fits.
///
///     {
///       "name": "Serial",
///       "stream": [
///         { "value": 1, "operators": [ { "delay": { "seconds": 1 } } ] },
///         { "value": 2, "operators": [ { "delay": { "seconds": 1 } } ] }
///       ]
///     }
///
/// The outermost container is always spread over several lines. Line lengths are measured in bytes.
/// Writing does not recurse for values that are spread over lines. For other values, it recurses at
/// most as deep as a line is wide.
public struct PrettyJSONWriter: ~Copyable {
  /// The bytes written so far.
  public private(set) var buffer = ByteBuffer()
  /// The maximum length of a line before a container is spread over several lines, from 20 to
  /// 1,000.
  public let width: Int
  private var open: [Cursor] = []
  private var lineStart = 0

  private struct Cursor {
    var container: Container
    var next = 0
  }

  private enum Container {
    case array([Value])
    case object(Object)

    var count: Int {
      switch self {
      case .array(let elements): elements.count
      case .object(let object): object.count
      }
    }
  }

  /// Creates a writer of lines of at most `width` columns, where that is possible.
  public init(width: Int = 100) {
    self.width = min(max(width, 20), 1000)
  }

  /// Returns the text of a value with a line break at its end.
  public static func text(of value: Value, width: Int = 100) -> [UInt8] {
    var writer = PrettyJSONWriter(width: width)
    writer.write(value)
    writer.buffer.append(.lineFeed)
    return writer.buffer.bytes
  }

  /// Writes a value.
  public mutating func write(_ value: Value) {
    lineStart = buffer.count
    begin(value)
    while var cursor = open.popLast() {
      guard cursor.next < cursor.container.count else {
        end(cursor)
        continue
      }
      if cursor.next > 0 { buffer.append(.comma) }
      breakLine(level: open.count + 1)
      let position = cursor.next
      cursor.next += 1
      open.append(cursor)
      switch cursor.container {
      case .array(let elements): writePart(elements[position])
      case .object(let object):
        buffer.appendJSON(object.keys[position])
        buffer.append(": ")
        writePart(object[position])
      }
    }
  }

  /// Writes an element or a member's value, either on this line or as the next container to be
  /// spread.
  private mutating func writePart(_ value: Value) {
    let start = buffer.count
    // One column is reserved for a comma.
    if writeInline(value, upTo: lineStart + width - 1) { return }
    buffer.truncate(to: start)
    begin(value)
  }

  private mutating func begin(_ value: Value) {
    switch value {
    case .array(let elements) where !elements.isEmpty:
      buffer.append(.openBracket)
      open.append(Cursor(container: .array(elements)))
    case .object(let object) where !object.isEmpty:
      buffer.append(.openBrace)
      open.append(Cursor(container: .object(object)))
    default:
      buffer.appendScalar(value)
    }
  }

  private mutating func end(_ cursor: Cursor) {
    breakLine(level: open.count)
    switch cursor.container {
    case .array: buffer.append(.closeBracket)
    case .object: buffer.append(.closeBrace)
    }
  }

  private mutating func breakLine(level: Int) {
    buffer.append(.lineFeed)
    lineStart = buffer.count
    buffer.append(.space, repeated: level * 2)
  }

  /// Writes a value on one line. Returns false as soon as the line exceeds `limit`.
  private mutating func writeInline(_ value: Value, upTo limit: Int) -> Bool {
    switch value {
    case .array(let elements) where !elements.isEmpty:
      buffer.append("[ ")
      for (position, element) in elements.enumerated() {
        if position > 0 { buffer.append(", ") }
        guard buffer.count < limit, writeInline(element, upTo: limit) else { return false }
      }
      buffer.append(" ]")
    case .object(let object) where !object.isEmpty:
      buffer.append("{ ")
      for (position, member) in object.members.enumerated() {
        if position > 0 { buffer.append(", ") }
        guard buffer.count + member.key.utf8.count < limit else { return false }
        buffer.appendJSON(member.key)
        buffer.append(": ")
        guard writeInline(member.value, upTo: limit) else { return false }
      }
      buffer.append(" }")
    case .string(let text) where text.utf8.count > limit - buffer.count:
      return false
    default:
      buffer.appendScalar(value)
    }
    return buffer.count <= limit
  }
}
