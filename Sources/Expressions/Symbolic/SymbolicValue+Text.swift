import Values

extension SymbolicValue {
  /// The expression as text, with its only record as `$0`.
  package var text: String { text(isOperand: false) }

  private func text(isOperand: Bool) -> String {
    switch self {
    case .unknown: "…"
    case .record: "$0"
    case .literal(let value): Self.text(of: value, isOperand: isOperand)
    case .compound(let compound):
      isOperand && !compound.operation.isPrimary ? "(\(compound.text))" : compound.text
    }
  }

  fileprivate var operandText: String { text(isOperand: true) }

  private static func text(of value: Value, isOperand: Bool) -> String {
    let text = "\(value)"
    return isOperand && text.hasPrefix("-") ? "(\(text))" : text
  }
}

extension SymbolicCompound {
  fileprivate var text: String {
    switch operation.kind {
    case .list: return "[\(operands.map(\.text).joined(separator: ", "))]"
    case .map(let keys):
      let entries = zip(keys, operands).map { "\(Value.string($0)): \($1.text)" }
      return "{\(entries.joined(separator: ", "))}"
    case .field(let name): return "\(operands[0].operandText).\(name.string)"
    case .presence(let name): return "has(\(operands[0].operandText).\(name.string))"
    case .element(let place): return "\(operands[0].operandText)[\(place)]"
    case .other(let pieces):
      return zip(pieces, operands.map(\.operandText) + [""]).map { $0 + $1 }.joined()
    }
  }
}
