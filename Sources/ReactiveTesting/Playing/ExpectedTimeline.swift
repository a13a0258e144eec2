public import Marbles
import Reactive

/// The events that a test expects from a publisher, written as a diagram.
///
///     #expect(try publisher.play(on: scheduler) == .marbles("--a-b|", values: ["a": 1, "b": 2]))
///
/// It remembers the last comparison. When the two timelines differed, its description consists of
/// both diagrams on one time axis and the first difference in words, which is what `#expect`
/// prints.
public final class ExpectedTimeline<Output> {
  /// The timeline that is expected.
  public let timeline: Timeline<Output>
  /// The chart of the last comparison that failed.
  private var difference: String?

  /// Creates an expectation of a timeline.
  public init(_ timeline: Timeline<Output>) {
    self.timeline = timeline
  }

  fileprivate func isEqual(to actual: Timeline<Output>) -> Bool where Output: Equatable {
    if timeline == actual { return true }
    difference = actual.difference(from: timeline)
    return false
  }
}

extension ExpectedTimeline: CustomStringConvertible {
  /// The diagram's events, or the difference if the last comparison failed.
  public var description: String { difference.map { "\n\($0)" } ?? "\(timeline)" }
}

extension Timeline where Output: Equatable {
  /// Whether the timeline equals the expected one, event for event and instant for instant.
  public static func == (actual: Timeline, expected: ExpectedTimeline<Output>) -> Bool {
    expected.isEqual(to: actual)
  }

  /// Both timelines on one time axis, with the first difference in words.
  package func difference(from expected: Timeline) -> String {
    MarbleChart(width: 80).difference(expected: expected, actual: self) { "\($0)" }
  }
}

extension ExpectedTimeline {
  /// Reads a marble diagram. Every symbol is looked up in `values`.
  ///
  /// A mistake in the text, or a symbol without a value, stops the test with a message, because the
  /// text is part of the test.
  public static func marbles(
    _ text: String, frame: Duration = .seconds(1), values: [String: Output], error: String = "error"
  ) -> ExpectedTimeline {
    ExpectedTimeline(
      known(text) {
        try Timeline(marbles: text, frame: frame, error: error) { symbol in
          guard let value = values[symbol] else { throw UnknownSymbol(symbol: symbol) }
          return value
        }
      })
  }
}

extension ExpectedTimeline where Output == String {
  /// Reads a marble diagram. A symbol without an entry in `values` is its own value.
  public static func marbles(
    _ text: String, frame: Duration = .seconds(1), values: [String: String] = [:],
    error: String = "error"
  ) -> ExpectedTimeline {
    ExpectedTimeline(
      known(text) { try Timeline(marbles: text, frame: frame, values: values, error: error) })
  }
}

extension ExpectedTimeline where Output == Int {
  /// Reads a marble diagram. A digit without an entry in `values` represents its number.
  public static func marbles(
    _ text: String, frame: Duration = .seconds(1), values: [String: Int] = [:],
    error: String = "error"
  ) -> ExpectedTimeline {
    ExpectedTimeline(
      known(text) { try Timeline(marbles: text, frame: frame, values: values, error: error) })
  }
}

private struct UnknownSymbol: Error, CustomStringConvertible {
  let symbol: String
  var description: String { "the symbol '\(symbol)' has no value; add it to 'values'" }
}

private func known<Output>(
  _ text: String, _ read: () throws -> Timeline<Output>
) -> Timeline<Output> {
  do {
    return try read()
  } catch {
    preconditionFailure("the marbles '\(text)' are wrong:\n\(error)")
  }
}
