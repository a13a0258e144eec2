import RegularExpressions
import Values

// Literals with their own syntax. Mistakes in them are found before anything is evaluated.
extension Checker {
  /// Reads the patterns and the zones among the arguments of a call, if they are literals.
  mutating func readLiterals(
    of call: SyntaxTree.Index, to name: String, _ operands: [SyntaxTree.Index]
  ) {
    switch name {
    case "matches": readPattern(operands[1], of: call)
    case "regex.extract", "regex.extractAll", "regex.replace":
      readCapturingPattern(operands[1], of: call, to: name)
    case "timestamp" where operands.count > 1:
      readTimePattern(operands[1], of: call, hasZone: operands.count > 2)
      if operands.count > 2 { readZone(operands[2], of: call) }
    default:
      let isField = Timestamp.Field(rawValue: name) != nil
      if isField, operands.count == 2 { readZone(operands[1], of: call) }
    }
  }

  private func literal(_ operand: SyntaxTree.Index) -> Text? {
    guard case .literal(.string(let text)) = checked.tree.nodes[operand].kind else { return nil }
    return text
  }

  private mutating func readPattern(_ operand: SyntaxTree.Index, of call: SyntaxTree.Index) {
    guard let text = literal(operand) else { return }
    do throws(PatternError) {
      let pattern = try Pattern(text.string)
      if admits(patternOfSize: pattern.size, operand) { checked.patterns[call] = pattern }
    } catch {
      noteMistake(error.message, in: error.range, of: operand, "bad pattern: ")
    }
  }

  private mutating func readCapturingPattern(
    _ operand: SyntaxTree.Index, of call: SyntaxTree.Index, to name: String
  ) {
    guard let text = literal(operand) else { return }
    do throws(PatternError) {
      let pattern = try CapturingPattern(text.string)
      if let refusal = pattern.refusal(by: name) {
        _ = note(
          .literal, refusal, hint: "a non-capturing group begins with '(?:'",
          range: range(operand))
      } else if admits(patternOfSize: pattern.size, operand) {
        checked.capturingPatterns[call] = pattern
      }
    } catch {
      noteMistake(error.message, in: error.range, of: operand, "bad pattern: ")
    }
  }

  /// Counts the instructions of a pattern. Returns false if there are too many.
  private mutating func admits(patternOfSize size: Int, _ operand: SyntaxTree.Index) -> Bool {
    patternSize += size
    if patternSize <= ExpressionLimits.patternSizes { return true }
    _ = note(
      .limit,
      "more than \(ExpressionLimits.patternSizes) instructions of patterns, the limit for an "
        + "expression",
      range: range(operand))
    return false
  }

  private mutating func readTimePattern(
    _ operand: SyntaxTree.Index, of call: SyntaxTree.Index, hasZone: Bool
  ) {
    guard let text = literal(operand) else { return }
    do throws(TimeTextError) {
      let pattern = try TimePattern(text)
      checked.timePatterns[call] = pattern
      if !hasZone, !pattern.hasOffset {
        noteMistake(TimePattern.missingZone, in: nil, of: operand)
      }
    } catch {
      noteMistake(error.message, in: error.range, of: operand, "bad time pattern: ")
    }
  }

  private mutating func readZone(_ operand: SyntaxTree.Index, of call: SyntaxTree.Index) {
    guard let text = literal(operand) else { return }
    do throws(TimeTextError) {
      checked.zones[call] = try Zone(reading: text)
    } catch {
      noteMistake(error.message, in: error.range, of: operand, "bad time zone: ")
    }
  }

  /// Reports a mistake in a literal, at its place in the expression if a range is given. The hint
  /// comes after a semicolon.
  private mutating func noteMistake(
    _ message: String, in range: Range<Int>?, of operand: SyntaxTree.Index, _ kind: String = ""
  ) {
    var place = self.range(operand)
    if let range {
      var places = Lexer.places(ofString: place, in: scalars)
      // The literal may be the value of a parameter. In that case only the name of the parameter is
      // written here.
      if places.isEmpty { places = [place.lowerBound, place.upperBound] }
      let start = places[min(range.lowerBound, places.count - 1)]
      place = start..<places[min(range.upperBound, places.count - 1)]
    }
    let parts = message.split(separator: "; ", maxSplits: 1).map(String.init)
    _ = note(
      .literal, kind + parts[0], hint: parts.count == 2 ? parts[1] : nil, range: place)
  }
}
