import Expressions
import StreamModels
import Values

/// Checks the items of a `stream`. Each operator list is checked once, for the types of the values
/// that it is applied to.
struct ItemsCheck {
  private let values: [Value]
  private let listNumbers: [UInt32]
  private let lists: [[Operator]]
  /// The list of each item in the document, including items that could not be read.
  private let listNumbersInDocument: [UInt32]
  private var diagnostics = Diagnostics()

  init(_ items: StreamItems<Value>) {
    values = items.values
    listNumbers = items.listNumbers
    lists = items.lists
    listNumbersInDocument = items.listNumbersInDocument
  }

  /// Adds the step of the source, after those of the items' operators.
  mutating func add(
    to step: CheckStep, collecting collected: inout Diagnostics
  ) -> Upstream {
    let kinds = kindsByList()
    let places = firstPlaces(in: step)
    var type: ValueType?
    var checked: [CheckedItems.List] = []
    var extents: [Extent] = []
    var mistakenLists: [UInt32: Diagnostics] = [:]
    var mistakeCount = 0
    for (number, list) in lists.enumerated() {
      var mistakes = Diagnostics()
      let (steps, result) = check(
        list, at: places[number], for: kinds[number].type, in: step, collecting: &mistakes)
      checked.append(steps)
      extents.append(result.extent)
      if !mistakes.isEmpty { mistakenLists[UInt32(number)] = mistakes }
      mistakeCount += mistakes.items.count { $0.severity == .error }
      if mistakeCount >= Diagnostics.limit { step.whole.isFull = true }
      guard !kinds[number].isEmpty else { continue }
      type = type?.joined(with: result.type) ?? result.type
    }
    report(mistakenLists, in: step)
    collected.append(contentsOf: diagnostics)
    let items = CheckedItems(values: values, listNumbers: listNumbers, lists: checked)
    return step.add(.items(items), emitting: type ?? .dyn, lasting: extent(of: extents))
  }

  /// Checks a list as operators of the item at a place.
  private func check(
    _ list: [Operator], at place: DocumentPath, for type: ValueType, in step: CheckStep,
    collecting mistakes: inout Diagnostics
  ) -> (CheckedItems.List, result: Upstream) {
    let outer = step.body
    let (inputs, bodies) = outer.takeAll(of: list)
    let home = Home(
      document: outer.document, path: place, scope: outer.home.scope, site: outer.home.site)
    let body = BodyCheck(
      home, in: step.whole, inputs: inputs, bodies: bodies,
      inside: .init(isInBody: outer.surroundings.isInBody))
    let item = CheckStep(sourceAt: place, in: body)
      .add(.item, emitting: type, lasting: .values(1))
    let (result, steps) = body.apply(list, at: place, to: item, collecting: &mistakes)
    outer.add(body.requirements)
    if step.lints { outer.add(body.warnings) }
    return (CheckedItems.List(item: item.step, steps: steps, output: result.step), result)
  }

  /// Returns the extent of all items, which play one after another.
  private func extent(of lists: [Extent]) -> Extent {
    if lists.count == 1, lists[0] == .values(1) { return .values(listNumbers.count) }
    return .appended(listNumbers.lazy.map { lists[Int($0)] })
  }

  /// Returns the place of each list's first occurrence.
  private func firstPlaces(in step: CheckStep) -> [DocumentPath] {
    var indices: [Int?] = Array(repeating: nil, count: lists.count)
    for (index, number) in listNumbersInDocument.enumerated() where indices[Int(number)] == nil {
      indices[Int(number)] = index
    }
    return indices.map { step.place(of: "stream") + [.index($0 ?? 0)] }
  }

  /// Returns the kinds of the values that each list is applied to.
  private func kindsByList() -> [KindSet] {
    var kinds = Array(repeating: KindSet(), count: lists.count)
    for (value, number) in zip(values, listNumbers) { kinds[Int(number)].insert(value) }
    return kinds
  }

  /// Reports the mistakes in lists, at each item with such a list.
  private mutating func report(_ mistakenLists: [UInt32: Diagnostics], in step: CheckStep) {
    guard !mistakenLists.isEmpty else { return }
    for (index, number) in listNumbersInDocument.enumerated() {
      guard let mistakes = mistakenLists[number] else { continue }
      for var mistake in mistakes.items {
        guard !diagnostics.isFull else {
          diagnostics.countOmitted()
          continue
        }
        let stream = step.place(of: "stream")
        let rest = mistake.path.components.dropFirst(stream.components.count + 1)
        mistake.path = stream + [.index(index)] + DocumentPath(Array(rest))
        diagnostics.append(mistake)
      }
    }
  }
}

/// A set of kinds of values, in one byte.
private struct KindSet {
  private var bits: UInt8 = 0

  var isEmpty: Bool { bits == 0 }

  mutating func insert(_ value: Value) {
    switch value {
    case .null: bits |= 1
    case .bool: bits |= 2
    case .int: bits |= 4
    case .double: bits |= 8
    case .string: bits |= 16
    case .array: bits |= 32
    case .object: bits |= 64
    }
  }

  /// The type that covers values of all these kinds.
  var type: ValueType {
    switch bits {
    case 1: .null
    case 2: .bool
    case 4: .int
    case 8: .double
    case 16: .string
    case 32: .list(.dyn)
    case 64: .map(.dyn)
    default: .dyn
    }
  }
}
