public import ReactiveTesting

/// Runs a test under every order of the jobs that are ready at one instant, and fails it if its
/// outcome depends on that order.
///
///     try await explore(limit: 500) { clock in
///       let cart = Cart(clock: clock)
///       async let first: Void = cart.add("tea")
///       async let second: Void = cart.add("milk")
///       _ = try await (first, second)
///       return await cart.count
///     }
///
/// The report states which job must run before which other job, when, and with which `order` of
/// `withVirtualTime` that can be repeated. Tasks are identified by their names (`Task(name:)`,
/// `addTask(name:)`) or, if they have none, by their numbers. A failure counts as an outcome.
/// However, a failure that already occurs in the order of arrival is thrown.
///
/// - Parameters:
///   - limit: The maximum number of orders that are tried systematically.
///   - samples: The number of orders that are then drawn by seeds, if those were not all orders.
@discardableResult
public func explore<Outcome: Sendable & Equatable>(
  limit: Int = 1000, samples: Int = 100, bounds: Bounds = .standard,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: Int = #line,
  column: Int = #column, _ test: @escaping @Sendable (VirtualClock) async throws -> Outcome
) async throws -> Exploration<Outcome> {
  let place = SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column)
  let explorer = Explorer(bounds: bounds, place: place, test: test)
  let exploration = try await explorer.explore(limit: limit, samples: samples)
  if let difference = exploration.difference {
    reportIssue("the outcome depends on the order of jobs: \(difference)", at: place)
  }
  return exploration
}
