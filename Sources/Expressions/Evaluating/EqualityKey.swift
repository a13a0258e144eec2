package import Values

/// A key for tables that is the same for values that are equal in CEL, such as 1 and 1.0. Values
/// with the same key need not be equal.
enum EqualityKey: Hashable {
  case number(Double)
  case text(Text)
  case flag(Bool)
  case null
  /// A hash of any other value.
  case other(UInt64)

  /// Creates the key of a value. Counts a step for each value inside it.
  init(_ value: Value, _ frame: inout Frame) throws(EvaluationFailure) {
    switch value {
    case .int(let number): self = .number(Double(number))
    // A key that differs from itself would be a new key in every table of the standard library.
    case .double(let number): self = number.isNaN ? .other(number.equalityHash) : .number(number)
    case .string(let text):
      try frame.spend(on: text)
      self = .text(text)
    case .bool(let flag): self = .flag(flag)
    case .null: self = .null
    case .array, .object: self = .other(try value.equalityHash(&frame))
    }
  }
}

/// Finds the first earlier value that equals a given value.
struct EqualityTable {
  /// The values that differ from all values before them.
  private(set) var values: [Value] = []
  private var positions: [EqualityKey: [Int]] = [:]

  /// Returns the position of an equal value in `values`; nil if the value is new and was added.
  mutating func insert(_ value: Value, _ frame: inout Frame) throws(EvaluationFailure) -> Int? {
    try frame.spend(1)
    let key = try EqualityKey(value, &frame)
    let known = positions[key] ?? []
    for position in known {
      try frame.spend(1)
      if try Value.areEqual(values[position], value, &frame) { return position }
    }
    // No later value equals a value that contains NaN, so such a value is not looked up.
    let isFindable = known.isEmpty ? true : try Value.areEqual(value, value, &frame)
    if isFindable {
      positions[key, default: []].append(values.count)
    }
    values.append(value)
    return nil
  }
}

extension Value {
  /// Returns a hash that is the same for equal values. The recursion is as deep as the value.
  fileprivate func equalityHash(_ frame: inout Frame) throws(EvaluationFailure) -> UInt64 {
    switch self {
    case .null: return 1
    case .bool(let flag): return flag ? 2 : 3
    case .int(let number): return Double(number).equalityHash
    case .double(let number): return number.equalityHash
    case .string(let text):
      try frame.spend(on: text)
      return XXHash64.hash(text.utf8)
    case .array(let elements):
      var hash: UInt64 = 4
      for element in elements {
        try frame.spend(1)
        hash = mixed(hash, try element.equalityHash(&frame))
      }
      return hash
    case .object(let object):
      if let special = object.special { return try special.equalityHash(&frame) }
      // The order of the members does not matter.
      var sum = UInt64(object.count)
      for (position, key) in object.keys.enumerated() {
        try frame.spend(1)
        let value = try object[position].equalityHash(&frame)
        sum &+= mixed(XXHash64.hash(key.utf8), value)
      }
      return sum
    }
  }
}

extension Value {
  /// A hash that is the same for equal values, such as 1 and 1.0, on every machine and forever; 0
  /// for a value that is too large to be hashed.
  package var partitionHash: Int64 {
    var frame = Frame()
    do throws(EvaluationFailure) {
      return Int64(bitPattern: try equalityHash(&frame))
    } catch {
      return 0
    }
  }
}

extension NonJSONValue.Content {
  fileprivate func equalityHash(_ frame: inout Frame) throws(EvaluationFailure) -> UInt64 {
    switch self {
    case .type(let name): return XXHash64.hash(Array(name.rawValue.utf8))
    case .timestamp(let time):
      return mixed(UInt64(bitPattern: time.seconds), UInt64(time.nanoseconds))
    case .duration(let span): return mixed(5, UInt64(bitPattern: span.nanoseconds))
    case .optional(let wrapped): return mixed(6, try wrapped?.equalityHash(&frame) ?? 0)
    case .map(let map):
      var sum = UInt64(map.entries.count)
      for entry in map.entries {
        try frame.spend(1)
        let value = try entry.value.equalityHash(&frame)
        sum &+= mixed(try entry.key.equalityHash(&frame), value)
      }
      return sum
    }
  }
}

extension Double {
  fileprivate var equalityHash: UInt64 { mixed(7, self == 0 ? 0 : bitPattern) }
}

/// Combines two hashes. Every bit of the result depends on many bits of both.
private func mixed(_ left: UInt64, _ right: UInt64) -> UInt64 {
  let product = (left ^ 0x9E37_79B9_7F4A_7C15).multipliedFullWidth(by: right | 1)
  return product.high ^ product.low ^ (right &* 0xFF51_AFD7_ED55_8CCD)
}
