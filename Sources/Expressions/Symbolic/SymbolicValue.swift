package import Values

/// A value described by how it is computed from other values that are not yet known, such as the
/// records of inputs.
///
/// Two symbolic values that are equal represent equal values, whatever the records are. The
/// opposite need not be true: `a + b` and `b + a` are different symbolic values.
package indirect enum SymbolicValue: Sendable, Hashable {
  /// Nothing is known about the value.
  case unknown
  /// The record with this number.
  case record(Int)
  case literal(Value)
  case compound(SymbolicCompound)

  /// The number of parts above which a value counts as unknown.
  static let sizeLimit = 500
}

/// An operation with symbolic values as operands.
package struct SymbolicCompound: Sendable, Hashable {
  let operation: SymbolicOperation
  let operands: [SymbolicValue]
  /// The number of parts, including this one.
  let size: Int
}

/// An operation of the language.
struct SymbolicOperation: Sendable, Hashable {
  enum Kind: Sendable, Hashable {
    case list
    /// A map with these keys, and the operands as the values.
    case map([Text])
    case field(Text)
    /// `has(a.b)`.
    case presence(Text)
    /// An element at a position or a key that is a literal.
    case element(Value)
    /// Any other operation: its text, in pieces, with the operands between them.
    case other([String])
  }

  let kind: Kind
  /// Whether equal operands produce equal results. `string(1)` and `string(1.0)` differ, although 1
  /// == 1.0.
  var keepsEquality: Bool
  /// Whether equal results are the same value. This is true for strings but not for numbers.
  var isExact: Bool
  /// Whether its text can come before a dot.
  var isPrimary = true
}

extension SymbolicValue {
  /// Returns an operation, simplified where its operands are known well enough.
  static func made(
    by operation: SymbolicOperation, of operands: [SymbolicValue]
  ) -> SymbolicValue {
    if let simpler = simplified(operation.kind, operands) { return simpler }
    if case .list = operation.kind {
    } else if case .map = operation.kind {
    } else if operands.contains(.unknown) {
      return .unknown
    }
    let size = operands.reduce(1) { $0 + $1.size }
    guard size <= sizeLimit else { return .unknown }
    return .compound(SymbolicCompound(operation: operation, operands: operands, size: size))
  }

  /// Returns the part of a list or a map that an operation reads; nil if it does not read one.
  private static func simplified(
    _ kind: SymbolicOperation.Kind, _ operands: [SymbolicValue]
  ) -> SymbolicValue? {
    guard case .compound(let operand)? = operands.first, operands.count == 1 else { return nil }
    switch (kind, operand.operation.kind) {
    case (.field(let name), .map(let keys)), (.element(.string(let name)), .map(let keys)):
      return keys.firstIndex(of: name).map { operand.operands[$0] } ?? .unknown
    case (.presence(let name), .map(let keys)): return .literal(.bool(keys.contains(name)))
    case (.element(.int(let index)), .list):
      return operand.operands.indices.contains(Int(clamping: index))
        ? operand.operands[Int(index)] : .unknown
    default: return nil
    }
  }

  private var size: Int {
    if case .compound(let compound) = self { compound.size } else { 1 }
  }

  /// A list of symbolic values.
  package static func list(_ elements: [SymbolicValue]) -> SymbolicValue {
    made(by: .list, of: elements)
  }

  /// Whether it contains nothing unknown.
  package var isKnown: Bool {
    switch self {
    case .unknown: false
    case .record, .literal: true
    case .compound(let compound): compound.operands.allSatisfy(\.isKnown)
    }
  }

  /// The numbers of the records that it is computed from.
  package var records: Set<Int> {
    switch self {
    case .unknown, .literal: []
    case .record(let number): [number]
    case .compound(let compound): compound.operands.reduce(into: []) { $0.formUnion($1.records) }
    }
  }

  /// Returns the value with other values in place of the records.
  package func replacing(_ replacement: (Int) -> SymbolicValue) -> SymbolicValue {
    switch self {
    case .unknown, .literal: self
    case .record(let number): replacement(number)
    case .compound(let compound):
      .made(by: compound.operation, of: compound.operands.map { $0.replacing(replacement) })
    }
  }

  /// Whether values that are equal to it are the same value.
  private var isExact: Bool {
    switch self {
    case .unknown, .record: false
    case .literal: true
    case .compound(let compound): compound.operation.isExact
    }
  }
}

// MARK: - Functions of one another

extension SymbolicValue {
  /// The record that represents the argument of a function.
  private static let argument = SymbolicValue.record(-1)

  /// The value itself, and the elements of lists and the values of maps in it, as functions of it.
  package var components: [SymbolicValue] { parts.map(\.path) }

  private var parts: [(path: SymbolicValue, value: SymbolicValue)] {
    var parts = [(Self.argument, self)]
    var next = 0
    while next < parts.count, parts.count <= 64 {
      let (path, value) = parts[next]
      next += 1
      guard case .compound(let compound) = value else { continue }
      for (index, operand) in compound.operands.enumerated() {
        guard let step = compound.operation.step(to: index) else { break }
        parts.append((.made(by: step, of: [path]), operand))
      }
    }
    return parts
  }

  /// Returns a function that computes this value from another one, such that equal arguments
  /// produce equal results; nil if none is found.
  package func function(of other: SymbolicValue) -> SymbolicValue? {
    made(of: other.parts)?.function
  }

  /// Returns the result of a function for an argument.
  package func applied(to argument: SymbolicValue) -> SymbolicValue {
    replacing { $0 == -1 ? argument : .unknown }
  }

  private func made(
    of parts: [(path: SymbolicValue, value: SymbolicValue)]
  ) -> (function: SymbolicValue, isExact: Bool)? {
    if let part = parts.first(where: { $0.value == self }), isKnown {
      return (part.path, isExact)
    }
    switch self {
    case .unknown, .record: return nil
    case .literal: return (self, true)
    case .compound(let compound):
      var functions: [SymbolicValue] = []
      var isExact = true
      for operand in compound.operands {
        guard let made = operand.made(of: parts) else { return nil }
        functions.append(made.function)
        isExact = isExact && made.isExact
      }
      // Every operation produces the same result from the same operands. From equal operands, only
      // some operations do.
      guard isExact || compound.operation.keepsEquality else { return nil }
      return (
        .made(by: compound.operation, of: functions), isExact || compound.operation.isExact
      )
    }
  }
}

extension SymbolicOperation {
  static let list = SymbolicOperation(kind: .list, keepsEquality: true, isExact: false)

  static func map(_ keys: [Text]) -> SymbolicOperation {
    SymbolicOperation(kind: .map(keys), keepsEquality: true, isExact: false)
  }

  static func element(_ place: Value) -> SymbolicOperation {
    SymbolicOperation(kind: .element(place), keepsEquality: true, isExact: false)
  }

  /// Returns the operation that extracts an operand from the result; nil except for lists and maps.
  fileprivate func step(to index: Int) -> SymbolicOperation? {
    switch kind {
    case .list: .element(.int(Int64(index)))
    case .map(let keys): .element(.string(keys[index]))
    default: nil
    }
  }
}
