import StoreTesting

/// Returns the failure of a test in virtual time: the text after the place, and the line of that
/// place.
func failure<Result: Sendable>(
  order: JobOrder = .arrival, bounds: Bounds = .standard, line: Int = #line,
  _ test: @escaping @Sendable (VirtualClock) async throws -> Result
) async -> String {
  do {
    let result = try await withVirtualTime(order: order, bounds: bounds, line: line, test)
    return "no failure, but \(result)"
  } catch let error as VirtualTimeError {
    let place = "virtual time of Failures.swift:\(line), "
    guard error.description.hasPrefix(place) else { return "elsewhere: \(error)" }
    return String(error.description.dropFirst(place.count))
  } catch {
    return "another failure: \(error)"
  }
}
