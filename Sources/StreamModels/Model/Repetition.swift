package import Values

/// How many values a step takes: a number, or a minimum and a maximum.
///
///     "times": 3
///     "times": { "minimum": 3 }
package struct Repetition: Hashable, Sendable {
  /// The least number of values.
  package var minimum: Int { sides.minimum ?? 1 }
  /// The greatest number of values; nil if there is none.
  package var maximum: Int? { isSingle ? minimum : sides.maximum }

  package struct Sides: Hashable, Sendable {
    var minimum: Int?
    var maximum: Int?
  }

  /// The numbers as they are written; nil for one that is not written.
  let sides: Sides
  /// Whether both are written as one number.
  let isSingle: Bool
  let annotations: [Member]

  package init(_ sides: Sides, isSingle: Bool = false, annotations: [Member] = []) {
    (self.sides, self.isSingle, self.annotations) = (sides, isSingle, annotations)
  }

  package init(minimum: Int, maximum: Int?) {
    let isSingle = minimum == maximum
    self.init(
      Sides(minimum: minimum, maximum: isSingle ? nil : maximum), isSingle: isSingle)
  }

  var encoded: Value {
    if isSingle { return .int(Int64(minimum)) }
    let members = [("minimum", sides.minimum), ("maximum", sides.maximum)].compactMap {
      name, side in
      side.map { Member(key: Text(name), value: .int(Int64($0))) }
    }
    return .object(Object(members + annotations))
  }
}

/// The keys of a repetition.
package enum RepetitionKey: Int, ObjectKey {
  case minimum, maximum

  static let owner = "'times'"
  package static let names = allCases.map { "\($0)" }
  static let table = KeyTable(names.map { Text($0) })
}

extension ModelParser where Reader: ~Copyable {
  mutating func readRepetition(_ parameter: ParameterSpec) throws(ReadError) -> ParameterValue? {
    guard try reader.peek() == .object else {
      guard try expect(.number, "\(parameter.kind.expectation) for '\(parameter.name)'") else {
        return nil
      }
      return try readCount(named: parameter.name, isPositive: true).map {
        .repetition(Repetition(.init(minimum: $0), isSingle: true))
      }
    }
    let start = reader.offset
    let mistakes = diagnostics.count
    var sides = Repetition.Sides()
    var references: [Member] = []
    var seen = KeySet()
    var annotations = Annotations()
    try reader.beginObject()
    while let key: RepetitionKey = try nextKey(seen: &seen, annotations: &annotations) {
      let name = RepetitionKey.names[key.rawValue]
      path.append(.key(Text(name)))
      if let text = try readReference(for: parameter) {
        references.append(Member(key: Text(name), value: .string(text)))
      } else if try expect(.number, "a whole number for '\(name)'") {
        let count = try readCount(
          named: name, isPositive: true, instead: #"write "optional": true"#)
        if key == .minimum { sides.minimum = count } else { sides.maximum = count }
      }
      path.removeLast()
    }
    guard diagnostics.count == mistakes else { return nil }
    let result = Repetition(sides, annotations: annotations.members)
    if !references.isEmpty, case .object(let others) = result.encoded {
      return .reference(.object(Object(others.members + references)))
    }
    if let maximum = result.maximum, maximum < result.minimum {
      report(
        .invalidValue, "'maximum' is \(maximum), expected \(result.minimum) or more", at: start)
      return nil
    }
    return .repetition(result)
  }
}
