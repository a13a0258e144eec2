import Testing

@testable import Composable

private enum Shape: Sendable {
  case none
  case int(Int)
  case another(Int)
  case text(String)
  case labelled(id: Int)
  case pair(Int, String)
  indirect case nested(Shape)
  case mistake(any Error)
  case alsoNone
}

private struct Mistake: Error, Equatable { var code: Int }

private struct Item: Identifiable, Equatable, Sendable { var id: Int }

private enum Child: Sendable {
  case item(Item)
  case other(Item)
  case plain(Int)
  case nothing
}

/// The data read from the runtime's metadata, and the behaviour if its layout is different.
@Suite struct EnumLayoutTests {
  @Test func `the metadata of this runtime is as expected`() {
    #expect(EnumLayout.isTrusted)
    #expect(EnumLayout(Shape.self)?.names.count == 9)
  }

  @Test func `an unexpected table layout is noticed before its functions are called`() {
    let word = MemoryLayout<UInt>.size
    for part in [\EnumLayout.Format.size, \.stride, \.flags] {
      var format = EnumLayout.Format.current
      format[keyPath: part] -= word
      #expect(!EnumLayout.describesCanary(format: format))
    }
  }

  @Test func `without a layout a case is found through mirrors`() {
    let values: [Shape] = [
      .none, .int(1), .another(2), .text("x"), .labelled(id: 3), .pair(4, "y"), .nested(.int(5)),
      .mistake(Mistake(code: 6)), .alsoNone,
    ]
    func extracted<Value>(_ embed: @escaping @Sendable (Value) -> Shape) -> [Value?] {
      let reflection = CaseReflection(embed: embed, layout: nil)
      // Each is called twice, because facts learned in the first call must not change the second.
      return values.map {
        _ = reflection.extract(from: $0)
        return reflection.extract(from: $0)
      }
    }
    #expect(extracted(Shape.int) == [nil, 1, nil, nil, nil, nil, nil, nil, nil])
    #expect(extracted(Shape.another) == [nil, nil, 2, nil, nil, nil, nil, nil, nil])
    #expect(extracted(Shape.text) == [nil, nil, nil, "x", nil, nil, nil, nil, nil])
    #expect(extracted(Shape.labelled) == [nil, nil, nil, nil, 3, nil, nil, nil, nil])
    #expect(
      extracted { (pair: (Int, String)) in Shape.pair(pair.0, pair.1) }.map { $0?.1 }
        == [nil, nil, nil, nil, nil, "y", nil, nil, nil])
    #expect(
      extracted(Shape.nested).map { $0.map { "\($0)" } }
        == [nil, nil, nil, nil, nil, nil, "int(5)", nil, nil])
    #expect(
      extracted { (mistake: Mistake) in Shape.mistake(mistake) }.map { $0?.code }
        == [nil, nil, nil, nil, nil, nil, nil, 6, nil])
  }

  @Test func `without a layout a child is identified by its case and payload`() {
    let states: [Child?] = [
      nil, .item(Item(id: 1)), .item(Item(id: 2)), .other(Item(id: 1)), .plain(1), .nothing,
    ]
    let identities = [
      ChildIdentity<Child>(), ChildIdentity<Child>(layout: nil, goesThroughMirrors: true),
    ]
    for identity in identities {
      for (position, state) in states.enumerated() {
        for (otherPosition, other) in states.enumerated() {
          #expect(
            (identity.of(state) == identity.of(other)) == (position == otherPosition),
            "\(String(describing: state)) \(String(describing: other))")
        }
        #expect(!identity.isEphemeral(state))
      }
      #expect(identity.of(.plain(1)) == identity.of(.plain(2)))
    }
  }
}
