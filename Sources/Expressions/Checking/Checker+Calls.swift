import Values

extension Checker {
  mutating func typeOfCall(
    _ index: SyntaxTree.Index, to name: SyntaxTree.Name, receiver: SyntaxTree.Index?,
    arguments: [SyntaxTree.Index]
  ) -> ValueType {
    guard let function = FunctionTable.function(name.text) else { return unknownFunction(name) }
    let styled = function.overloads.filter { $0.isMember == (receiver != nil) }
    guard !styled.isEmpty else {
      let form = receiver == nil ? "x.\(function.name)(…)" : "\(function.name)(x)"
      // A function that takes several values in other languages has a different name here.
      let other =
        receiver == nil && arguments.count > 1
        ? ForeignNames.functions["math.\(function.name)"]?.wayOut : nil
      return note(
        .unknownFunction,
        "'\(function.name)' \(receiver == nil ? "needs" : "cannot have") a value in front of it",
        hint: other ?? "write '\(form)'", range: name.range)
    }
    let operands = (receiver.map { [$0] } ?? []) + arguments
    let counted = styled.filter { $0.takes(operands.count) }
    guard !counted.isEmpty else {
      return wrongCount(function, styled, found: arguments.count, range: range(index))
    }
    let types = operands.map { type($0) }
    let overloads = counted.filter { $0.accepts(types) }
    guard !overloads.isEmpty else {
      // If it runs anyway, the arguments determine the overload.
      checked.calls[index] = CheckedTree.Call(name: function.name, overloads: counted)
      return wrongArguments(function, counted, operands)
    }
    checked.calls[index] = CheckedTree.Call(name: function.name, overloads: overloads)
    readLiterals(of: index, to: function.name, operands)
    let results = overloads.map { $0.result(types) }
    return results.dropFirst().reduce(results[0]) { $0.joined(with: $1) }
  }

  private mutating func unknownFunction(_ name: SyntaxTree.Name) -> ValueType {
    if let reason = FunctionTable.refused[name.text.string] {
      return note(
        .unknownFunction, "'\(name.text)' is not supported", hint: reason, range: name.range)
    }
    return note(
      .unknownFunction, "unknown function '\(name.text)'",
      hint: suggestsNames ? hint(forUnknownFunction: name.text.string) : nil, range: name.range)
  }

  private func hint(forUnknownFunction name: String) -> String? {
    FunctionTable.wayOut(for: name)
      ?? NearestName(to: name, among: FunctionTable.names).name.map { "did you mean '\($0)'?" }
  }

  private mutating func wrongCount(
    _ function: Function, _ overloads: [Overload], found: Int, range: Range<Int>
  ) -> ValueType {
    let counts = Set(overloads.map { $0.parameters.count - ($0.isMember ? 1 : 0) }).sorted()
    let isOpen = overloads.contains(where: \.isVariadic)
    let wanted = counts.map(String.init).joined(separator: " or ") + (isOpen ? " or more" : "")
    return note(
      .wrongArgumentCount,
      "found \(found) argument\(found == 1 ? "" : "s") for '\(function.name)', expected \(wanted)",
      range: range)
  }

  /// Reports the first argument that no overload accepts; if there is no such argument, reports all
  /// of them together.
  private mutating func wrongArguments(
    _ function: Function, _ overloads: [Overload], _ operands: [SyntaxTree.Index]
  ) -> ValueType {
    for (position, operand) in operands.enumerated() {
      let wanted = overloads.flatMap { $0.parameter(position).types }
      if wanted.contains(where: { $0.accepts(type(operand)) }) { continue }
      let isList = if case .list = type(operand) { true } else { false }
      return note(
        .wrongType,
        "'\(function.name)' cannot be applied to \(type(operand).phrase), expected "
          + "\(wanted.alternatives)",
        hint: function.name == "contains" && position == 0 && isList
          ? "use 'in' to find an element of a list: 'y in x'" : nil,
        range: range(operand))
    }
    let found = operands.map { type($0).phrase }.joined(separator: " and ")
    let start = operands.map { range($0).lowerBound }.min() ?? 0
    let end = operands.map { range($0).upperBound }.max() ?? start
    return note(.wrongType, "'\(function.name)' cannot be applied to \(found)", range: start..<end)
  }
}

extension [ValueType] {
  /// The types as a list for a message: "a string, a list or a map".
  fileprivate var alternatives: String {
    var names: [String] = []
    for type in self {
      let name: String
      switch type {
      case .list(.dyn): name = "a list"
      case .map(.dyn): name = "a map"
      case .optional(.dyn): name = "an optional"
      default: name = type.phrase
      }
      if !names.contains(name) { names.append(name) }
    }
    guard names.count > 1 else { return names.joined() }
    return names.dropLast().joined(separator: ", ") + " or " + names[names.count - 1]
  }
}
