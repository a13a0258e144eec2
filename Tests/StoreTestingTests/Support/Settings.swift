import Foundation

/// The number of times that each scenario is run.
let scenarioRuns =
  ProcessInfo.processInfo.environment["STREAMS_SCENARIO_RUNS"].flatMap { Int($0) } ?? 50
