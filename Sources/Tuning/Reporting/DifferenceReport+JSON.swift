import Marbles
import Reactive
package import Values

extension DifferenceReport {
  /// The report as one object: `old`, `new` and `equal`, the numbers and the first changes of each
  /// output, and the reasons.
  package var json: Value {
    get throws {
      var members: [Member] = [
        Member(key: "equal", value: .bool(difference.isEmpty)),
        Member(key: "old", value: side(names.old, difference.oldRecordCount, \.oldCount)),
        Member(key: "new", value: side(names.new, difference.newRecordCount, \.newCount)),
        Member(key: "outputs", value: .array(try difference.outputs.map(Self.value))),
      ]
      if let (output, change) = difference.first {
        members.append(
          Member(
            key: "first", value: try Self.value(of: change, output: output, kind: change.kind)))
      }
      if let reasons {
        members.append(Member(key: "why", value: Self.value(of: reasons)))
      }
      return .object(Object(members))
    }
  }

  private func side(
    _ name: String, _ records: Int, _ count: KeyPath<Difference.Output, Int>
  ) -> Value {
    [
      "file": .string(Text(name)), "records": .int(Int64(records)),
      "events": .int(Int64(difference.outputs.reduce(0) { $0 + $1[keyPath: count] })),
    ]
  }

  private static func value(_ output: Difference.Output) throws -> Value {
    var members: [Member] = [
      Member(key: "name", value: output.name.isEmpty ? .null : .string(Text(output.name))),
      Member(key: "old", value: .int(Int64(output.oldCount))),
      Member(key: "new", value: .int(Int64(output.newCount))),
      Member(key: "same", value: .int(Int64(output.sameCount))),
    ]
    for kind in EventChange.Kind.allCases {
      members.append(
        Member(key: Text(kind.rawValue), value: try value(of: output.changes(kind))))
    }
    members.append(
      Member(
        key: "ends",
        value: [
          "old": try output.oldEnd.map(value) ?? .null,
          "new": try output.newEnd.map(value) ?? .null,
        ]))
    if output.isCut { members.append(Member(key: "cut", value: .bool(true))) }
    return .object(Object(members))
  }

  private static func value(of changes: EventChanges) throws -> Value {
    var members: [Member] = [
      Member(key: "count", value: .int(Int64(changes.count))),
      Member(key: "first", value: .array(try changes.first.map { try value(of: $0) })),
    ]
    if let worst = changes.worst {
      members.append(Member(key: "worst", value: try value(of: worst)))
    }
    return .object(Object(members))
  }

  private static func value(
    of change: EventChange, output: String? = nil, kind: EventChange.Kind? = nil
  ) throws -> Value {
    var members: [Member] = []
    if let output {
      members.append(
        Member(key: "output", value: output.isEmpty ? .null : .string(Text(output))))
    }
    if let kind { members.append(Member(key: "kind", value: .string(Text(kind.rawValue)))) }
    for (key, event) in [("old", change.old), ("new", change.new)] {
      if let event { members.append(Member(key: Text(key), value: try value(of: event))) }
    }
    return .object(Object(members))
  }

  /// Returns an event in the form of `play --format json`.
  private static func value(of event: Timeline<Value>.Event) throws -> Value {
    try ValueEncoder().encode(event)
  }

  private static func value(of reasons: DifferenceReasons) -> Value {
    func lines(_ lines: [String]) -> Value { .array(lines.map { .string(Text($0)) }) }
    return ["old": lines(reasons.old), "new": lines(reasons.new)]
  }
}
