import Foundation
import Marbles
import Pipelines
import Reactive
import TestSupport
import Testing
import Values

/// The cases of other libraries' test suites, if their folder is available, played as stream files.
struct MarbleConformanceTests {
  static let folder = ProcessInfo.processInfo.environment["STREAMS_CONFORMANCE"]

  /// The result of a case.
  enum Result {
    case passed
    case failed(String)
    /// It contains something that cannot be expressed in the format.
    case untranslatable(String)
  }

  @Test(.enabled(if: folder != nil, "STREAMS_CONFORMANCE names no folder with marbles-dev.jsonl"))
  func `the cases that must match pass`() throws {
    let path = URL(fileURLWithPath: Self.folder ?? "").appendingPathComponent("marbles-dev.jsonl")
    var tally: [String: Int] = [:]
    var reasons: [String: Int] = [:]
    for line in try Data(contentsOf: path).split(separator: UInt8(ascii: "\n")) {
      let source = SourceText(name: "case", bytes: Array(line))
      guard case .object(let fields) = try JSONReader.value(of: source).value else {
        Issue.record("a case that is not an object")
        continue
      }
      let item = MarbleCase(fields: fields)
      switch item.result {
      case .passed: tally["\(item.claim): passed", default: 0] += 1
      case .untranslatable(let reason):
        tally["\(item.claim): not in the format", default: 0] += 1
        reasons["\(item.claim): \(reason)", default: 0] += 1
      case .failed(let difference):
        tally["\(item.claim): failed", default: 0] += 1
        if item.claim == .same { Issue.record("\(item.id)\n\(difference)") }
        if ProcessInfo.processInfo.environment["STREAMS_SHOW"] != nil {
          print("\(item.claim) \(item.id)\n\(difference)")
        }
      }
    }
    for (name, count) in tally.sorted(by: { $0.key < $1.key }) {
      print("marbles: \(name) \(count)")
    }
    for (name, count) in reasons.sorted(by: { $0.value > $1.value }) {
      print("  not in the format: \(name) \(count)")
    }
  }
}

extension MarbleCase {
  var result: MarbleConformanceTests.Result {
    let document: Value
    do throws(MarbleCaseTranslator.Untranslatable) {
      document = try MarbleCaseTranslator(item: self).document()
    } catch {
      return .untranslatable(error.reason)
    }
    let text = "\(document)"
    do throws(Diagnostics) {
      let program = try Program(SourceText(name: id, text))
      let timeline = program.play(Playback(until: until))
      return isMet(by: timeline) ? .passed : .failed(difference(timeline, text))
    } catch {
      let unknown = error.items.first { $0.code == .unknownOperator || $0.code == .unknownKey }
      if let unknown { return .untranslatable(unknown.message) }
      return .failed("\(error.report)\n\(text)")
    }
  }

  /// In RxJS, events at the instant of a cancellation are no longer delivered.
  private var until: Instant {
    guard let time = unsubscribeTime else { return .endOfTime }
    let nanoseconds = Int64(time * 1_000_000)
    return Instant(nanoseconds: dialect == "rxjs" ? nanoseconds - 1 : nanoseconds)
  }

  private func isMet(by timeline: Timeline<Value>) -> Bool {
    timeline.events.count == expected.count
      && zip(timeline.events, expected).allSatisfy { event, wanted in
        guard let time = wanted["t"]?.number,
          event.instant.nanoseconds == Int64(time * 1_000_000)
        else { return false }
        switch event.kind {
        case .value(let value): return wanted["next"].map { value.isAlike($0) } ?? false
        case .finished: return wanted["complete"] != nil
        case .failure(let message):
          // Errors that a string cannot express are not compared.
          guard let error = wanted["error"] else { return false }
          return error.text.map { $0 == "error" || $0 == message } ?? true
        }
      }
  }

  private func difference(_ timeline: Timeline<Value>, _ text: String) -> String {
    let actual = timeline.events.map { event in
      let time = Double(event.instant.nanoseconds) / 1_000_000
      switch event.kind {
      case .value(let value): return "\(time): \(value)"
      case .finished: return "\(time): |"
      case .failure(let message): return "\(time): # \(message)"
      }
    }
    return """
        file: \(text)
        expected: \(Value.array(expected))
        actual: \(actual.joined(separator: ", "))
      """
  }
}
