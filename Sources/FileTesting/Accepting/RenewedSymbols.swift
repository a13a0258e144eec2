import Marbles
import Pipelines
import Values

/// The symbol table of a diagram, adapted to the actual timeline. If a symbol's value no longer
/// occurs, the symbol gets the value of the same kind that has replaced it, so that a changed field
/// stays a small change.
struct RenewedSymbols {
  private(set) var members: [Member]
  /// The indices of the members with a new value.
  private(set) var renewed: [Int] = []

  /// - Parameter values: The meanings of symbols, in addition to those of the diagram.
  init(of marbles: MarbleSource, _ values: [Member], for actual: Timeline<Value>) {
    members = marbles.values
    // In a diagram that cannot be parsed the meanings of symbols are unknown.
    let stated = try? StatedTimeline.diagram(marbles).events(values: values)
    let wanted = stated?.timeline.values ?? []
    let came = Set(actual.values)
    var known = Set((marbles.values + values).map(\.value))
    var owners: [Value: Int] = [:]
    for (index, member) in members.enumerated() where owners[member.value] == nil {
      owners[member.value] = index
    }
    for (old, new) in zip(wanted, actual.values) where !came.contains(old) {
      guard let index = owners[old], old.isOfKind(of: new), new.defaultSymbol == nil,
        known.insert(new).inserted
      else { continue }
      owners[old] = nil
      members[index].value = new
      renewed.append(index)
    }
  }
}

extension Value {
  /// Whether both values are of the same kind. Ints and doubles count as one kind.
  fileprivate func isOfKind(of other: Value) -> Bool {
    switch (self, other) {
    case (.object, .object), (.array, .array), (.string, .string), (.bool, .bool): true
    case (.int, .int), (.double, .double), (.int, .double), (.double, .int): true
    default: false
    }
  }
}
