import Expressions

extension ForeignNames {
  /// Keys of other tools for which a stream model has its own keys: mostly names of sources.
  static let modelKeys = ForeignNames([
    Row(
      "of just list array items events elements fromArray from_iterable iterable data once",
      #"write "sequence": [1, 2]"#, meaning: "sequence"),
    Row("range generate", #"write "sequence": "lists.range(10)""#, meaning: "sequence"),
    Row(
      "interval timer ticker periodic",
      #"write "sequence": [1], "operators": [{"delay": {"seconds": 1}}, {"repeat": {}}]"#,
      meaning: "sequence"),
    Row(
      "calendar schedule crontab daily hourly", #"write "cron": "0 6 * * *""#, meaning: "cron"),
    Row("empty", #"write "sequence": []"#, meaning: "sequence"),
    Row("never", #"write "marbles": """#, meaning: "marbles"),
    Row("throw throwError fail", ##"write "marbles": "#", "error": "…""##, meaning: "marbles"),
    Row("diagram marble timeline cold", #"write "marbles": "-a-b|""#, meaning: "marbles"),
    Row("concat concatenate", #"write "append": ["a", "b"]"#, meaning: "append"),
    Row("combine forkJoin", #"write "combineLatest": ["a", "b"], or "zip""#, meaning: "zip"),
    Row("union", #"write "merge": ["a", "b"]"#, meaning: "merge"),
    Row(
      "file csv ndjson json kafka http url socket websocket stdin tail fromEvent topic "
        + "subscribe read",
      #"write "input": "log", and bind it with "path": "log.csv" or '--input log=PATH'"#,
      meaning: "input"),
    Row("files glob filename fileName", #"write "path": "logs/*.csv""#, meaning: "path"),
    Row("fileFormat recordFormat encoding", #"write "records": "csv""#, meaning: "records"),
    Row("source sources import include use ref", #"write "from": "name""#, meaning: "from"),
    Row(
      "pipe pipeline steps stages transforms ops operations processors chain",
      #"write "operators": [ … ]"#, meaning: "operators"),
    Row(
      "defs functions variables let named",
      #"write "definitions": {"name": { … }}"#, meaning: "definitions"),
    Row(
      "sink sinks output tee tees", #"write "outputs": {"name": {"from": "name"}}"#,
      meaning: "outputs"),
    Row("title", #"write "name""#, meaning: "name"),
    Row("note", #"write "description", or "$comment""#, meaning: "description"),
    Row("version", #"write "format": 1"#, meaning: "format"),
  ])

  /// Keys of outputs in other tools.
  static let outputKeys = ForeignNames([
    Row("stream input source value", #"write "from": "name""#, meaning: "from"),
    Row("file to target filename output", #"write "path": "alarms.ndjson""#, meaning: "path"),
    Row("format as encoding codec type", #"write "records": "csv""#, meaning: "records"),
  ])

  /// Parameters of operators in other tools, each with our parameter that has the same meaning, if
  /// an operator has it.
  static let parameters = ForeignNames([
    Row(
      "ms millis milliseconds msec", "write 'seconds': 0.5 is 500 milliseconds",
      meaning: "seconds"),
    Row(
      "duration time interval period dueTime timespan timeout delay wait sec window",
      "did you mean 'seconds'?", meaning: "seconds"),
    Row("minutes hours days", "write 'seconds': 60 is a minute", meaning: "seconds"),
    Row(
      "predicate condition selector expr fn function if when where test project transform",
      "did you mean 'expression'?", meaning: "expression"),
    Row("by keySelector groupBy field", "did you mean 'key'?", meaning: "key"),
    Row(
      "initial init seed start accumulator initialResult zero",
      "did you mean 'initialValue'?", meaning: "initialValue"),
    Row("n limit number size times max amount", "did you mean 'count'?", meaning: "count"),
    Row("value default replacement output", "did you mean 'with'?", meaning: "with"),
    Row("with other others sources inputs", "did you mean 'streams'?", meaning: "streams"),
    Row("with other source notifier inner observable", "did you mean 'stream'?", meaning: "stream"),
    Row("message reason text", "did you mean 'error'?", meaning: "error"),
    Row("for hold pending windowSecs per", "did you mean 'seconds'?", meaning: "seconds"),
    Row("keepFiringFor resolveAfter", "did you mean 'release'?", meaning: "release"),
    Row("threshold maxCount", "did you mean 'count'?", meaning: "count"),
    Row("leftOn leftKey joinKey", "did you mean 'on'?", meaning: "on"),
    Row("rightOn rightKey otherKey", "did you mean 'otherOn'?", meaning: "otherOn"),
    Row("joinType how", "did you mean 'kind'?", meaning: "kind"),
    Row("label name tag", "did you mean 'prefix'?", meaning: "prefix"),
    Row("operators pipeline steps", "did you mean 'operators'?", meaning: "operators"),
    Row("item element", "did you mean 'value'?", meaning: "value"),
    Row(
      "until endWhen endsAt closeWhen closingSelector ends_when", "did you mean 'endsWhen'?",
      meaning: "endsWhen"),
    Row(
      "startWhen startsAt openWhen openings starts_when", "did you mean 'startsWhen'?",
      meaning: "startsWhen"),
    Row("inactivity idle idleTimeout sessionGap", "did you mean 'gap'?", meaning: "gap"),
    Row("maxDuration maxAge maxTime longest", "did you mean 'maximum'?", meaning: "maximum"),
    Row(
      "ttl expireAfter expireAfterMs expire_after_ms expiry retention",
      "did you mean 'forgetAfter'?", meaning: "forgetAfter"),
    Row("step slide hop", "did you mean 'every'?", meaning: "every"),
    Row(
      "concurrent concurrency maxConcurrency", "did you mean 'maxPublishers'?",
      meaning: "maxPublishers"),
  ])
}

extension ForeignNames {
  /// Returns the row for a foreign name, at a place where one of our names is expected.
  func row(for name: String, among ours: [String]) -> Row? {
    let folded = Self.folded(name)
    return rows.first { row in
      row.meaning.map(ours.contains) == true && row.names.contains { Self.folded($0) == folded }
    }
  }
}
