public import Marbles
import Reactive
import ReactiveTesting
public import StoreTesting

/// Like `explore(limit:)`, for a test with events as its input. When it fails, the events are
/// reduced to the fewest and earliest ones that still show the failure, and the report contains
/// them as a stream file.
///
/// - Parameter inputs: The events that the test may play, for example with `publisher(on:)`.
@discardableResult
public func explore<Input: Encodable & Sendable, Outcome: Sendable & Equatable>(
  inputs: Timeline<Input>, limit: Int = 1000, samples: Int = 100, bounds: Bounds = .standard,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: Int = #line,
  column: Int = #column,
  _ test: @escaping @Sendable (VirtualClock, Timeline<Input>) async throws -> Outcome
) async throws -> (exploration: Exploration<Outcome>, inputs: Timeline<Input>) {
  let place = SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column)
  @Sendable func outcome(of inputs: Timeline<Input>) async throws -> Exploration<Outcome> {
    let explorer = Explorer(bounds: bounds, place: place) { try await test($0, inputs) }
    return try await explorer.explore(limit: limit, samples: samples)
  }
  var exploration = try await outcome(of: inputs)
  guard exploration.difference != nil else { return (exploration, inputs) }
  var smallest = inputs
  smallest = await inputs.shrunk(
    attempts: 200,
    whileWaiting: { candidate in
      // If a test with fewer events fails in the order of arrival, it shows a different mistake.
      guard let smaller = try? await outcome(of: candidate), smaller.difference != nil else {
        return false
      }
      exploration = smaller
      return true
    })
  if let difference = exploration.difference {
    let file = try smallest.streamFile(named: "smallest inputs")
    reportIssue(
      "the outcome depends on the order of jobs: \(difference)\nfed with:\n\(file)", at: place)
  }
  return (exploration, smallest)
}
