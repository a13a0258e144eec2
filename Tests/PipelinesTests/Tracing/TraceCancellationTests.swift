import Marbles
import Reactive
import Testing
import Tracing
import Values

@testable import Pipelines
@testable import Playing
@testable import StreamModels

/// Subscriptions of inner streams that are cancelled, as entries of a trace.
@Suite struct TraceCancellationTests {
  /// Returns the cancellations while a document is played, each with its stage, run and second.
  private func cancellations(_ text: String, limit: Int = .max) throws -> [String] {
    let model = try StreamModel<Value>(SourceText(name: "", text))
    let stages = try #require(try Program(model, isTraced: true).tracedStages)
    var trace = Trace(stages: stages)
    _ = try model.play(Playback(limit: limit)) { trace.append($0) }
    return trace.cancellations.map {
      "\(stages[$0.stage].name) \($0.run) @\($0.instant.nanoseconds / 1_000_000_000)"
    }
  }

  /// Returns a document that plays an endless stream for each of three values.
  private func inner(_ name: String, _ operators: String) -> String {
    #"""
    {"marbles": "a--b--c---|", "operators": [
      {"\#(name)": {"stream": {"marbles": "-x-x-x-x-x-x-x-x-x-x-x-x-"}}}, \#(operators)]}
    """#
  }

  @Test(arguments: [
    // The third stream begins at 6 s, and has emitted nothing.
    ("flatMap", #"{"prefix": {"count": 6}}"#, ["marbles 0 @7", "marbles 1 @7"]),
    (
      "flatMap", #"{"prefixUntilOutput": {"stream": {"marbles": "--------z"}}}"#,
      ["marbles 0 @8", "marbles 1 @8", "marbles 2 @8"]
    ),
    ("concatMap", #"{"prefix": {"count": 3}}"#, ["marbles 0 @5"]),
    (
      "exhaustMap", #"{"race": {"streams": [{"marbles": "----z"}]}}, {"prefix": {"count": 2}}"#,
      ["marbles 0 @3"]
    ),
    (
      "flatMap", #"{"merge": {"streams": [{"marbles": "-----#"}]}}"#,
      ["marbles 0 @5", "marbles 1 @5"]
    ),
    ("switchMap", #"{"prefix": {"count": 3}}"#, ["marbles 0 @3", "marbles 1 @6", "marbles 2 @7"]),
  ])
  func `a stream that is cancelled is reported once`(
    name: String, operators: String, expected: [String]
  ) throws {
    var found = try cancellations(inner(name, operators))
    if name == "switchMap" { found = Array(found.prefix(3)) }
    #expect(found.sorted() == expected)
  }

  @Test func `every stage of a group is reported`() throws {
    let text = #"""
      {"marbles": "ab-a--------|", "operators": [
        {"groupBy": {"key": "$0", "operators": [{"map": {"expression": "$0"}}, {"delay": {"seconds": 1}}]}},
        {"timeout": {"seconds": 3}}]}
      """#
    #expect(
      try cancellations(text).sorted() == ["delay 0 @7", "delay 1 @7", "map 0 @7", "map 1 @7"])
  }

  @Test func `streams that end, and other streams, are not reported`() throws {
    #expect(
      try cancellations(
        #"""
        {"marbles": "a--b", "operators": [
          {"flatMap": {"stream": {"marbles": "-x|"}}}, {"prefix": {"count": 2}}]}
        """#) == ["marbles 1 @4"])
    #expect(
      try cancellations(#"{"marbles": "ab-c", "operators": [{"prefix": {"count": 2}}]}"#) == [])
  }

  @Test func `the end of the playback itself cancels nothing`() throws {
    #expect(try cancellations(inner("flatMap", #"{"map": {"expression": "1"}}"#), limit: 3) == [])
  }
}
