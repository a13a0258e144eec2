/// The objects that the rows of a table become: the columns that are read, in order.
package final class RowLayout: Sendable {
  /// The names of all columns.
  package let header: [Text]
  /// The columns that are read.
  package let shape: ObjectShape
  package let separator: UInt8
  /// The number of columns that are skipped before each column that is read, and after the last
  /// one.
  let gaps: [Int]

  /// Creates a layout of distinct columns. Without `fields` all of them are read.
  package init(_ header: [Text], separator: UInt8, only fields: Set<Text>? = nil) {
    self.header = header
    self.separator = separator
    var (columns, gaps, gap): ([Text], [Int], Int) = ([], [], 0)
    for column in header {
      if fields?.contains(column) == false {
        gap += 1
      } else {
        columns.append(column)
        gaps.append(gap)
        gap = 0
      }
    }
    shape = ObjectShape(shared: columns)
    self.gaps = gaps + [gap]
  }

  /// Whether some columns are skipped.
  package var isPart: Bool { shape.keys.count < header.count }

  /// Returns the row whose cells have these values, in the order of the header.
  package func row(of cells: [Value]) -> Value {
    var values: [Value] = []
    var column = 0
    for gap in gaps.dropLast() {
      values.append(cells[column + gap])
      column += gap + 1
    }
    return .object(Object(row: shape, values))
  }
}

extension Object {
  /// Creates an object from the values of a row, of which there may be none.
  init(row shape: ObjectShape, _ values: [Value]) {
    var slots: [Slot] = []
    slots.reserveCapacity(values.count + 1)
    slots.append(.shape(shape))
    for value in values { slots.append(.value(value)) }
    self.init(slots: slots)
  }

  /// Whether this is the object's shape.
  @inline(__always)
  func has(_ shape: ObjectShape) -> Bool {
    unsafe slots.withUnsafeBufferPointer { slots in
      guard let start = slots.baseAddress, slots.count > 0,
        case .shape(let own) = unsafe start.pointee
      else { return false }
      return own === shape
    }
  }
}
