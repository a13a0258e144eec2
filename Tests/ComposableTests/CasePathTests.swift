import Composable
import Synchronization
import Testing

/// One case for each way in which a payload can be laid out in memory.
private enum Shape {
  case none
  case int(Int)
  case pair(Int, String)
  case labelled(id: Int)
  case labelledPair(id: Int, name: String)
  case labelledMatch(name: String, id: Int)
  indirect case nested(Shape)
  case object(Item)
  case existential(any Error)
  case other(Inner)
  case optional(Int?)
  case void(Void)
  case never(Never)
  case array([Int])
  case wide(Wide)
  case another(Int)
  case alsoNone
  case metatype(Any.Type)
  case thinMetatype(Int.Type)
  case callback(id: Int, then: @Sendable (Int) -> Int)
  case optionalClosure((@Sendable (Int) -> Int)?)
  case closures([@Sendable (Int) -> Int])
  case byte(UInt8)
  case aligned(SIMD4<Double>)
}

private final class Item {
  let name: String
  init(_ name: String) { self.name = name }
}
private enum Inner: Equatable {
  case a
  case b(String)
  case c(Int)
}
private struct Wide: Equatable { var a = 1, b = 2, c = 3, d = 4, e = "five" }
private struct Mistake: Error, Equatable { var code: Int }
private struct OtherMistake: Error {}
private indirect enum Tree<Leaf> {
  case leaf(Leaf)
  case fork(Tree, Tree)
  case named(name: String, Tree)
}
private enum Plain: Equatable {
  case one, two
  case three(Int)
}
private enum Single { case only(String) }

/// Checks everything that a path must do with a value of its case.
private func expectRound<Root, Value>(
  _ path: CasePath<Root, Value>, _ root: Root, not others: [Root],
  sourceLocation: SourceLocation = #_sourceLocation, _ isSame: (Value) -> Bool
) {
  for _ in 0..<3 {
    for other in others {
      #expect(path.extract(from: other) == nil, sourceLocation: sourceLocation)
    }
    let value = path.extract(from: root)
    #expect(value.map(isSame) == true, sourceLocation: sourceLocation)
    if let value {
      let again = path.extract(from: path.embed(value))
      #expect(again.map(isSame) == true, sourceLocation: sourceLocation)
    }
  }
}

@Suite struct CasePathTests {
  private let others: [Shape] = [.none, .alsoNone, .another(1), .int(1), .array([1]), .byte(1)]

  /// Counts how often it is called with a value.
  private final class Asked: Sendable {
    let count = Atomic<Int>(0)

    func path<Root, Value>(
      _ embed: @escaping @Sendable (Value) -> Root, _ extract: @escaping @Sendable (Root) -> Value?
    ) -> CasePath<Root, Value> {
      CasePath(embed: embed) { root in
        self.count.add(1, ordering: .relaxed)
        return extract(root)
      }
    }
  }

  private enum Way: Equatable {
    case left(Inner)
    case right(Int)
    case other(Int)
    case wrapped(Turn)
    case none
  }

  private enum Turn: Equatable {
    case inner(Inner)
    case number(Int)
  }

  /// Sends actions to a store of two children, and returns how often a path was called, and the
  /// received actions.
  private func scoped<Value>(
    _ path: CasePath<Way, Value>, _ asked: Asked, _ actions: [Way]
  ) -> (asked: Int, received: Int) {
    let store = Store<[Int], Way>(initialState: [0, 0]) {
      Scope(state: \.[0], action: path) {
        Reduce<Int, Value> { state, _ in
          state += 1
          return .none
        }
      }
      Reduce { state, _ in
        state[1] += 1
        return .none
      }
    }
    for action in actions { store.send(action) }
    return (asked.count.load(ordering: .relaxed), store.withState { $0[0] })
  }

  @Test func `a hand-written path is called only for its own case, once that is known`() {
    let asked = Asked()
    let path = asked.path(Way.left) { if case .left(let inner) = $0 { inner } else { nil } }
    let outcome = scoped(
      path, asked, [.right(1), .left(.a), .right(1), .none, .wrapped(.inner(.a)), .left(.c(1))])
    #expect(outcome == (3, 2))
  }

