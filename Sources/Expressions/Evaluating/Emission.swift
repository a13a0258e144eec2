import Values

/// Converts the result of an expression to JSON.
///
/// Timestamps and durations become strings, and so do map keys that are ints or bools, as in the
/// JSON form of protocol buffers. Values without a JSON form are failures: NaN and infinities,
/// optionals, and types. Values that exceed the limits on size and depth are failures too. All this
/// applies only to expressions that create a value: a value that passes through unchanged was
/// already JSON within the limits.
struct Emission {
  private var size = 0
  private var holdsSpecials = false

  /// Returns the result in its JSON form, or fails.
  @inline(__always)
  static func emitted(_ value: Value) throws(EvaluationFailure) -> Value {
    switch value {
    case .null, .bool, .int, .string: return value
    case .double(let number):
      try check(number)
      return value
    case .array, .object: return try holdsSpecials(value) ? converted(value) : value
    }
  }

  @inline(__always)
  static func check(_ number: Double) throws(EvaluationFailure) {
    if !number.isFinite { try EvaluationFailure.unwritable(number).raise() }
  }

  @inline(never)
  private static func holdsSpecials(_ value: Value) throws(EvaluationFailure) -> Bool {
    var emission = Emission()
    try emission.inspect(value, depth: 0)
    return emission.holdsSpecials
  }

  /// Inspects everything in a value. The recursion is as deep as the limit allows.
  private mutating func inspect(_ value: Value, depth: Int) throws(EvaluationFailure) {
    size += Value.size
    switch value {
    case .null, .bool, .int: break
    case .double(let number): try Self.check(number)
    case .string(let text): size += text.utf8.count
    case .array(let elements): try inspect(elements, depth: depth)
    case .object(let object): try inspect(object, depth: depth)
    }
    if size > ExpressionLimits.valueSize { try Value.checkSize(size) }
  }

  private mutating func inspect(_ elements: [Value], depth: Int) throws(EvaluationFailure) {
    try enter(depth)
    unsafe try elements.withUnsafeBufferPointer { (elements) throws(EvaluationFailure) in
      for index in elements.indices { unsafe try inspect(elements[index], depth: depth + 1) }
    }
  }

  private mutating func inspect(_ object: Object, depth: Int) throws(EvaluationFailure) {
    if object.isEmpty, let special = object.special {
      return try inspect(special, depth: depth)
    }
    try enter(depth)
    if let plain = object.plainSize {
      size += plain + object.count * Value.size
      return
    }
    size += object.keySize
    for position in 0..<object.count { try inspect(object[position], depth: depth + 1) }
  }

  private func enter(_ depth: Int) throws(EvaluationFailure) {
    if depth == ExpressionLimits.valueDepth {
      throw .limit(name: "levels of nesting in a value", ExpressionLimits.valueDepth)
    }
  }

  private mutating func inspect(
    _ special: NonJSONValue.Content, depth: Int
  ) throws(EvaluationFailure) {
    switch special {
    case .timestamp, .duration: holdsSpecials = true
    case .type(let name):
      throw .invalid(
        "the type '\(name.rawValue)' is not a JSON value (compare it with another "
          + "type)")
    case .optional:
      throw .invalid("an optional is not a JSON value (write '.orValue(…)' or '.value()' after it)")
    case .map(let map):
      holdsSpecials = true
      try enter(depth)
      var names: Set<Text> = []
      for entry in map.entries {
        let name = entry.key.name
        guard names.insert(name).inserted else {
          throw .duplicateKey("'\(name)', as JSON has the keys of a map")
        }
        size += name.utf8.count
        try inspect(entry.value, depth: depth + 1)
      }
    }
  }

  private static func converted(_ value: Value) -> Value {
    switch value {
    case .array(let elements): return .array(elements.map(converted))
    case .object(let object):
      switch object.special {
      case .timestamp(let timestamp): return .string(Text(timestamp.text))
      case .duration(let duration): return .string(Text(duration.text))
      case .map(let map):
        return .object(
          Object(map.entries.map { Member(key: $0.key.name, value: converted($0.value)) }))
      default:
        return .object(object.mapValues(converted))
      }
    default: return value
    }
  }
}

extension Value {
  /// The key of a map in its JSON form.
  var name: Text {
    if case .string(let text) = self { text } else { Text(keyPhrase) }
  }
}

extension EvaluationFailure {
  /// Returns the failure for a double that is not a JSON number.
  fileprivate static func unwritable(_ number: Double) -> EvaluationFailure {
    .invalid("the result is \(number.text), which is not a JSON number")
  }
}
