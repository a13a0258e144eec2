import Reactive

extension OperatorUnderTest {
  /// Operators that let values pass, where they let all of them pass, and operators that change
  /// none.
  static let filtering: [OperatorUnderTest] = [
    .init("prefix") { up, _ in up.prefix(.max) },
    .init("output", isVariant: true) { up, _ in up.output(in: 0...) },
    .init("prefix(while:)") { up, world in
      up.prefix { [object = world.lifetimes.object()] _ in object.pass(true) }
    },
    .init("drop(while:)") { up, world in
      up.drop { [object = world.lifetimes.object()] _ in object.pass(false) }
    },
    .init("removeDuplicates") { up, _ in up.removeDuplicates() },
    .init("distinct") { up, world in
      up.distinct { [object = world.lifetimes.object()] _ in
        withExtendedLifetime(object) { world.nextKey() }
      }
    },
    .init("tryPrefix(while:)", isVariant: true) { up, _ in
      up.tryPrefix { value throws(Broken) -> Bool in value > 0 }
    },
    .init("tryDrop(while:)", isVariant: true) { up, _ in
      up.tryDrop { value throws(Broken) -> Bool in value < 0 }
    },
    .init("tryRemoveDuplicates", isVariant: true) { up, _ in
      up.tryRemoveDuplicates { last, value throws(Broken) -> Bool in last == value }
    },
    .init("tryDistinct", isVariant: true) { up, world in
      up.tryDistinct { _ throws(Broken) -> Int in world.nextKey() }
    },
    .init("compactMap") { up, world in
      up.compactMap { [object = world.lifetimes.object()] in object.pass($0) }
    },
    .init("replaceNil", isVariant: true) { up, _ in
      up.map { Optional($0) }.replaceNil(with: -1)
    },
    .init("materialize and back") { up, _ in up.materialize().dematerialize() },
    .init("handleEvents") { up, world in
      up.handleEvents(receiveOutput: { [object = world.lifetimes.object()] in _ = object.pass($0) })
    },
    .init("print", isVariant: true) { up, _ in up.print(to: { _ in }) },
    .init("ignoreOutput", isVariant: true) { up, _ in
      up.merge(with: Empty<String, Broken>().ignoreOutput(setOutputType: Int.self))
    },
  ]
}

extension ReleaseLaws {
  /// Operators that remember values.
  static let filtering: [Stage] = [
    Stage("removeDuplicates") { up, _ in
      up.removeDuplicates { _, _ in false }.eraseToAnyPublisher()
    },
    Stage("drop(while:)") { up, _ in up.drop { _ in true }.eraseToAnyPublisher() },
    Stage("prefix") { up, _ in up.prefix(2).eraseToAnyPublisher() },
    Stage("pairwise") { up, _ in up.pairwise().map(\.1).eraseToAnyPublisher() },
    Stage("pairwise, the value before") { up, _ in
      up.pairwise().map(\.0).eraseToAnyPublisher()
    },
    Stage("materialize") { up, _ in
      up.materialize().dematerialize().eraseToAnyPublisher()
    },
    Stage("handleEvents") { up, _ in up.handleEvents().eraseToAnyPublisher() },
  ]
}

extension ThrowingOperator {
  static let filtering: [ThrowingOperator] = [
    .init("tryPrefix(while:)") { $0.tryPrefix { try throwing($0) > 0 } },
    .init("tryPrefix(while:), typed") { up in
      up.tryPrefix { value throws(Broken) -> Bool in try throwing(value) > 0 }
        .mapError { $0 as any Error }
    },
    .init("tryRemoveDuplicates") { up in up.tryRemoveDuplicates { try throwing($1) == $0 } },
    .init("tryRemoveDuplicates, typed") { up in
      up.tryRemoveDuplicates { last, value throws(Broken) -> Bool in
        try throwing(value) == last
      }.mapError { $0 as any Error }
    },
    .init("tryDistinct") { $0.tryDistinct { try throwing($0) } },
    .init("tryDistinct, typed") { up in
      up.tryDistinct { value throws(Broken) -> Int in try throwing(value) }
        .mapError { $0 as any Error }
    },
  ]

  /// Operators that emit nothing until then, because they drop values or wait for the end.
  static let silent: [ThrowingOperator] = [
    .init("tryDrop(while:)") { $0.tryDrop { try throwing($0) > 0 } },
    .init("tryDrop(while:), typed") { up in
      up.tryDrop { value throws(Broken) -> Bool in try throwing(value) > 0 }
        .mapError { $0 as any Error }
    },
    .init("tryReduce") { $0.tryReduce(0) { try throwing($1) + $0 } },
    .init("tryReduce, typed") { up in
      up.tryReduce(0) { result, value throws(Broken) -> Int in result + (try throwing(value)) }
        .mapError { $0 as any Error }
    },
    .init("tryMin") { $0.tryMin { try throwing($0) < $1 } },
    .init("tryMin, typed") { up in
      up.tryMin { value, _ throws(Broken) -> Bool in try throwing(value) < 0 }
        .mapError { $0 as any Error }
    },
    .init("tryMax") { $0.tryMax { try throwing($1) > $0 } },
    .init("tryMax, typed") { up in
      up.tryMax { _, value throws(Broken) -> Bool in try throwing(value) < 0 }
        .mapError { $0 as any Error }
    },
    .init("tryFirst") { $0.tryFirst { try throwing($0) < 0 } },
    .init("tryFirst, typed") { up in
      up.tryFirst { value throws(Broken) -> Bool in try throwing(value) < 0 }
        .mapError { $0 as any Error }
    },
    .init("tryLast") { $0.tryLast { try throwing($0) > 0 } },
    .init("tryLast, typed") { up in
      up.tryLast { value throws(Broken) -> Bool in try throwing(value) > 0 }
        .mapError { $0 as any Error }
    },
    .init("tryContains") { $0.tryContains { try throwing($0) < 0 }.map { $0 ? 1 : 0 } },
    .init("tryContains, typed") { up in
      up.tryContains { value throws(Broken) -> Bool in try throwing(value) < 0 }
        .map { $0 ? 1 : 0 }.mapError { $0 as any Error }
    },
    .init("tryAllSatisfy") { $0.tryAllSatisfy { try throwing($0) > 0 }.map { $0 ? 1 : 0 } },
    .init("tryAllSatisfy, typed") { up in
      up.tryAllSatisfy { value throws(Broken) -> Bool in try throwing(value) > 0 }
        .map { $0 ? 1 : 0 }.mapError { $0 as any Error }
    },
  ]
}

private func throwing(_ value: Int) throws(Broken) -> Int {
  guard value != 3 else { throw Broken(number: 3) }
  return value
}
