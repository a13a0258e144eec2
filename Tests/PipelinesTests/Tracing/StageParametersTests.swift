import Testing
import Tracing
import Values

@testable import Pipelines
@testable import Playing

/// The parameters of stages, as traces and pictures name them.
@Suite struct StageParametersTests {
  @Test(arguments: [
    (#"{"debounce": {"seconds": "4h"}}"#, "debounce 4h"),
    (#"{"debounce": {"seconds": 4}}"#, "debounce 4 s"),
    (#"{"debounce": {"seconds": "$wait"}}"#, "debounce 90m"),
    (#"{"rateLimit": {"count": "$most", "seconds": "1d"}}"#, "rateLimit count: 2, seconds: 1d"),
    (#"{"filter": {"expression": "$0 < $most"}}"#, "filter $0 < $most, $most = 2"),
    (
      #"{"filter": {"expression": "$most < $0 && $0 < $most + $most"}}"#,
      "filter $most < $0 && $0 < $most + $most, $most = 2"
    ),
    (
      #"{"filter": {"expression": "$0 > 1", "onError": "skip"}}"#, "filter $0 > 1"
    ),
  ])
  func `parameters are shown as written, with the values of the model's parameters`(
    operators: String, label: String
  ) throws {
    let text = #"{"parameters": {"wait": "90m", "most": 2}, "marbles": "1|", "operators": ["#
    let program = try Program(
      SourceText(name: "test.json", "\(text)\(operators)]}"), isTraced: true)
    #expect(program.tracedStages?.map(\.label).contains(label) == true)
  }
}
