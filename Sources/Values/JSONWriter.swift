/// Writes values as JSON, compactly: no space that is not needed.
///
/// What is written reads back as the same value: a double always shows a fraction or an exponent.
/// A double that is infinite or no number, of which JSON knows nothing, is written as null. Writing
/// does not recurse, however deep a value is.
public struct JSONWriter: ~Copyable {
  /// What has been written; whoever sends it somewhere empties it.
  public var buffer: ByteBuffer
  /// The containers that are being written; kept for the memory.
  private var open: [Cursor] = []

  private enum Cursor {
    case array([Value], next: Int)
    case object([Member], next: Int)
  }

  public init(capacity: Int = 256) {
    buffer = ByteBuffer(capacity: capacity)
  }

  /// The compact text of a value.
  public static func text(of value: Value) -> [UInt8] {
    var writer = JSONWriter()
    writer.write(value)
    return writer.buffer.bytes
  }

  public mutating func write(_ value: Value) {
    if !buffer.appendScalar(value) { writeContainers(value) }
  }

  /// Writes a container that is not empty, and what is in it.
  private mutating func writeContainers(_ value: Value) {
    begin(value)
    while let cursor = open.popLast() {
      switch cursor {
      case .array(let elements, let next): writeElements(elements, from: next)
      case .object(let members, let next): writeMembers(members, from: next)
      }
    }
  }

  private mutating func begin(_ container: Value) {
    switch container {
    case .array(let elements):
      buffer.append(.openBracket)
      open.append(.array(elements, next: 0))
    case .object(let object):
      buffer.append(.openBrace)
      open.append(.object(object.members, next: 0))
    case .null, .bool, .int, .double, .string:
      break
    }
  }

  /// Writes elements up to one that is a container, which then comes first, or to the end.
  private mutating func writeElements(_ elements: [Value], from first: Int) {
    for position in first..<elements.count {
      if position > 0 { buffer.append(.comma) }
      if !buffer.appendScalar(elements[position]) {
        open.append(.array(elements, next: position + 1))
        begin(elements[position])
        return
      }
    }
    buffer.append(.closeBracket)
  }

  private mutating func writeMembers(_ members: [Member], from first: Int) {
    for position in first..<members.count {
      if position > 0 { buffer.append(.comma) }
      buffer.appendJSON(members[position].key)
      buffer.append(.colon)
      if !buffer.appendScalar(members[position].value) {
        open.append(.object(members, next: position + 1))
        begin(members[position].value)
        return
      }
    }
    buffer.append(.closeBrace)
  }
}

extension ByteBuffer {
  /// Writes a value, unless it is a container with something in it; says whether it did.
  @inline(__always) @discardableResult
  mutating func appendScalar(_ value: Value) -> Bool {
    switch value {
    case .null: append("null")
    case .bool(let bool): append(bool ? "true" : "false")
    case .int(let int): appendDecimal(int)
    case .double(let double): appendJSON(double)
    case .string(let text): appendJSON(text)
    case .array(let elements):
      guard elements.isEmpty else { return false }
      append("[]")
    case .object(let object):
      guard object.isEmpty else { return false }
      append("{}")
    }
    return true
  }
}
