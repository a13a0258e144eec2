import Pipelines
import Values

/// Checking stream files of a kilobyte without playing them, as `stream-run validate` does.
///
/// Its plain variant only reads the texts as JSON. No check can cost less.
struct ValidationWorkload: Workload {
  static let name = "P12"
  static let summary = "checking files of a kilobyte without playing them"
  static let sizes = [1000, 10_000]
  static let item = "file"
  static let goal: Goal? = Goal(target: 100_000, atWorst: 250_000)

  let count: Int
  private let sources: [SourceText]

  init(size: Int) {
    count = size
    sources = (0..<size).map { SourceText(name: "\($0).json", Self.text(number: $0)) }
  }

  func plain() throws -> Pass {
    let (time, correctCount) = try measured {
      var count = 0
      for source in sources {
        if case .object = try JSONReader.value(of: source).value { count += 1 }
      }
      return count
    }
    return Pass(time: time, checksum: UInt64(correctCount))
  }

  func engine() throws -> Pass {
    let (time, correctCount) = measured {
      sources.count { Validation(of: $0).diagnostics.isEmpty }
    }
    return Pass(time: time, checksum: UInt64(correctCount))
  }

  /// A file with two definitions, five operators, three expressions and a test.
  private static func text(number: Int) -> String {
    #"""
    {
      "name": "presses \#(number)",
      "description": "Presses that come close together, and the number of all others for each button",
      "definitions": {
        "presses": {
          "marbles": "a-b-c--d-e|",
          "frame": "250ms",
          "values": {
            "a": { "button": 1, "force": 0.5 }, "b": { "button": 2, "force": 1.5 },
            "c": { "button": 1, "force": 2.5 }, "d": { "button": 3, "force": 0.25 },
            "e": { "button": 2, "force": \#(number).0 }
          }
        },
        "hard": {
          "from": "presses",
          "operators": [
            { "filter": { "expression": "$0.force > 1.0" } },
            { "debounce": { "seconds": "300ms", "atEnd": "emit" } }
          ]
        }
      },
      "merge": [
        "hard",
        {
          "from": "presses",
          "operators": [
            { "groupBy": { "key": "$0.button", "operators": [{ "count": {} }] } },
            { "map": { "expression": "{'pressed': $0}" } }
          ]
        }
      ],
      "tests": [{ "name": "none", "inputs": { "presses": "|" }, "expect": "|" }]
    }
    """#
  }
}
