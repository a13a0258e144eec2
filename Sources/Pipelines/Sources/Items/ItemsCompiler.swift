import Expressions
import Tracing
import Values

/// Compiles the items of a `stream`. Each operator list is compiled once, for the types of the
/// values that it is applied to.
struct ItemsCompiler {
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

  mutating func add(
    to context: CompileContext, collecting collected: inout Diagnostics
  ) -> Upstream {
    let kinds = kindsByList()
    let places = firstPlaces(in: context)
    var type: ValueType?
    var routes: [ItemRoute] = []
    var extents: [Extent] = []
    var mistakenLists: [UInt32: Diagnostics] = [:]
    var mistakeCount = 0
    for (number, list) in lists.enumerated() {
      context.outline?.beginList()
      defer { context.outline?.end() }
      let (route, result, extent, mistakes) = compile(
        list, at: places[number], for: kinds[number].type, in: context)
      routes.append(route)
      extents.append(extent)
      if !mistakes.isEmpty { mistakenLists[UInt32(number)] = mistakes }
      mistakeCount += mistakes.items.count { $0.severity == .error }
      if mistakeCount >= Diagnostics.limit { context.isFull = true }
      guard !kinds[number].isEmpty else { continue }
      type = type?.joined(with: result) ?? result
    }
    report(mistakenLists, in: context)
    collected.append(contentsOf: diagnostics)
    let place = ExpressionPlace(document: context.document, path: context.place(of: "stream"))
    let plan = ItemsPlan(
      values: values, listNumbers: listNumbers, lists: routes, place: place)
    return context.add(.items(plan), emitting: type ?? .dyn).lasting(extent(of: extents))
  }

  /// Compiles a list into its own plan, in which its input streams are `outer` nodes.
  private func compile(
    _ list: [Operator], at place: DocumentPath, for type: ValueType, in outer: CompileContext
  ) -> (ItemRoute, ValueType, Extent, Diagnostics) {
    let taken = outer.takeAll(of: list)
    let plain = compile(list, taken, at: place, for: type, in: outer, isTraced: false)
    let isPart = plain.route.part != nil && outer.tracer != nil
    let result = isPart ? compile(list, taken, at: place, for: type, in: outer) : plain
    outer.add(result.requirements)
    outer.emits(result.site)
    outer.addWarnings(of: result.warnings)
    return (result.route, result.type, result.extent, result.mistakes)
  }

  private typealias CompiledList = (
    route: ItemRoute, type: ValueType, extent: Extent, mistakes: Diagnostics,
    warnings: Diagnostics, requirements: [ContextRequirement], site: Int?
  )

  private func compile(
    _ list: [Operator], _ taken: (inputs: [CompileContext.Input], bodies: [OperatorBody]),
    at place: DocumentPath, for type: ValueType, in outer: CompileContext, isTraced: Bool = true
  ) -> CompiledList {
    var mistakes = Diagnostics()
    let context = CompileContext(inside: outer, isTraced: isTraced)
    let item = context.traced { tracer in
      tracer.begin(.source, "item", at: ExpressionPlace(document: outer.document, path: place))
    } _: {
      context.add(.item, emitting: type).lasting(.values(1))
    }
    let inputs = taken.inputs.map { input in
      var node = context.add(.outer(input.upstream.node), emitting: input.upstream.type)
        .lasting(input.upstream.extent)
      node.site = input.upstream.site
      return CompileContext.Input(
        upstream: node, requirements: input.requirements, unit: input.unit)
    }
    context.enter(place, of: outer, inputs: inputs, bodies: taken.bodies)
    let result = context.apply(list, to: item, collecting: &mistakes)
    return (
      ItemRoute(context.plan, output: result.node), result.type, result.extent, mistakes,
      context.warnings, context.requirements, result.site
    )
  }

  /// Returns the extent of all items, which play one after another.
  private func extent(of lists: [Extent]) -> Extent {
    if lists.count == 1, lists[0] == .values(1) { return .values(listNumbers.count) }
    return .appended(listNumbers.lazy.map { lists[Int($0)] })
  }

  /// Returns the place of each list's first occurrence.
  private func firstPlaces(in context: CompileContext) -> [DocumentPath] {
    var indices: [Int?] = Array(repeating: nil, count: lists.count)
    for (index, number) in listNumbersInDocument.enumerated() where indices[Int(number)] == nil {
      indices[Int(number)] = index
    }
    return indices.map { context.place(of: "stream") + [.index($0 ?? 0)] }
  }

  /// Returns the kinds of the values that each list is applied to.
  private func kindsByList() -> [KindSet] {
    var kinds = Array(repeating: KindSet(), count: lists.count)
    for (value, number) in zip(values, listNumbers) { kinds[Int(number)].insert(value) }
    return kinds
  }

  /// Reports the mistakes in lists, at each item with such a list.
  private mutating func report(_ mistakenLists: [UInt32: Diagnostics], in context: CompileContext) {
    guard !mistakenLists.isEmpty else { return }
    for (index, number) in listNumbersInDocument.enumerated() {
      guard let mistakes = mistakenLists[number] else { continue }
      for var mistake in mistakes.items {
        guard !diagnostics.isFull else {
          diagnostics.countOmitted()
          continue
        }
        let stream = context.place(of: "stream")
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
