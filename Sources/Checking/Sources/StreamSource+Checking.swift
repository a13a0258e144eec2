import Expressions
import Marbles
import StreamModels
import Values

extension StreamSource<Value> {
  /// The input streams of the source, with their places in the model.
  var references: [Reference] {
    switch self {
    case .stream(let items): items.references
    case .append(let streams), .merge(let streams), .zip(let streams),
      .combineLatest(let streams):
      streams.references(below: [.key(Text(spec.name))])
    case .from(let from): from.references
    case .sequence, .marbles, .input, .cron, .upstream: []
    }
  }

  /// Checks the source, and adds its step to the model.
  func check(_ step: CheckStep, collecting mistakes: inout Diagnostics) -> Upstream {
    switch self {
    case .stream(let items):
      var check = ItemsCheck(items)
      return check.add(to: step, collecting: &mistakes)
    case .sequence(let list): return list.check(step, collecting: &mistakes)
    case .append, .merge, .zip, .combineLatest: return checkCombination(step)
    case .from: return step.addStream(step.takeStream())
    case .marbles(let marbles): return marbles.check(step, collecting: &mistakes)
    case .input(let input): return input.check(step, collecting: &mistakes)
    case .cron(let cron): return cron.check(step, collecting: &mistakes)
    case .upstream: return step.addNothing()
    }
  }

  private func checkCombination(_ step: CheckStep) -> Upstream {
    guard let (name, streams) = combination else { return step.addNothing() }
    let rule = step.whole.operators.combining(name)
    let parts = step.takeStreams(streams.count)
    if step.lints {
      let key = step.place(of: Text(spec.name))
      rule.lint(parts, at: parts.indices.map { key.appending($0) }, in: step)
    }
    step.noteEncounter(parts, in: spec.name)
    let emission = rule.combined(parts)
    let combined = step.add(
      .combined(rule), emitting: emission.type, lasting: emission.extent)
    return step.originated(combined, from: parts, in: spec.name)
  }
}

extension StreamItems<Value> {
  /// The inputs of the items' operators. Those of each list are included once, at its first
  /// occurrence.
  fileprivate var references: [Reference] {
    let takers = lists.indices.filter { index in
      lists[index].contains { !$0.span.isEmpty }
    }
    guard !takers.isEmpty else { return [] }
    var first: [Int?] = Array(repeating: nil, count: lists.count)
    for (index, number) in listNumbersInDocument.enumerated() where first[Int(number)] == nil {
      first[Int(number)] = index
    }
    return takers.flatMap { number in
      lists[number].references(
        below: [.key("stream"), .index(first[number] ?? 0), .key("operators")],
        list: UInt32(number))
    }
  }
}

extension FromSource {
  fileprivate var references: [Reference] {
    let call = with.isEmpty && inputs.isEmpty ? nil : Reference.Call(with: with, inputs: inputs)
    return [Reference(.input(input), path: [.key("from")], list: nil, call: call)]
  }
}

extension ElementList {
  fileprivate func check(_ step: CheckStep, collecting mistakes: inout Diagnostics) -> Upstream {
    if let list {
      return step.add(.sequence(list), emitting: list.type, lasting: .values(list.count))
    }
    do throws(Diagnostics) {
      let checked = try step.check(expression ?? "", in: Scope(), as: .list, at: "sequence")
      return step.add(
        .evaluated, emitting: checked.type.element, lasting: Extent(completion: .always))
    } catch {
      mistakes.append(contentsOf: error)
      return step.addNothing()
    }
  }
}

extension MarbleSource {
  fileprivate func check(_ step: CheckStep, collecting mistakes: inout Diagnostics) -> Upstream {
    do throws(MarbleErrors) {
      let plan = try MarblePlan(self)
      return step.add(.marbles(plan), emitting: plan.type, lasting: Extent(plan))
    } catch {
      mistakes.append(contentsOf: Diagnostics(error, at: step.place(of: "marbles")))
      return step.addNothing()
    }
  }
}
