import Values

extension SourceSpec {
  /// What there is to know about every source, in the order of `ModelKey.sources`.
  public static let all: [SourceSpec] = [
    .stream, .sequence, .append, .merge, .zip, .combineLatest, .from, .marbles, .input,
  ]

  private static let streams = "an array of names, files, or stream models in place"

  private static let twoOrMoreStreams =
    "an array of two or more names, files, or stream models in place"

  private static let stream = SourceSpec(
    .stream, "items", #"an array of items, { "value": any JSON value, "operators": [ … ] }"#,
    "Emits the values of items, one after another, each through operators of its own.",
    examples: [
      Example(
        #"""
        {"stream": [{"value": 1, "operators": [{"delay": {"seconds": 1}}]},
                    {"value": 2, "operators": [{"delay": {"seconds": 2}}]},
                    {"value": 3}]}
        """#, gives: "-1-(23|)")
    ])

  private static let sequence = SourceSpec(
    .sequence, "elements", "an array, or an expression in a string that returns a list",
    "Emits the elements of a list at once.",
    examples: [
      Example(#"{"sequence": [1, 2, 3]}"#, gives: "(123|)"),
      Example(#"{"sequence": "lists.range(3)"}"#, gives: "(012|)"),
    ])

  private static let append = SourceSpec(
    .append, "streams", streams,
    "Emits the values of streams, each once the previous one has finished.",
    examples: [
      Example(#"{"append": [{"marbles": "-1-2|"}, {"marbles": "--8|"}]}"#, gives: "-1-2--8|")
    ])

  private static let merge = SourceSpec(
    .merge, "streams", streams,
    "Plays streams side by side, and emits their values as they arrive.",
    examples: [
      Example(#"{"merge": [{"marbles": "-1-2-|"}, {"marbles": "--8-9|"}]}"#, gives: "-1829|")
    ])

  private static let zip = SourceSpec(
    .zip, "streams", twoOrMoreStreams,
    "Emits arrays of the n-th values of streams.",
    examples: [
      Example(
        #"{"zip": [{"marbles": "-1-2-|"}, {"marbles": "--8-9|"}]}"#, gives: "--a-b|",
        values: ["a": [1, 8], "b": [2, 9]])
    ])

  private static let combineLatest = SourceSpec(
    .combineLatest, "streams", twoOrMoreStreams,
    "Emits arrays of the latest values of streams, once every stream has emitted one.",
    examples: [
      Example(
        #"{"combineLatest": [{"marbles": "-1--2-|"}, {"marbles": "--89-|"}]}"#,
        gives: "--abc-|", values: ["a": [1, 8], "b": [1, 9], "c": [2, 9]])
    ])

  private static let from = SourceSpec(
    .from, "stream", "a name, a file, or a stream model in place",
    "Emits the values of another stream, for example to apply operators to a named one.",
    examples: [
      Example(
        #"""
        {"definitions": {"numbers": {"marbles": "-1-2-|"}}, "from": "numbers",
         "operators": [{"delay": {"seconds": 1}}]}
        """#, gives: "--1-2-|")
    ])

  private static let marbles = SourceSpec(
    .marbles, "diagram", "a diagram in a string, in which a character is a second",
    "Plays a marble diagram.",
    details: [
      Detail(
        .values, "an object",
        "The values of the symbols; by default a digit is that int, any other symbol a string."),
      Detail(.frame, "a number of seconds, more than 0", "The time of a character; 1 by default."),
      Detail(.error, "a string", "The text of the failure '#'; 'error' by default."),
      Detail(
        .hot, "true or false",
        "Whether to run from the start of the playback, subscribed to or not; false by default."),
    ],
    examples: [
      Example(
        #"{"marbles": "a-b-|", "values": {"a": 1, "b": 2}, "frame": 2}"#, gives: "1---2---|"),
      Example(#"{"marbles": "-1-#"}"#, gives: "-1-#"),
    ])

  private static let input = SourceSpec(
    .input, "name", "a name in a string, which is bound to a file when the document is played",
    "Emits records from outside: lines of JSON, or rows of a table.",
    details: [
      Detail(
        .time, "an expression over $0, a record, that returns seconds or an RFC 3339 string",
        "The time of a record."),
      Detail(
        .origin, "'first' or 'epoch'",
        "What times count from: the first record (the default), or 1970."),
      Detail(
        .late, #"'drop', 'now' or { "reorder": seconds }"#,
        "What to do with a record earlier than the previous one; a failure by default."),
      Detail(
        .every, "a number of seconds",
        "Without 'time', the time between two records; 0 by default."),
    ],
    examples: [
      Example(
        #"{"input": "sizes", "every": 2}"#, reading: ["sizes": "3\n5\n"], gives: "3-(5|)"),
      Example(
        #"{"input": "orders", "time": "$0.at", "operators": [{"map": {"expression": "$0.size"}}]}"#,
        reading: ["orders": "{\"at\":10,\"size\":3}\n{\"at\":12.0,\"size\":5}\n"],
        gives: "3-(5|)"),
    ])
}
