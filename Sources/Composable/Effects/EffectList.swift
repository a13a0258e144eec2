/// Effects in a row, to which others may be added behind.
///
/// It is a beginning of a list that it may share with shorter and longer rows: who has the whole list
/// adds to it in place. So a row of n that grows by one at a time costs n steps, and not n².
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

  /// The list, of which this is now all.
  private mutating func ownEnd() -> List {
    if let list, list.effects.count == count { return list }
    let own = List()
    own.effects = Array(effects)
    list = own
    return own
  }
}
