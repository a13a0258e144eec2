package import StreamModels
import Values

extension StreamModel {
  /// Returns mistakes for the values that JSON cannot represent: infinities and NaN. A file cannot
  /// contain them, so only models made in Swift need this check.
  package func findUnwritableValues() -> Diagnostics {
    // Casting the array of values would examine every one of them.
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
          .invalidValue, "found \(double), expected a value that JSON can hold",
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

  /// The first infinite or NaN double in the value.
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
