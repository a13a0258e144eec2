public import Composable
import ReactiveTesting

/// Checks that a property is true for all generated inputs, and fails the test with the smallest
/// input for which it is false.
///
///     forAll(
///       of: { Timeline.random(using: &$0) },
///       holds: { timeline in timeline.values.count <= timeline.events.count })
///
/// The report contains the seed and the case. That seed with `cases: 1` repeats the case.
///
/// - Parameters:
///   - seed: The source of all random numbers. The same seed produces the same cases.
///   - cases: The number of cases.
///   - holds: Returns whether the property is true. An error counts as false.
public func forAll<Input: Shrinkable>(
  seed: UInt64 = 1, cases: Int = 100, fileID: StaticString = #fileID,
  filePath: StaticString = #filePath, line: Int = #line, column: Int = #column,
  of make: (inout SplitMix64) -> Input, holds: (Input) throws -> Bool
) {
  let place = SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column)
  func complaint(about input: Input) -> String? {
    do {
      return try holds(input) ? nil : "does not hold"
    } catch {
      return "fails with \(error)"
    }
  }
  for number in 0..<UInt64(max(0, cases)) {
    // Each case has its own seed, so that it can be generated without the previous cases.
    var random = SplitMix64(seed: seed &+ number)
    let input = make(&random)
    guard complaint(about: input) != nil else { continue }
    let smallest = input.shrunk { complaint(about: $0) != nil }
    reportIssue(
      """
      \(complaint(about: smallest) ?? "does not hold each time"), with 'seed: \(seed &+ number)', for
      \(smallest)
      """, at: place)
    return
  }
}
