import Values

/// A division of ints that drops a remainder that is probably needed.
package struct CutDivision: Sendable, Hashable {
  /// The range of the division, in Unicode scalars of the text of the expression.
  package let range: Range<Int>
  /// The text to write instead of the division, or instead of a part of it.
  package let wayOut: String
}

extension CheckedExpression {
  /// The means that are cut to ints: `$0.sum() / $0.size()`, unless the sum is a double, and
  /// `(a + b) / 2` and `double(a / b)` of ints. Inside `int(…)` this is intentional. Any other
  /// division of ints may be intended to drop the remainder, such as a division that sorts minutes
  /// into hours.
  package var cutMeans: [CutDivision] {
    let whole = arguments(of: "int")
    let converted = arguments(of: "double")
    return divisions { node, left, right in
      if whole.contains(node) { return false }
      if isCall(of: "sum", left), isCall(of: "size", right) { return mayBeInt(left) }
      let isMean = addendCount(of: left) > 1 && addendCount(of: left) == literalInt(right)
      return isInt(left) && isInt(right) && (isMean || converted.contains(node))
    }
  }

  /// The divisions that cut a time to whole seconds: a value that is not a double is divided by an
  /// int, and the quotient is the time itself or is added to something. A quotient that is
  /// multiplied again is meant to drop the remainder, and so is a quotient inside `int(…)`.
  package var cutTimes: [CutDivision] {
    let results = summands
    return divisions { node, left, right in
      results.contains(node) && mayBeInt(left) && literalInt(right) ?? 0 > 1
    }
  }

  /// Returns divisions in the text itself, not those in the text of a parameter.
  private func divisions(
    where isCut: (_ node: SyntaxTree.Index, _ left: SyntaxTree.Index, _ right: SyntaxTree.Index)
      -> Bool
  ) -> [CutDivision] {
    let scalars = Array(text.unicodeScalars)
    return tree.nodes.enumerated().compactMap { index, node in
      guard case .binary(.arithmetic(.divide), let left, let right) = node.kind,
        node.range.upperBound <= scalars.count, isCut(index, left, right)
      else { return nil }
      let wayOut =
        if isCall(of: "size", right) { ".avg()" } else if let number = literalInt(right) {
          "/ \(number).0"
        } else { "double(…) / …" }
      return CutDivision(range: node.range, wayOut: wayOut)
    }
  }

  /// The nodes that are the result, or that are summands of it.
  private var summands: Set<SyntaxTree.Index> {
    var found: Set<SyntaxTree.Index> = []
    var waiting = [tree.root]
    while let node = waiting.popLast() {
      found.insert(node)
      switch tree.nodes[node].kind {
      case .binary(.arithmetic(.add), let left, let right),
        .binary(.arithmetic(.subtract), let left, let right):
        waiting += [left, right]
      case .conditional(_, let success, let failure): waiting += [success, failure]
      case .call(let name, nil, let arguments) where name.text == "double": waiting += arguments
      default: continue
      }
    }
    return found
  }

  private func arguments(of function: Text) -> Set<SyntaxTree.Index> {
    Set(
      tree.nodes.flatMap { node -> [SyntaxTree.Index] in
        guard case .call(let name, nil, let arguments) = node.kind, name.text == function else {
          return []
        }
        return arguments
      })
  }

  private func isCall(of function: Text, _ node: SyntaxTree.Index) -> Bool {
    if case .call(let name, _, _) = tree.nodes[node].kind { name.text == function } else { false }
  }

  private func isInt(_ node: SyntaxTree.Index) -> Bool { checked.types[node] == .int }

  private func mayBeInt(_ node: SyntaxTree.Index) -> Bool {
    isInt(node) || checked.types[node] == .dyn
  }

  /// Returns the int that is written at a node; nil for anything else, such as the value of a
  /// parameter.
  private func literalInt(_ node: SyntaxTree.Index) -> Int64? {
    guard case .literal(.int(let number)) = tree.nodes[node].kind else { return nil }
    let scalars = text.unicodeScalars
    let range = tree.nodes[node].range
    guard range.upperBound <= scalars.count,
      scalars[scalars.index(scalars.startIndex, offsetBy: range.lowerBound)] != "$"
    else { return nil }
    return number
  }

  /// The number of values that a node adds up.
  private func addendCount(of node: SyntaxTree.Index) -> Int64 {
    var (node, count) = (node, Int64(1))
    while case .binary(.arithmetic(.add), let left, _) = tree.nodes[node].kind {
      (node, count) = (left, count + 1)
    }
    return count
  }
}
