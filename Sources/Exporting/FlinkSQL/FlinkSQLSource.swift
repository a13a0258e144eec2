package import Checking
import Expressions
package import StreamModels
import Values

/// The reason why there is no job.
package enum FlinkSQLFailure: Error {
  /// The mistakes of the document.
  case mistakes(Diagnostics)
  /// Everything in the document that Flink would play differently.
  case refusals(Diagnostics)

  /// The diagnostics of either case.
  package var diagnostics: Diagnostics {
    switch self {
    case .mistakes(let diagnostics), .refusals(let diagnostics): diagnostics
    }
  }
}

/// A program as a job of Flink SQL that emits the same events at the same times.
package struct FlinkSQLSource {
  /// The statements, each with a semicolon.
  package let text: String
  /// The inputs with their tables.
  package let inputs: [FlinkInput]
  /// The paths of the files that the document names.
  package let namedFiles: [String]
  /// The warnings about the document.
  package let warnings: Diagnostics

  /// Writes the program of a document.
  package init(_ document: CheckedDocument, mode: FlinkMode) throws(FlinkSQLFailure) {
    let writer = SQLWriter(document, mode: mode)
    let stream = writer.write(document.root)
    let sink = writer.sink(for: stream)
    guard writer.mistakes.isEmpty, let sink else {
      throw .refusals(document.located(writer.mistakes))
    }
    let statements = Self.settings(mode) + writer.statements + sink
    text = statements.map { "\($0);\n" }.joined(separator: "\n")
    inputs = writer.inputs
    namedFiles = document.linker.documents.namedFiles
    warnings = document.diagnostics
  }

  private static func settings(_ mode: FlinkMode) -> [String] {
    let zone = "-- Times are those of UTC\nSET 'table.local-time-zone' = 'UTC'"
    switch mode {
    case .batch: return ["SET 'execution.runtime-mode' = 'batch'", zone]
    case .streaming:
      return [
        "SET 'execution.runtime-mode' = 'streaming'", zone,
        "-- A watermark for each record: a record is late by the same rule on every run\n"
          + "SET 'pipeline.auto-watermark-interval' = '0 ms'",
        "-- Files of results are complete with each checkpoint\n"
          + "SET 'execution.checkpointing.interval' = '10 s'",
        "-- The job restarts when a machine fails, and ends when a record fails\n"
          + "SET 'restart-strategy.type' = 'failure-rate'",
        "SET 'restart-strategy.failure-rate.max-failures-per-interval' = '3'",
        "SET 'restart-strategy.failure-rate.failure-rate-interval' = '5 min'",
        "SET 'restart-strategy.failure-rate.delay' = '1 s'",
      ]
    }
  }
}

extension SQLWriter {
  /// The statements that write the events; nil if the stream cannot be written.
  func sink(for stream: SQLStream) -> [String]? {
    guard !stream.isUnknown else { return nil }
    guard !stream.value.containsCollection else {
      report(
        SQLRefusal(
          "the arrays of windows", "the order of values with the same time is not known there",
          hint: "put a 'map' after 'collect' that aggregates the array"),
        at: ExpressionPlace(document: 0, path: []))
      return nil
    }
    let seconds =
      "REGEXP_REPLACE(CONCAT(CAST(ms / 1000 AS STRING), '.', "
      + "LPAD(CAST(MOD(ms, 1000) AS STRING), 3, '0')), '0+$', '')"
    let event = SQLText.concatenation([
      "'{\"time\":'",
      "CASE WHEN MOD(ms, 1000) = 0 THEN CAST(ms / 1000 AS STRING) ELSE \(seconds) END",
      "',\"value\":'", stream.value.jsonText, "'}'",
    ])
    return [
      "-- The events, as 'stream-run --format json' prints them. Replace the connector with your "
        + "own.\n"
        + "CREATE TABLE events (\n  event STRING\n) WITH (\n  'connector' = 'filesystem',\n"
        + "  'path' = 'file:///data/events',\n  'format' = 'raw'\n)",
      "INSERT INTO events\nSELECT \(event)\nFROM \(stream.view)",
    ]
  }
}
