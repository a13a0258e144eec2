import Marbles
import Reactive
public import Values

extension Lineage {
  /// Returns the tree as JSON: each event with its stage, and with `branches` and `ends`.
  ///
  /// - Parameter key: The key for the branches, such as `causes`.
  public func value(of stages: [Trace.Stage], branches key: Text) -> Value {
    // Built from the leaves up, because a chain of causes may be as long as the trace.
    var done: [Value] = []
    var waiting: [(Lineage, isOpen: Bool)] = [(self, false)]
    while let (next, isOpen) = waiting.popLast() {
      if isOpen {
        let below = Array(done.suffix(next.branches.count))
        done.removeLast(next.branches.count)
        done.append(next.object(stages, key, below))
      } else {
        waiting.append((next, true))
        waiting += next.branches.reversed().map { ($0, false) }
      }
    }
    return done.last ?? .null
  }

  private func object(_ stages: [Trace.Stage], _ key: Text, _ below: [Value]) -> Value {
    var members = event.members(of: stages)
    if isRepeated { members.append(Member(key: "repeated", value: true)) }
    if !below.isEmpty { members.append(Member(key: key, value: .array(below))) }
    if !ends.isEmpty {
      members.append(Member(key: "ends", value: .array(ends.map { $0.value(of: stages) })))
    }
    return .object(Object(members))
  }
}

extension Trace.Event {
  fileprivate func members(of stages: [Trace.Stage]) -> [Member] {
    var members = [
      Member(key: "event", value: .int(Int64(number))),
      Member(key: "time", value: .double(Double(instant.nanoseconds) / 1e9)),
      Member(key: "stage", value: .string(Text(stages[stage].label))),
    ]
    switch kind {
    case .value(let value): members.append(Member(key: "value", value: value))
    case .finished: members.append(Member(key: "completion", value: "finished"))
    case .failure(let message):
      members.append(Member(key: "completion", value: "failure"))
      members.append(Member(key: "error", value: .string(Text(message))))
    }
    if let because { members.append(Member(key: "because", value: .string(Text(because)))) }
    if let place = stages[stage].place {
      members.append(Member(key: "place", value: .string(Text(place.description))))
    }
    if let record {
      members.append(
        Member(key: "record", value: .string(Text("\(record.source):\(record.line)"))))
    }
    return members
  }
}

extension Trace.End {
  fileprivate func value(of stages: [Trace.Stage]) -> Value {
    var members = [
      Member(key: "stage", value: .string(Text(stages[stage].label))),
      Member(key: "time", value: .double(Double(instant.nanoseconds) / 1e9)),
      Member(key: "reason", value: .string(Text(reason.rawValue))),
      Member(key: "text", value: .string(Text(text))),
    ]
    if let by { members.append(Member(key: "by", value: .int(Int64(by)))) }
    if let place = stages[stage].place {
      members.append(Member(key: "place", value: .string(Text(place.description))))
    }
    return .object(Object(members))
  }
}
