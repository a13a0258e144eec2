import Expressions
import Records
import StreamModels
package import Values

extension Partitioning {
  /// Returns the keys and everything else that a program needs for splitting the inputs, with the
  /// counts of inputs.
  package func json(with counts: [String: Value]) -> Value {
    let inputs = inputs.map { $0.json(with: counts[$0.source.name]) }
    return .object(
      Object([
        Member(key: "splittable", value: .bool(true)), Member(key: "inputs", value: .array(inputs)),
      ]))
  }
}

extension Partitioning.Input {
  /// The expression of the key over `$0`; nil if the records can be split in any way.
  package var keyText: String? { key?.text }

  fileprivate func json(with count: Value?) -> Value {
    var members: [Member] = [
      Member(key: "name", value: .string(Text(source.name))),
      Member(key: "key", value: keyText.map { .string(Text($0)) } ?? .null),
      Member(key: "time", value: .string(Text(time.text))),
      Member(key: "origin", value: .string(Text((source.origin ?? .first).rawValue))),
    ]
    if let unit = source.unit {
      members.append(Member(key: "unit", value: .string(Text(unit.rawValue))))
    }
    if !source.paths.isEmpty {
      members.append(
        Member(key: "path", value: .array(source.paths.map { .string(Text($0)) })))
    }
    if let records = source.records {
      members.append(Member(key: "records", value: records.encoded))
    }
    if let late = source.late {
      var object: [Member] = []
      if let reorder = late.reorder {
        object.append(Member(key: "reorder", value: .int(reorder.nanoseconds)))
      }
      object.append(Member(key: "then", value: late.treatment == .drop ? "drop" : .null))
      members.append(Member(key: "late", value: .object(Object(object))))
    } else {
      members.append(Member(key: "late", value: .null))
    }
    if let count { members.append(Member(key: "count", value: count)) }
    return .object(Object(members))
  }
}
