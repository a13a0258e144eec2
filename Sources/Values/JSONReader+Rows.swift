// The rows of a table (RFC 4180), whose cells are read like JSON: many bytes at a time, into the
// memory of an earlier row, with strings that are shared among records.
extension JSONReader {
  /// The end of a row.
  package struct RowEnd {
    /// The end of its text, without the line break.
    package let text: Int
    /// The beginning of the next row.
    package let next: Int
    /// The number of line breaks in the row, including those in cells.
    package let lineBreaks: Int
  }

  /// Reads the row at an offset in place of another value, according to a layout.
  ///
  /// Returns nil for a row that is invalid, unusual or incomplete. The contents of `value` are then
  /// meaningless, and a reader that examines each byte must report the mistake.
  package mutating func readRow(
    at start: Int, as layout: RowLayout, into value: inout Value
  ) -> RowEnd? {
    if !notes.isEmpty { self.start(at: start) }
    position = start
    var object = takeObject(of: layout.shape, from: &value)
    var end: RowEnd?
    let memory = unsafe object.changeSlots { slots in
      unsafe end = readCells(into: slots, as: layout)
    }
    unsafe scratch.pointee.reusing.note(memory)
    value = .object(object)
    return end
  }

  /// Returns an object of a shape with meaningless values. This is the existing object, if it has
  /// the shape.
  @inline(__always)
  private func takeObject(of shape: ObjectShape, from value: inout Value) -> Object {
    var old = Value.null
    swap(&old, &value)
    guard unsafe scratch.pointee.reusing.isOn, case .object(let object) = consume old,
      object.has(shape)
    else { return Object(row: shape, Array(repeating: .null, count: shape.keys.count)) }
    return object
  }

  @inline(__always)
  private mutating func readCells(
    into slots: UnsafeMutableBufferPointer<Object.Slot>, as layout: RowLayout
  ) -> RowEnd? {
    guard let start = slots.baseAddress else { return nil }
    let separator = layout.separator
    let defers = unsafe scratch.pointee.deferred.isOn
    var lineBreaks = 0
    let isRead = unsafe layout.gaps.withUnsafeBufferPointer { gaps in
      for slot in 1..<slots.count {
        let gap = unsafe gaps[slot &- 1]
        guard gap == 0 || skipCells(gap, before: separator, &lineBreaks),
          unsafe readCell(
            into: start + slot, slot, before: separator, deferringTexts: defers, &lineBreaks)
        else { return false }
        if unsafe bytes[position] != separator {
          return unsafe slot == slots.count &- 1 && gaps[slot] == 0
        }
        position &+= 1
      }
      // Other columns follow the last one that is read.
      let gap = unsafe gaps[slots.count &- 1]
      return gap > 0 && skipCells(gap &- 1, before: separator, &lineBreaks)
        && skipCell(before: separator, &lineBreaks)
    }
    guard isRead else { return nil }
    let end = position
    if unsafe bytes[end] == .carriageReturn { position &+= 1 }
    guard unsafe bytes[position] == .lineFeed else { return nil }
    return RowEnd(text: end, next: position &+ 1, lineBreaks: lineBreaks &+ 1)
  }
}
