import StreamModels
import Tracing
import Values

extension Operator.Collect {
  static let spec = OperatorSpec(
    name: "collect", category: .reducing,
    dependence: .on("the values around it"),
    end: .heeded,
    summary:
      "Collects values into arrays: all of them, or windows by number, time or condition.",
    remark:
      "With 'bounds', a window is an object {start, end, closedBy, values}; 'closedBy' is the "
      + "name of the parameter that closed it, or 'end'.",
    otherNames: ["toArray", "bufferCount", "bufferTime", "buffer", "bufferWhen", "window"],
    suggestedFor: [
      "toList", "gather", "array", "batch", "chunk", "chunked", "tumble", "tumbling",
      "tumblingWindow",
    ],
    parameters: declared.map(\.spec),
    forms: windowForms(),
    outcomes: [.pass],
    reasons: [
      .completed: "the stream ended before the window was full",
      .dropped: "no window was open for it",
    ],
    examples: [
      .init(
        source: "-1-2-3-|", parameters: "{}", result: "-------(a|)", values: ["a": [1, 2, 3]]),
      .init(
        source: "-1-2-3-|", parameters: #"{"count": 2}"#, result: "---a---(b|)",
        values: ["a": [1, 2], "b": [3]]),
      .init(
        source: "-12---3-|", parameters: #"{"seconds": 3}"#, result: "---a----(b|)",
        values: ["a": [1, 2], "b": [3]]),
      .init(
        source: "-12----|", parameters: #"{"seconds": 2, "every": 1}"#, result: "--abc--|",
        values: ["a": [1], "b": [1, 2], "c": [2]]),
      .init(
        source: "1-----2|", parameters: #"{"seconds": 2, "empty": true}"#, result: "--a-e-e(b|)",
        values: ["a": [1], "b": [2], "e": []]),
      .init(
        source: "-1234-|", parameters: #"{"count": 3, "every": 2}"#, result: "---a--(b|)",
        values: ["a": [1, 2, 3], "b": [3, 4]]),
      .init(
        source: "-12-3-|", parameters: #"{"count": 2, "sliding": true}"#, result: "-ab-c-|",
        values: ["a": [1], "b": [1, 2], "c": [2, 3]]),
      .init(
        source: "-12-3-|", parameters: #"{"seconds": 3, "sliding": true}"#, result: "-ab-c-|",
        values: ["a": [1], "b": [1, 2], "c": [2, 3]]),
      .init(
        source: "03-1-7-2-|",
        parameters: #"{"seconds": 5, "by": "$0", "grace": 1, "late": {"output": "late"}}"#,
        result: "------a--(b|)", values: ["a": [0, 3, 1], "b": [7]]),
      .init(
        source: "-12---3-|", parameters: #"{"gap": 2}"#, result: "----a---(b|)",
        values: ["a": [1, 2], "b": [3]]),
      .init(
        source: "-123--1-|", parameters: #"{"endsWhen": "$0 == 3", "gap": 4, "bounds": true}"#,
        result: "---a----(b|)",
        values: [
          "a": ["start": 1.0, "end": 3.0, "closedBy": "endsWhen", "values": [1, 2, 3]],
          "b": ["start": 6.0, "end": 10.0, "closedBy": "end", "values": [1]],
        ]),
      .init(
        source: "-12-13-|", parameters: #"{"startsWhen": "$0 == 1", "atEnd": "drop"}"#,
        result: "----a--|", values: ["a": [1, 2]]),
      .init(
        source: "123456|", parameters: #"{"maximum": 4, "endsWhen": "$1.sum() > 6"}"#,
        result: "---a-b|", values: ["a": [1, 2, 3, 4], "b": [5, 6]]),
    ])
}
