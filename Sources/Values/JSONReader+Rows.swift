// Rows of a table, RFC 4180, whose cells are read as JSON is: many bytes at a time, into the memory of a
// row before, with the texts that are shared among records.
extension JSONReader {
  /// Where a row ends.
  package struct RowEnd {
    /// The end of its text, without the line break.
    package let text: Int
    /// Where the next row begins.
    package let next: Int
    /// How many line breaks have been passed, those in cells included.
    package let lineBreaks: Int
  }

  /// Reads the row that begins at an offset in the place of another value, as a layout says.
  ///
  /// Nil for a row that has anything wrong or unusual about it, or is not whole: what is left in its
  /// place means nothing, and who looks at each byte has to tell.
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

  /// An object of a shape whose values mean nothing: that which is there, if it has the shape.
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
      // Behind the last column that is read there are others.
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
