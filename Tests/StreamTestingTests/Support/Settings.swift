import Foundation

/// How often each scenario is run.
let scenarioRuns =
  ProcessInfo.processInfo.environment["STREAMS_SCENARIO_RUNS"].flatMap { Int($0) } ?? 50
