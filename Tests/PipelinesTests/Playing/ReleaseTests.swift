import Foundation
import Marbles
import Pipelines
import Reactive
import TestSupport
import Testing
import Values

/// A playback leaves nothing behind.
///
/// Every stage, timer and buffer of a playback holds its scheduler, or something that does. When
/// the last of them has been released, nothing holds the scheduler any more.
@Suite struct ReleaseTests {
  /// How far a stream is played before its subscription is cancelled.
  private struct Reach: Sendable {
    var until = Instant.endOfTime
    var limit = Int.max
  }

  private static let reaches = [
    Reach(), Reach(until: .zero), Reach(until: Instant(nanoseconds: 2_000_000_000)),
    Reach(limit: 0), Reach(limit: 1), Reach(limit: 2),
  ]

  /// Plays a program, and returns its remains: scheduled work, and whether anything holds the
  /// scheduler.
  private func leftovers(of program: Program, _ reach: Reach) -> (work: Int, isHeld: Bool) {
    weak var observer: VirtualScheduler?
    let work = {
      let scheduler = VirtualScheduler()
      observer = scheduler
      Playback(until: reach.until, limit: reach.limit)
        .play(program.publisher(on: scheduler), on: scheduler) { _ in }
      return scheduler.pendingCount
    }()
    return (work, observer != nil)
  }

  private func check(_ text: String, _ program: Program) {
    for reach in Self.reaches {
      let (work, isHeld) = leftovers(of: program, reach)
      #expect(work == 0, "\(reach): \(text)")
      #expect(!isHeld, "\(reach): \(text)")
    }
  }

  @Test(arguments: Operator.specs.map(\.name))
  func `an operator leaves nothing behind`(name: String) throws {
    let spec = try #require(Operator.specs.first { $0.name == name })
    let sources = [
      #""sequence": [1, 2, 3]"#, #""sequence": []"#, #""marbles": """#, #""marbles": "-1-2-3|""#,
      ##""marbles": "-1-2-3#""##, #""marbles": "-1-2-3|", "hot": true"#,
      #""marbles": "-1-2", "operators": [{"repeat": {"delay": 1}}]"#,
    ]
    for example in spec.examples {
      for source in sources {
        let text =
          #"{"from": {\#(source)}, "operators": [{"\#(name)": \#(example.parameters)}]}"#
        check(text, try program(text))
      }
    }
  }

  @Test func `no pipeline leaves anything behind`() throws {
    var pipelines = RandomPipeline(random: SplitMix64(seed: 7))
    var played = 0
    for _ in 0..<300 {
      let text = "\(pipelines.document())"
      do throws(Diagnostics) {
        let program = try program(text)
        for until in [0, 1, 3, 20] as [Int64] {
          let reach = Reach(until: Instant(nanoseconds: until * 1_000_000_000), limit: 50)
          let (work, isHeld) = leftovers(of: program, reach)
          #expect(work == 0 && !isHeld, "until \(until): \(text)")
        }
        played += 1
      } catch {
        // A pipeline that the checker refuses leaves nothing behind.
        continue
      }
    }
    #expect(played > 200)
  }
}
