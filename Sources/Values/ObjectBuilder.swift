/// Builds an object of a known shape, value by value.
package struct ObjectBuilder {
  private var slots: [Object.Slot] = []

  @inline(__always)
  package init(_ shape: ObjectShape) {
    slots.reserveCapacity(shape.keys.count + 1)
    slots.append(.shape(shape))
  }

  package mutating func append(_ value: consuming Value) { slots.append(.value(value)) }

  /// Returns the object; there must be a value for each key.
  package consuming func finish() -> Object { Object(slots: slots) }
}
