/// A list of effects to which others may be appended.
///
/// It is a prefix of storage that it may share with shorter and longer lists. The list that covers
/// the whole storage appends in place. So a list of n that grows by one at a time takes n steps
/// instead of n².
@usableFromInline
struct EffectList<Action> {
  private final class List {
    var effects: [Effect<Action>] = []
  }

  private var list: List?
  private(set) var count = 0

  init() {}

  var effects: ArraySlice<Effect<Action>> { list?.effects.prefix(count) ?? [] }

  var first: Effect<Action>? { list?.effects.first }

  mutating func append(_ effect: Effect<Action>) {
    ownEnd().effects.append(effect)
    count += 1
  }

  mutating func append(contentsOf row: EffectList) {
    guard count > 0 else {
      self = row
      return
    }
    ownEnd().effects.append(contentsOf: row.effects)
    count += row.count
  }

  /// Returns storage that is entirely covered by this list.
  private mutating func ownEnd() -> List {
    if let list, list.effects.count == count { return list }
    let own = List()
    own.effects = Array(effects)
    list = own
    return own
  }
}
