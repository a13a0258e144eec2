import Expressions
import Patterns
import Reactive
import StreamModels
import Values

/// The steps of a pattern, and the mistakes in them.
struct PatternSteps {
  let steps: [PatternStep]
  let within: Seconds?
  let isContiguous: Bool

  /// The names of the steps that keep their values, in order.
  var names: [Text] { steps.compactMap { $0.takes ? $0.name.map { Text($0) } : nil } }
  /// Whether each of them has a list of values.
  var lists: [Bool] { steps.filter { $0.takes && $0.name != nil }.map(\.isList) }

  /// The names that the expression of a step sees in `$match`, with their types.
  func visible(from index: Int, of type: ValueType) -> [Scope.Name] {
    var visible = steps[..<index].filter { $0.takes }
    if steps[index].takes, steps[index].isList { visible.append(steps[index]) }
    return visible.compactMap { step in
      step.name.map {
        Scope.Name(Text($0), step.isList ? .list(type) : step.isOptional ? .dyn : type)
      }
    }
  }

  /// Whether a step may take the first value of a match, or be asked for one.
  func mayBegin(_ index: Int) -> Bool {
    steps[..<index].allSatisfy { $0.isOptional || !$0.takes }
  }
}

// MARK: - Ends

extension PatternSteps {
  /// Returns the reason for which a partial match ended, with its progress.
  func fate(of end: Publishers.PatternEnd<Value>) -> String {
    let progress = progress(at: end.step, end.count)
    return switch end.reason {
    case .broken: "its partial match ended, with \(progress)"
    case .overlapped: "an overlapping match was complete first"
    case .expired: "its partial match was not complete in time, with \(progress)"
    case .completed: "the stream ended before its partial match was complete, with \(progress)"
    }
  }

  /// Returns the values that a step has taken, and the step that is next once it has enough:
  /// `2 of 3 'failed'`, `3 'failed' and no 'ok'`.
  private func progress(at index: Int, _ count: Int) -> String {
    let step = steps[index]
    guard count >= step.minimum else { return "\(count) of \(step.minimum) \(label(of: index))" }
    let taken = step.isList ? "\(count) \(label(of: index))" : label(of: index)
    guard let next = steps.indices.first(where: { $0 > index && isNeeded($0) }) else {
      return taken
    }
    return taken + (steps[next].takes ? " and no \(label(of: next))" : " and a wait")
  }

  /// Whether a match is not complete without a step: guards belong to the step after them.
  private func isNeeded(_ index: Int) -> Bool {
    steps[index].takes
      ? !steps[index].isOptional : steps[index].seconds != nil || index == steps.count - 1
  }

  private func label(of index: Int) -> String {
    steps[index].name.map { "'\($0)'" } ?? "value of step \(index + 1)"
  }
}

// MARK: - Mistakes

extension PatternSteps {
  /// A mistake or a warning, and its place: the step, and the member.
  struct Finding {
    let step: Int
    var member: Text?
    let message: String
    var hint: String?
  }

  /// The maximum number of steps. The places between them are known in advance, and their size grows
  /// with the square of the number.
  static let limit = 100

  var mistakes: [Finding] {
    guard steps.count <= Self.limit else {
      return [
        Finding(
          step: Self.limit,
          message: "more than \(Self.limit) steps, which is the limit of 'pattern'",
          hint: "repeat a step with 'times'")
      ]
    }
    var found: [Finding] = []
    for (index, step) in steps.enumerated() { found += mistakes(in: step, at: index) }
    let takers = steps.filter(\.takes)
    if !takers.contains(where: { $0.name != nil }) {
      found.append(
        Finding(
          step: 0, message: "no step has a 'name', so a match would be empty",
          hint: "name the steps whose values you need"))
    } else if takers.allSatisfy(\.isOptional) {
      found.append(
        Finding(
          step: 0, message: "all steps are optional, so that an empty match would fit",
          hint: "remove 'optional' from one"))
    }
    return found
  }

