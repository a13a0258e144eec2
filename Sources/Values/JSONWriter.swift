/// Writes values as compact JSON, without unnecessary spaces.
///
/// The output reads back as the same value: a double always has a fraction or an exponent. An
/// infinity or NaN, which JSON does not have, is written as null. Writing does not recurse, however
/// deep a value is.
public struct JSONWriter: ~Copyable {
  /// The bytes written so far. The caller that sends them on empties the buffer.
  public var buffer: ByteBuffer
  /// The containers that are being written. The array is kept to reuse its memory.
  private var open: [Cursor] = []

  private enum Cursor {
    case array([Value], next: Int)
    case object(Object, next: Int)
  }

  /// Creates a writer with room for `capacity` bytes.
  public init(capacity: Int = 256) {
    buffer = ByteBuffer(capacity: capacity)
  }

  /// Returns the compact text of a value.
  public static func text(of value: Value) -> [UInt8] {
    var writer = JSONWriter()
    writer.write(value)
    return writer.buffer.bytes
  }

  /// Writes a value.
  public mutating func write(_ value: Value) {
    if !buffer.appendScalar(value) { writeContainers(value) }
  }

  /// Writes a container that is not empty, and its contents.
  private mutating func writeContainers(_ value: Value) {
    write(container: value)
    while let cursor = open.popLast() {
      switch cursor {
      case .array(let elements, let next): writeElements(elements, from: next)
      case .object(let object, let next): writeMembers(object, from: next)
      }
    }
  }

  /// Writes a container up to its first element that is a container itself, or to its end.
  @inline(__always)
  private mutating func write(container: Value) {
    switch container {
    case .array(let elements): writeElements(elements, from: 0)
    case .object(let object): writeMembers(object, from: 0)
    case .null, .bool, .int, .double, .string: break
    }
  }

  /// Begins a container. Its contents follow when all callers of this method have returned.
  private mutating func open(_ container: Value) {
    switch container {
    case .array(let elements): open.append(.array(elements, next: 0))
    case .object(let object): open.append(.object(object, next: 0))
    case .null, .bool, .int, .double, .string: break
    }
  }

  /// Writes elements up to the first container, which is then written next, or to the end.
  private mutating func writeElements(_ elements: [Value], from first: Int) {
    for position in first..<elements.count {
      buffer.append(position > 0 ? .comma : .openBracket)
      if !buffer.appendScalar(elements[position]) {
        open.append(.array(elements, next: position + 1))
        open(elements[position])
        return
      }
    }
    buffer.append(.closeBracket)
  }

  private mutating func writeMembers(_ object: Object, from first: Int) {
    unsafe object.slots.withUnsafeBufferPointer { slots in
      guard case .shape(let shape)? = unsafe slots.first else { return }
      for slot in first + 1..<slots.count {
        buffer.appendLabel(slot - 1, of: shape)
        guard case .value(let value) = unsafe slots[slot] else { continue }
        if !buffer.appendScalar(value) {
          open.append(.object(object, next: slot))
          return open(value)
        }
      }
      buffer.append(.closeBrace)
    }
  }
}

extension ByteBuffer {
  /// Writes the key at a position of a shape, with the punctuation before and after it.
  @inline(__always)
  fileprivate mutating func appendLabel(_ position: Int, of shape: ObjectShape) {
    guard let labels = shape.labels else { return appendOwnLabel(position, of: shape) }
    let start = position > 0 ? labels.ends[position - 1] : 0
    let length = labels.ends[position] - start
    unsafe labels.bytes.withUnsafeBufferPointer { bytes in
      guard let first = bytes.baseAddress else { return }
      unsafe write(atMost: max(length, KeyLabels.step)) { target in
        if length <= KeyLabels.step {
          // Most labels are short: they fit in two words, and the next output overwrites the rest.
          let (source, target) = unsafe (
            UnsafeRawPointer(first + start), UnsafeMutableRawPointer(target)
          )
          let low = unsafe source.loadUnaligned(as: UInt64.self)
          let high = unsafe source.loadUnaligned(fromByteOffset: 8, as: UInt64.self)
          unsafe target.storeBytes(of: low, as: UInt64.self)
          unsafe target.storeBytes(of: high, toByteOffset: 8, as: UInt64.self)
        } else {
          unsafe target.update(from: first + start, count: length)
        }
        return length
      }
    }
  }

  @inline(never)
  private mutating func appendOwnLabel(_ position: Int, of shape: ObjectShape) {
    append(position > 0 ? .comma : .openBrace)
    appendJSON(shape.keys[position])
    append(.colon)
  }

  /// Writes a value, unless it is a container that is not empty. Returns whether it was written.
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
