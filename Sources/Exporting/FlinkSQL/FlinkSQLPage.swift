import Values

/// The page for a job: how to run it, and what it does.
struct FlinkSQLPage {
  let document: String
  let inputs: [FlinkInput]
  /// The reasons why there is no job that runs forever.
  let obstacles: [String]

  var text: String {
    let file = obstacles.isEmpty ? "job.sql" : "batch.sql"
    let bindings = inputs.map { "--input \($0.table)=/data/\($0.table)" }.joined(separator: " ")
    return """
      # \(document.inMarkdown) as Flink SQL

      Written by `stream-run export --target flink-sql`, for Flink 2.3. Change the stream file and
      export it again, instead of these files; the connectors and paths are yours.

      ## Run

      ```shell
      python3 -m venv flink && flink/bin/pip install apache-flink==2.3.0    # Java 17, Python 3.9 to 3.12
      flink/bin/python run.py \(file) \(bindings) --output /data/events
      ```

      `run.py` runs the statements in one process; with `--config execution.target=remote`, and `rest.address`
      and `rest.port`, on a cluster. The SQL client does the same once the paths are those of your files:

      ```shell
      sql-client.sh -f \(file)
      ```

      \(modes)

      ## Tables

      | table | what |
      |---|---|
      \(inputs.map { "| `\($0.table)` | the lines of the input '\($0.name.inMarkdown)' "
        + "|" }.joined(separator: "\n"))
      | `events` | lines such as `{"time":60,"value":{…}}`, as `stream-run --format json` prints them |

      Replace the connector of a table with your own, with lines as its values: for Kafka, `'connector' =
      'kafka'` and `'value.format' = 'raw'`. A file that ends in `.gz` is unpacked.

      ## Results and failures

      The events are those of `stream-run`, each with its value and its time; their order in the files means
      nothing. Where SQL would compute something else, the job fails, and its message shows the value:

      - a field whose type does not match its place in an expression: neither `1.0` nor `"1"` is an int;
      - an int that overflows, a number with an exponent, an int of 20 digits, `-0.0`, text that is not UTF-8;
      - a time that is finer than a millisecond, before 1971, or neither seconds nor RFC 3339;
      - two values of one time, where their order counts (`distinct`, `removeDuplicates`, `pattern`).

      Some failures of a playback are not failures of the job: a key that occurs twice in a record, a mistake in
      a field that nothing reads, and, in `batch.sql`, a late record.

      """
  }

  /// Returns a string as a code block of a page, with a fence that is longer than any in the
  /// string.
  private static func block(_ text: String) -> String {
    let longest = text.split { $0 != "`" }.map(\.count).max() ?? 0
    let fence = String(repeating: "`", count: max(3, longest + 1))
    return "\(fence)text\n\(text)\n\(fence)"
  }

  private var modes: String {
    let batch = """
      `batch.sql` reads a whole log and ends. Windows that are open at the end are emitted at the time of the
      last record, as in a playback. The order of lines and files does not matter.
      """
    guard obstacles.isEmpty else {
      return """
        \(batch)

        There is no `job.sql`, which would run forever:

        \(Self.block(obstacles.joined(separator: "\n")))
        """
    }
    return """
      `job.sql` runs forever; over a log it emits the same events as `stream-run FILE --input-end TIME` with a
      time after all windows. A record that is later than `reorder` allows fails the job and is never silently
      dropped, so one reader must read one file: `--config parallelism.default=1` for a log in files, any number
      for the partitions of Kafka, each of which is in order.

      \(batch)
      """
  }
}

extension String {
  /// A name from elsewhere within a line of a page, escaped so that none of its characters has a
  /// special meaning.
  fileprivate var inMarkdown: String {
    let marks = #"\`*_<>[]|#&~!"#.unicodeScalars
    return onOneLine.unicodeScalars.map { marks.contains($0) ? "\\\($0)" : "\($0)" }.joined()
  }
}