  @Test func `a path to one of two similar or nested cases is called each time`() {
    let two = Asked()
    let either = two.path(Way.right) { way in
      switch way {
      case .right(let number), .other(let number): number
      default: nil
      }
    }
    #expect(scoped(either, two, [.right(1), .other(1), .none, .right(2)]) == (4, 3))
    let deep = Asked()
    let wrap: @Sendable (Inner) -> Way = { .wrapped(.inner($0)) }
    let inner = deep.path(wrap) { way in
      if case .wrapped(.inner(let inner)) = way { inner } else { nil }
    }
    let actions: [Way] = [.wrapped(.inner(.a)), .left(.a), .wrapped(.number(1)), .none]
    #expect(scoped(inner, deep, actions) == (4, 1))
  }

  @Test func `a path through two cases skips values of neither`() {
    let asked = Asked()
    let first = asked.path(Way.wrapped) { if case .wrapped(let turn) = $0 { turn } else { nil } }
    let path = first.appending(path: /Turn.inner)
    let actions: [Way] = [.wrapped(.number(1)), .left(.a), .none, .wrapped(.inner(.c(2)))]
    #expect(scoped(path, asked, actions) == (2, 1))
  }

  @Test func `finds payloads of every layout`() {
    let inner: [Shape] = [.none, .byte(7), .another(1), .pair(1, "a")]
    expectRound(/Shape.int, .int(7), not: inner) { $0 == 7 }
    expectRound(/Shape.another, .another(7), not: [.int(7), .none]) { $0 == 7 }
    expectRound(/Shape.pair, .pair(7, "seven"), not: others) { $0 == (7, "seven") }
    expectRound(/Shape.labelled, .labelled(id: 7), not: others) { $0 == 7 }
    expectRound(/Shape.labelledPair, .labelledPair(id: 7, name: "x"), not: others) {
      $0 == (7, "x")
    }
    expectRound(/Shape.labelledMatch, .labelledMatch(name: "x", id: 7), not: others) {
      $0 == ("x", 7)
    }
    expectRound(/Shape.other, .other(.b("long enough to be on the heap")), not: others) {
      $0 == .b("long enough to be on the heap")
    }
    expectRound(/Shape.optional, .optional(7), not: others) { $0 == 7 }
    expectRound(/Shape.optional, .optional(nil), not: others) { $0 == nil }
    expectRound(/Shape.array, .array([1, 2, 3]), not: [.none, .int(3)]) { $0 == [1, 2, 3] }
    expectRound(/Shape.wide, .wide(Wide(a: 9)), not: others) { $0 == Wide(a: 9) }
    expectRound(/Shape.closures, .closures([{ $0 + 1 }]), not: others) { $0[0](1) == 2 }
    expectRound(/Shape.metatype, .metatype(Int.self), not: others) { $0 == Int.self }
    expectRound(/Shape.aligned, .aligned([1, 2, 3, 4]), not: others) { $0 == [1, 2, 3, 4] }
    expectRound(/Shape.byte, .byte(200), not: [.int(200), .none]) { $0 == 200 }
  }