  private func mistakes(in step: PatternStep, at index: Int) -> [Finding] {
    var found: [Finding] = []
    if step.not != nil {
      for (member, isWritten) in [
        ("name", step.name != nil), ("where", step.condition != nil), ("times", step.times != nil),
        ("optional", step.optional != nil), ("greedy", step.greedy != nil),
        ("contiguous", step.contiguous != nil),
      ] where isWritten {
        found.append(
          Finding(
            step: index, member: Text(member), message: "'\(member)' beside 'not'",
            hint: "a step takes values, or rules them out with 'not'"))
      }
      return found + mistakes(inNot: step, at: index)
    }
    if step.seconds != nil {
      found.append(
        Finding(
          step: index, member: "seconds", message: "'seconds' without 'not'",
          hint: #"write { "not": "false", "seconds": … } to wait"#))
    }
    if let name = step.name {
      if name.isEmpty || !name.isIdentifier {
        found.append(
          Finding(
            step: index, member: "name",
            message:
              "'\(name.abbreviated)' cannot be the name of a step, expected letters, digits and '_'"
          ))
      } else if steps[..<index].contains(where: { $0.name == name }) {
        found.append(
          Finding(
            step: index, member: "name", message: "a second step named '\(name)'",
            hint: "rename one of them"))
      }
    }
    return found
  }

  private func mistakes(inNot step: PatternStep, at index: Int) -> [Finding] {
    func finding(_ member: Text, _ message: String, _ hint: String) -> [Finding] {
      [Finding(step: index, member: member, message: message, hint: hint)]
    }
    if index > 0, !steps[index - 1].takes {
      return finding(
        "not", "a second 'not' in a row", "write one, with '||' between the conditions")
    }
    let isLast = index == steps.count - 1
    if isLast, step.seconds == nil, within == nil {
      return finding(
        "not", "a last 'not' without an end",
        "add 'seconds' to it, or 'within' to the pattern")
    }
    if index == 0, step.seconds == nil, steps.count > 1, steps[1].takes, steps[1].maximum == 1 {
      return finding(
        "not", "a first 'not' before a step without repetition",
        "add 'seconds' to require silence before the first value")
    }
    if let seconds = step.seconds, let within, index > 0, !isLast,
      seconds.nanoseconds >= within.nanoseconds
    {
      return finding(
        "seconds", "a wait that is as long as 'within', so that no match can be complete",
        "make 'within' longer")
    }
    return []
  }

  /// Things that are allowed but have no effect, or no end.
  var warnings: [Finding] {
    var found: [Finding] = []
    for (index, step) in steps.enumerated() where step.takes {
      let isLast = index == steps.count - 1
      let hasRange = step.maximum != step.minimum || step.isOptional
      if step.isGreedy, !hasRange {
        found.append(
          Finding(
            step: index, member: "greedy",
            message: "'greedy' has no effect on a step that takes a fixed number of values",
            hint: "remove it, or write a range in 'times'"))
      }
      guard isLast else { continue }
      if !step.isGreedy {
        if step.maximum.map({ $0 > step.minimum }) ?? false {
          found.append(
            Finding(
              step: index, member: "times",
              message: "'maximum' has no effect on the last step: the match is complete before",
              hint: "add \"greedy\": true"))
        }
        if step.isOptional {
          found.append(
            Finding(
              step: index, member: "optional",
              message: "'optional' has no effect on the last step: the match is complete before it",
              hint: "add \"greedy\": true"))
        }
      } else if step.maximum == nil, within == nil, !isContiguous, step.contiguous != true {
        found.append(
          Finding(
            step: index, member: "greedy",
            message: "only the end of the stream ends this last step, so nothing is emitted before",
            hint: "add 'within', or a last 'not' with 'seconds'"))
      }
    }
    return found
  }
}
