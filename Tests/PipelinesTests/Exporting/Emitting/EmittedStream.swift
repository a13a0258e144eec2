import Expressions
import Foundation
import Reactive
import Testing
import Values

/// Streams whose Swift code is in `Emitted`. The code is compiled with the tests, and must be the
/// same as the code that is written for them now. `.ci/emitted --write` writes it again.
struct EmittedStream: Sendable, CustomTestStringConvertible {
  /// The path of the file below the root of the package.
  let path: String
  let typeName: String
  let publisher: @Sendable (any Scheduler) -> AnyPublisher<Value, EvaluationError>

  init(
    _ path: String, _ typeName: String,
    _ publisher: @escaping @Sendable (any Scheduler) -> AnyPublisher<Value, EvaluationError>
  ) {
    self.path = path
    self.typeName = typeName
    self.publisher = publisher
  }

  var testDescription: String { typeName }

  var source: SourceText {
    get throws { try Self.source(path) }
  }

  /// Reads a file below the root of the package.
  static func source(_ path: String) throws -> SourceText {
    let root = URL(fileURLWithPath: #filePath).appending(path: "../../../../..")
    return try SourceText(contentsOfFile: root.standardizedFileURL.path + "/" + path)
  }

  static let all = [
    EmittedStream("Tests/EmittedStreams/hot-diagrams.json", "EmittedHotDiagrams") {
      EmittedHotDiagrams(scheduler: $0).publisher()
    },
    EmittedStream("Tests/EmittedStreams/parameters.json", "EmittedParameters") {
      EmittedParameters(scheduler: $0).publisher()
    },
    EmittedStream("Tests/EmittedStreams/own-operator.json", "EmittedOwnOperator") {
      EmittedOwnOperator(scheduler: $0).publisher()
    },
    EmittedStream("Tests/EmittedStreams/operator-twice.json", "EmittedOperatorTwice") {
      EmittedOperatorTwice(scheduler: $0).publisher()
    },
    EmittedStream("Tests/EmittedStreams/outer-values.json", "EmittedOuterValues") {
      EmittedOuterValues(scheduler: $0).publisher()
    },
    EmittedStream("Tests/EmittedStreams/nested-groups.json", "EmittedNestedGroups") {
      EmittedNestedGroups(scheduler: $0).publisher()
    },
    EmittedStream("Tests/EmittedStreams/items-of-all-kinds.json", "EmittedItemsOfAllKinds") {
      EmittedItemsOfAllKinds(scheduler: $0).publisher()
    },
    EmittedStream("Tests/EmittedStreams/parameters-inside.json", "EmittedParametersInside") {
      EmittedParametersInside(scheduler: $0).publisher()
    },
    EmittedStream("Tests/EmittedStreams/failures.json", "EmittedFailures") {
      EmittedFailures(scheduler: $0).publisher()
    },
    EmittedStream("Tests/EmittedStreams/hidden-names.json", "EmittedHiddenNames") {
      EmittedHiddenNames(scheduler: $0).publisher()
    },
    EmittedStream("Streams/doubled-beside-letters.json", "OddNumbersDoubledBesideLetters") {
      OddNumbersDoubledBesideLetters(scheduler: $0).publisher()
    },
    EmittedStream("Streams/Operators/join-within.json", "JoinBeforeAndAfter") {
      JoinBeforeAndAfter(scheduler: $0).publisher()
    },
    EmittedStream("Streams/Operators/collect-startsWhen.json", "CollectStartsWhen") {
      CollectStartsWhen(scheduler: $0).publisher()
    },
    EmittedStream("Streams/Operators/materialize.json", "Materialize") {
      Materialize(scheduler: $0).publisher()
    },
    EmittedStream("Streams/Operators/retry.json", "Retry") {
      Retry(scheduler: $0).publisher()
    },
    EmittedStream("Streams/Operators/withLatestFrom-on.json", "WithLatestFromByKey") {
      WithLatestFromByKey(scheduler: $0).publisher()
    },
    EmittedStream("Streams/Operators/rateLimit-delay.json", "RateLimitWithDelays") {
      RateLimitWithDelays(scheduler: $0).publisher()
    },
    EmittedStream("Streams/Scenarios/two-sensors.json", "TheWarmestSoFarOfTwoSensors") {
      TheWarmestSoFarOfTwoSensors(scheduler: $0).publisher()
    },
    EmittedStream("Tests/EmittedStreams/schedule.json", "EmittedSchedule") {
      EmittedSchedule(scheduler: $0).publisher()
    },
    EmittedStream("Tests/EmittedStreams/tolerance.json", "EmittedTolerance") {
      EmittedTolerance(scheduler: $0).publisher()
    },
    EmittedStream("Tests/EmittedStreams/side-outputs.json", "EmittedSideOutputs") {
      EmittedSideOutputs(scheduler: $0).publisher()
    },
    EmittedStream("Streams/Operators/pattern.json", "Pattern") {
      Pattern(scheduler: $0).publisher()
    },
    EmittedStream("Streams/Operators/aggregate.json", "Aggregate") {
      Aggregate(scheduler: $0).publisher()
    },
    EmittedStream("Streams/Operators/aggregate-every.json", "AggregateOfWindowsThatOverlap") {
      AggregateOfWindowsThatOverlap(scheduler: $0).publisher()
    },
    EmittedStream("Tests/EmittedStreams/constants.json", "EmittedConstants") {
      EmittedConstants(scheduler: $0).publisher()
    },
    EmittedStream("Streams/Operators/delay-expression.json", "DelayOfEachValue") {
      DelayOfEachValue(scheduler: $0).publisher()
    },
  ]
}
