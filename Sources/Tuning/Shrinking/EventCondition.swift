package import Expressions
import Marbles
import Pipelines
package import Playing
import Reactive
import Records
import StreamModels
import Values

/// A condition on the events of a playback, which it reads as `$0`: a list as `--format json` prints
/// it.
package struct EventCondition {
  private let program: Program
  private let condition: Evaluator
  private let playback: Playback

  package init(_ condition: CheckedExpression, on program: Program, _ playback: Playback) {
    (self.condition, self.program, self.playback) = (condition.evaluator(), program, playback)
  }

  /// The result of a check.
  package struct Outcome {
    /// Whether the condition holds.
    package let holds: Bool
    /// The number of events.
    package let count: Int
    /// Whether the stream failed.
    package let hasFailed: Bool
  }

  /// Returns whether the condition holds for the events that records lead to. Throws if it fails, or
  /// if the inputs cannot be played.
  package func check(_ records: Shrinker.Records) throws -> Outcome {
    let events = try Self.events(of: program, records, playback)
    var frame = Frame()
    let hasFailed: Bool
    if case .object(let last)? = events.last {
      hasFailed = last["error"] != nil
    } else {
      hasFailed = false
    }
    return Outcome(
      holds: try condition.condition(.array(events), in: &frame), count: events.count,
      hasFailed: hasFailed)
  }

  private static func events(
    of program: Program, _ records: Shrinker.Records, _ playback: Playback
  ) throws -> [Value] {
    let bindings = InputBindings(records.mapValues(InputBinding.values))
    let session =
      program.inputs.used.isEmpty
      ? nil : try InputSession(program, bindings.lasting(until: playback.until))
    let scheduler = VirtualScheduler(now: session?.start ?? .zero)
    var events: [Value] = []
    func add(_ instant: Instant, _ key: Text, _ value: Value) {
      events.append(["time": .double(Double(instant.nanoseconds) / 1e9), key: value])
    }
    _ = playback.play(
      program.publisher(on: scheduler, inputs: session), on: scheduler,
      receiveCompletion: { completion, instant in
        switch completion {
        case .finished: add(instant, "completion", "finished")
        case .failure(let failure):
          events.append([
            "time": .double(Double(instant.nanoseconds) / 1e9), "completion": "failure",
            "error": .string(Text(failure.message)),
          ])
        }
      },
      receiveValue: { value, instant in
        add(instant, "value", value)
        return true
      })
    return events
  }
}
