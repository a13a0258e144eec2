import Values

extension StreamModel {
  /// Says which values no file can hold: infinite ones, and such as are no numbers. A text has none,
  /// so this is for models that were made in Swift.
  func findUnwritableValues() -> Diagnostics {
    // To cast the array of values would look at every one of them.
    guard case .stream(let items) = source, let items = items as? StreamItems<Value> else {
      return Diagnostics()
    }
    return items.findUnwritableValues()
  }
}

extension StreamItems<Value> {
  fileprivate func findUnwritableValues() -> Diagnostics {
    var diagnostics = Diagnostics()
    for (index, value) in values.enumerated() where value.mayHoldDouble {
      guard let double = value.firstUnwritable else { continue }
      diagnostics.append(
        Diagnostic(
          .invalidValue, "found \(double), expected a value that JSON has",
          at: [.key("stream"), .index(index), .key("value")]))
    }
    return diagnostics
  }
}

extension Value {
  fileprivate var mayHoldDouble: Bool {
    switch self {
    case .double, .array, .object: true
    case .null, .bool, .int, .string: false
    }
  }

  /// The first double in the value that JSON has no number for.
  fileprivate var firstUnwritable: Double? {
    var open = [self]
    while let value = open.popLast() {
      switch value {
      case .double(let double): if !double.isFinite { return double }
      case .array(let elements): open += elements.reversed()
      case .object(let object): open += object.members.reversed().map(\.value)
      case .null, .bool, .int, .string: break
      }
    }
    return nil
  }
}