  @Test func `finds empty payloads`() {
    let path: CasePath<Shape, Void> = /Shape.void
    #expect(path.extract(from: .void(())) != nil)
    #expect(path.extract(from: .none) == nil)
    #expect(path.extract(from: path.embed(())) != nil)
    let never: CasePath<Shape, Never> = /Shape.never
    for shape in others { #expect(never.extract(from: shape) == nil) }
  }

  @Test func `finds boxed payloads, even of generic enums`() {
    expectRound(/Shape.nested, .nested(.nested(.int(3))), not: others) { shape in
      if case .nested(.int(3)) = shape { true } else { false }
    }
    let leaf = Tree.leaf("a leaf of some length, on the heap")
    expectRound(/Tree<String>.leaf, leaf, not: [.fork(leaf, leaf)]) { $0.hasPrefix("a leaf") }
    expectRound(/Tree<String>.fork, .fork(leaf, leaf), not: [leaf]) { pair in
      if case (.leaf, .leaf) = pair { true } else { false }
    }
    expectRound(/Tree<String>.named, .named(name: "n", leaf), not: [leaf]) { $0.0 == "n" }
    expectRound(/Tree<SIMD4<Double>>.leaf, .leaf([1, 2, 3, 4]), not: []) { $0 == [1, 2, 3, 4] }
  }

  @Test func `finds objects and existentials, and retains none`() {
    weak var weakItem: Item?
    do {
      let item = Item("kept")
      weakItem = item
      let boxed = Shape.nested(.object(item))
      let path = (/Shape.nested).appending(path: /Shape.object)
      for _ in 0..<10 { #expect(path.extract(from: boxed) === item) }
      expectRound(/Shape.object, .object(item), not: others) { $0 === item }
    }
    #expect(weakItem == nil)
    expectRound(/Shape.existential, .existential(Mistake(code: 3)), not: others) {
      ($0 as? Mistake)?.code == 3
    }
  }

  @Test func `reads a payload as a subtype of the declared type`() {
    let path: CasePath<Shape, Mistake> = /Shape.existential
    expectRound(path, .existential(Mistake(code: 3)), not: others + [.existential(OtherMistake())])
    {
      $0.code == 3
    }
  }

  @Test func `works for optionals, results, and enums with one case`() {
    expectRound(/Optional<Int>.some, .some(3), not: [.none]) { $0 == 3 }
    expectRound(/Result<Int, Mistake>.failure, .failure(Mistake(code: 1)), not: [.success(1)]) {
      $0.code == 1
    }
    expectRound(/Result<Int, any Error>.success, .success(1), not: [.failure(Mistake(code: 1))]) {
      $0 == 1
    }
    expectRound(/Single.only, .only("x"), not: []) { $0 == "x" }
  }

  @Test func `distinguishes cases without a payload by equality`() {
    let (one, two) = (/Plain.one, /Plain.two)
    #expect(one.extract(from: .one) != nil)
    #expect(one.extract(from: .two) == nil)
    #expect(one.extract(from: .three(1)) == nil)
    #expect(two.embed(()) == .two)
    let constant: CasePath<Plain, Void> = /Plain.three(1)
    #expect(constant.extract(from: .three(1)) != nil)
    #expect(constant.extract(from: .three(2)) == nil)
  }

  @Test func `can be used as a pattern`() {
    let isThree =
      switch Plain.three(4) {
      case /Plain.one: false
      case /Plain.three: true
      default: false
      }
    #expect(isThree)
  }

  @Test func `two paths can be on one line`() {
    func pair<A, B, C, D>(_ a: CasePath<A, B>, action b: CasePath<C, D>) -> Bool { true }
    let isRead = pair(/Plain.three, action: /Shape.int)
    #expect(isRead)
  }

  @Test func `leads from a type to itself`() {
    let path = /Plain.self
    #expect(path.extract(from: .one) == .one)
    #expect(path.embed(.two) == .two)
  }

  @Test func `changes a payload in place`() {
    var plain = Plain.three(1)
    let isChanged = (/Plain.three).modify(&plain) { $0 += 1 }
    #expect(isChanged && plain == .three(2))
    plain = .one
    let isChangedAgain = (/Plain.three).modify(&plain) { $0 += 1 }
    #expect(!isChangedAgain && plain == .one)
  }

  @Test func `a function that is not a case extracts nothing`() {
    let path = CasePath<Int, String>(embed: { Int($0) ?? 0 }, extract: { String($0) })
    #expect(path.extract(from: 3) == "3")
    let number: CasePath<Int, String> = /{ @Sendable (text: String) in Int(text) ?? 0 }
    #expect(number.extract(from: 3) == nil)
  }

  @Test func `rejects functions with a message, and accepts a hand-written path`() async {
    let path = CasePath<Shape, @Sendable (Int) -> Int>(
      embed: Shape.optionalClosure,
      extract: { if case .optionalClosure(let it) = $0 { it } else { nil } })
    #expect(path.extract(from: .optionalClosure { $0 + 1 })?(1) == 2)
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = /Shape.optionalClosure
    }
    #expect(
      text(result).contains(
        "instead of '/', write 'CasePath(embed:extract:)' for the case of Shape"))
    await #expect(processExitsWith: .failure) { _ = /Shape.callback }
    await #expect(processExitsWith: .failure) { _ = /Shape.thinMetatype }
  }
}
