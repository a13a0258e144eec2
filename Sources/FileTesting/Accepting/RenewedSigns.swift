import Marbles
import Pipelines
import Values

/// The table of signs of a diagram, as it serves what came: a sign whose value does not come any more
/// stands for the one of its kind that came in its place, so that a changed field stays a small change.
struct RenewedSigns {
  private(set) var members: [Member]
  /// Which of them stand for something else than before.
  private(set) var renewed: [Int] = []

  /// - Parameter values: What signs stand for beside those of the diagram.
  init(of marbles: MarbleSource, _ values: [Member], for actual: Timeline<Value>) {
    members = marbles.values
    // Of a diagram that cannot be read no sign is known to stand for anything.
    let stated = try? StatedTimeline.diagram(marbles).events(values: values)
    let wanted = stated?.timeline.values ?? []
    let came = Set(actual.values)
    var known = Set((marbles.values + values).map(\.value))
    var owners: [Value: Int] = [:]
    for (index, member) in members.enumerated() where owners[member.value] == nil {
      owners[member.value] = index
    }
    for (old, new) in zip(wanted, actual.values) where !came.contains(old) {
      guard let index = owners[old], old.isOfKind(of: new), new.ownSign == nil,
        known.insert(new).inserted
      else { continue }
      owners[old] = nil
      members[index].value = new
      renewed.append(index)
    }
  }
}

extension Value {
  /// Whether a value is spelled as one of the same kind.
  fileprivate func isOfKind(of other: Value) -> Bool {
    switch (self, other) {
    case (.object, .object), (.array, .array), (.string, .string), (.bool, .bool): true
    case (.int, .int), (.double, .double), (.int, .double), (.double, .int): true
    default: false
    }
  }
}
