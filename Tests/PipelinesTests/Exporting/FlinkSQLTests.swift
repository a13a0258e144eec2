import Testing
import Values

@testable import Exporting
@testable import Pipelines
@testable import StreamModels

/// The text of documents written as Flink SQL. The runs in `Tests/Distributed` verify that Flink
/// emits the same events.
struct FlinkSQLTests {
  private func job(
    _ document: String, _ mode: FlinkMode = .streaming, settings: ParameterSettings = .init()
  ) throws(FlinkSQLFailure) -> String {
    try FlinkSQLSource(SourceText(name: "test.json", document), mode: mode, settings: settings).text
  }

  /// Returns the statement that creates a view or a table.
  private func statement(_ name: String, of job: String) throws -> String {
    let all = job.split(separator: ";\n\n").map(String.init)
    return try #require(all.first { $0.contains(" \(name) AS\n") || $0.contains(" \(name) (\n") })
  }

  private static let counts = #"""
    {"input": "orders", "time": "$0.t", "origin": "epoch", "late": {"reorder": "1m"},
     "operators": [
       {"filter": {"expression": "$0.n % 2 == 1"}},
       {"groupBy": {"key": "$0.user", "operators": [
         {"collect": {"seconds": 60}}, {"map": {"expression": "{'user': $key, 'n': size($0)}"}}]}}]}
    """#

  @Test func `each operator is a view with its expression`() throws {
    let job = try job(Self.counts)
    #expect(
      try statement("test_filter", of: job) == #"""
        -- filter: $0.n % 2 == 1
        CREATE TEMPORARY VIEW test_filter AS
        SELECT *
        FROM (
          SELECT *, CAST(CONCAT(CASE WHEN kept THEN CASE WHEN (MOD(CAST(COALESCE(REGEXP_EXTRACT(f_n, '^\[(-?[0-9]+)\]$', 1), CONCAT('expected an int in ''$0.n'', found ', f_n)) AS BIGINT), CAST(2 AS BIGINT)) = CAST(1 AS BIGINT)) THEN 'true' ELSE 'false' END ELSE 'false' END, '') AS BOOLEAN) AS kept_1
          FROM orders_records
        )
        WHERE kept_1
        """#)
    #expect(
      try statement("test_map", of: job) == """
        -- collect windows of 60000 ms, and map: {'user': $key, 'n': size($0)}
        CREATE TEMPORARY VIEW test_map AS
        SELECT (MIN(ms) / 60000 + 1) * 60000 AS ms,
          key_2,
          key_2 AS v_user,
          COUNT(*) AS v_n
        FROM TABLE(TUMBLE(TABLE test_groupBy, DESCRIPTOR(rt), INTERVAL '0 00:01:00.000' DAY TO SECOND(3)))
        GROUP BY key_2, window_start, window_end
        """)
  }

  private static let pattern = #"""
    {"input": "orders", "time": "$0.t", "origin": "epoch", "operators": [
      {"map": {"expression": "{'n': int($0.n), 'user': $0.user}"}},
      {"groupBy": {"key": "$0.user", "operators": [
        {"pattern": {"within": "1m", "next": "atLast", "bounds": true, "steps": [
          {"name": "high", "where": "$0.n > 5"}, {"not": "$0.n == 3"},
          {"name": "low", "where": "$0.n < 2", "times": 2}, {"contiguous": true}]}}]}}]}
    """#

  @Test(arguments: [FlinkMode.streaming, .batch])
  func `a pattern is a variable for each value, and one for those between`(mode: FlinkMode) throws {
    let time = mode == .streaming ? "\n    MATCH_ROWTIME() AS rt," : ""
    let low = "NOT ((v_n = CAST(3 AS BIGINT))) AND"
    #expect(
      try statement("test_pattern_4", of: job(Self.pattern, mode)) == #"""
        -- pattern
        CREATE TEMPORARY VIEW test_pattern_4 AS
        SELECT *
        FROM test_pattern_3
        MATCH_RECOGNIZE (
          PARTITION BY key_1
          ORDER BY time_4
          MEASURES
            P4.ms AS ms,\#(time)
            (CAST(P1.ms AS DOUBLE) / CAST(1000 AS DOUBLE)) AS v_start,
            (CAST(P4.ms AS DOUBLE) / CAST(1000 AS DOUBLE)) AS v_end,
            P1.part_5_n AS v_values_high_n,
            P1.part_5_user AS v_values_high_user,
            P2.part_5_n AS v_values_low_0_n,
            P2.part_5_user AS v_values_low_0_user,
            P3.part_5_n AS v_values_low_1_n,
            P3.part_5_user AS v_values_low_1_user
          ONE ROW PER MATCH
          AFTER MATCH SKIP TO LAST P4
          PATTERN (P1 X2*? P2 X3*? P3 P4) WITHIN INTERVAL '0 00:01:00.000' DAY TO SECOND(3)
          DEFINE
            P1 AS ((v_n > CAST(5 AS BIGINT))),
            X2 AS \#(low) NOT ((v_n < CAST(2 AS BIGINT))),
            P2 AS \#(low) ((v_n < CAST(2 AS BIGINT))),
            X3 AS \#(low) NOT ((v_n < CAST(2 AS BIGINT))),
            P3 AS \#(low) ((v_n < CAST(2 AS BIGINT))),
            P4 AS (TRUE)
        )
        """#)
  }

  @Test(arguments: [FlinkMode.streaming, .batch])
  func `an aggregate is the query of a list that is aggregated`(mode: FlinkMode) throws {
    func text(_ operators: String) throws -> [Substring] {
      let document = #"""
        {"input": "orders", "time": "$0.t", "origin": "epoch", "operators": [
          {"groupBy": {"key": "$0.user", "operators": [\#(operators)]}}]}
        """#
      return try job(document, mode).split(separator: "\n").filter { !$0.hasPrefix("--") }
    }
    for windows in [
      #""seconds": 60"#, #""seconds": 60, "every": 20"#, #""gap": 30"#,
      #""seconds": 60, "bounds": true"#, #""seconds": 60, "every": 20, "bounds": true"#,
    ] {
      let values = windows.contains("bounds") ? "$0.values" : "$0"
      let list = #"""
        {'n': \#(values).size(), 'odd': \#(values).filter(v, v.n % 2 == 1).size(), \#
        'sum': \#(values).map(v, v.n).sum(), 'mean': \#(values).map(v, v.n).avg(), \#
        'most': \#(values).map(v, v.n).max()}
        """#
      let aggregate = #"""
        {"aggregate": {\#(windows), "values": {"n": {"count": true}, "odd": {"count": true, "where": "$0.n % 2 == 1"},
          "sum": {"sum": "$0.n"}, "mean": {"avg": "$0.n"}, "most": {"max": "$0.n"}}}}
        """#
      let whole =
        windows.contains("bounds")
        ? "{'start': $0.start, 'end': $0.end, 'closedBy': $0.closedBy, 'values': \(list)}" : list
      let collect = #"{"collect": {\#(windows)}}, {"map": {"expression": "\#(whole)"}}"#
      func plain(_ lines: [Substring]) -> [String] {
        lines.map { String($0).replacing("test_aggregate", with: "test_map") }
      }
      #expect(try plain(text(aggregate)) == plain(text(collect)), "\(windows)")
    }
  }

  @Test func `the records of an input are a view with the fields that are read`() throws {
    #expect(
      try statement("orders_records", of: job(Self.counts)) == """
        -- Its records, with the fields that the job reads: each is a list of JSON, empty if it is missing
        CREATE TEMPORARY VIEW orders_records AS
        SELECT ms,
          rt,
          v,
          kept,
          JSON_QUERY(v, '$[*].n') AS f_n,
          JSON_QUERY(v, '$[*].user') AS f_user
        FROM orders_lines
        """)
  }

  @Test func `a watermark is a millisecond before the time that 'reorder' allows`() throws {
    #expect(try job(Self.counts).contains("WATERMARK FOR rt AS rt - INTERVAL '0 00:01:00.001'"))
    let strict = try job(#"{"input": "a", "time": "$0.t", "origin": "epoch"}"#)
    #expect(strict.contains("WATERMARK FOR rt AS rt - INTERVAL '0 00:00:00.001'"))
  }

  @Test func `windows in a batch end with the log at the latest`() throws {
    let text = try statement("test_map", of: job(Self.counts, .batch))
    #expect(
      text.contains(
        "SELECT LEAST((MIN(ms) / 60000 + 1) * 60000, (SELECT COALESCE(MAX(ms), 0) FROM orders_records))"
      ))
    #expect(text.hasSuffix("GROUP BY key_2, w"))
    #expect(try !job(Self.counts, .batch).contains("WATERMARK"))
  }

  @Test func `Flink's sessions are a millisecond shorter, because they include their end`() throws {
    let document = #"""
      {"input": "a", "time": "$0.t", "origin": "epoch", "operators": [
        {"collect": {"gap": "30s"}}, {"map": {"expression": "$0.map(x, x.n).sum()"}}]}
      """#
    let text = try statement("test_map", of: job(document))
    #expect(
      text.contains(
        "SESSION(TABLE a_records , DESCRIPTOR(rt), INTERVAL '0 00:00:29.999' DAY TO SECOND(3))"))
    #expect(text.contains("SELECT MAX(ms) + 30000 AS ms"))
  }

  @Test func `times that count from the first record are supported in a batch`() throws {
    let document = #"""
      {"merge": [{"input": "a", "time": "$0.t"}, {"input": "b", "time": "$0.t"}]}
      """#
    let job = try job(document, .batch)
    #expect(
      try statement("origin", of: job).hasSuffix(
        "SELECT MIN(ms) AS ms FROM (SELECT ms FROM a_lines UNION ALL SELECT ms FROM b_lines)"))
    #expect(
      try statement("a_records", of: job).contains("SELECT ms - (SELECT ms FROM origin) AS ms"))
  }

  @Test func `parameters are written as their values`() throws {
    let document = #"""
      {"parameters": {"limit": 5}, "input": "a", "time": "$0.t", "origin": "epoch",
       "operators": [{"filter": {"expression": "$0.n > $limit"}}]}
      """#
    #expect(try job(document).contains("> CAST(CAST(5 AS BIGINT) AS DOUBLE)"))
    #expect(
      try job(document, settings: ParameterSettings(["limit": 7]))
        .contains("> CAST(CAST(7 AS BIGINT) AS DOUBLE)"))
  }

  @Test func `quotes and names of fields cannot end a string`() throws {
    let document = #"""
      {"input": "it's", "time": "$0.t", "origin": "epoch",
       "operators": [{"map": {"expression": "{'it\\'s': $0['a b'], 'x': \"'; DROP TABLE x\"}"}}]}
      """#
    let job = try job(document)
    #expect(job.contains("JSON_QUERY(v, '$[*][''a b'']') AS f_a_b"))
    #expect(job.contains("'''; DROP TABLE x' AS v_x"))
    #expect(job.contains("CREATE TABLE it_s ("))
    #expect(job.contains(#"'{"it''s":'"#))
  }

  @Test func `a job has a page, and both modes if both are exact`() throws {
    let files = try FlinkSQLJob(SourceText(name: "a/test.json", Self.counts)).files
    #expect(files.map(\.name) == ["job.sql", "batch.sql", "README.md"])
    #expect(files[2].text.hasPrefix("# test.json as Flink SQL\n"))
    #expect(files[2].text.contains("| `orders` | the lines of the input 'orders' |"))
    let total = #"{"input": "a", "time": "$0.t", "origin": "epoch", "operators": [{"count": {}}]}"#
    let batch = try FlinkSQLJob(SourceText(name: "test.json", total)).files
    #expect(batch.map(\.name) == ["batch.sql", "README.md"])
    #expect(
      batch[1].text.contains(
        "test.json:1:75: error: 'count' of a whole stream cannot be written as Flink SQL"))
  }
}
