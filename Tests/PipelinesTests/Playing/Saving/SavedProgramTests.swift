import Foundation
import Marbles
import Pipelines
import Reactive
import TestSupport
import Testing
import Values

/// Programs that are saved and continued in Swift.
@Suite struct SavedProgramTests {
  @Test func `a saved playback continues`() throws {
    let program = try Program(
      StreamModel<Int>(
        source: .input(InputSource("doors", every: 60)),
        operators: [.scan(initialValue: 0, expression: "$0 + $1"), .delay(seconds: 90)]))
    let doors: InputBindings = ["doors": .values([1, 2, 3])]

    let noon = Instant.zero.advanced(by: .seconds(140))
    let morning = try Playback(until: noon).checkpoint(of: program, inputs: doors)
    #expect(morning.timeline == [.value(1, at: .seconds(90))])
    let data = try JSONEncoder().encode(morning.checkpoint)

    let checkpoint = try JSONDecoder().decode(PlaybackCheckpoint.self, from: data)
    let afternoon = try program.resume(from: checkpoint, inputs: doors)
    #expect(
      afternoon.timeline == [
        .value(3, at: .seconds(150)), .value(6, at: .seconds(210)), .finished(at: .seconds(210)),
      ])
    #expect(checkpoint.valueCount == 1)
    #expect(afternoon.checkpoint == nil)
  }

  @Test func `a stream without inputs continues, again and again`() throws {
    let program = try program(#"{"marbles": "a-b-c-d|", "operators": [{"delay": {"seconds": 1}}]}"#)
    var (timeline, checkpoint) = try Playback(until: .zero).checkpoint(of: program)
    var events = timeline.events
    while let saved = checkpoint {
      let next = Playback(until: saved.instant.advanced(by: .seconds(1)))
      (timeline, checkpoint) = try program.resume(from: saved, next)
      events += timeline.events
    }
    #expect(Timeline(events) == (try Playback().checkpoint(of: program).timeline))
  }

  @Test func `a state of another program is refused`() throws {
    let first = try program(#"{"marbles": "a-b|", "operators": [{"delay": {"seconds": 1}}]}"#)
    let second = try program(#"{"marbles": "a-b|", "operators": [{"sample": {"seconds": 1}}]}"#)
    let saved = try #require(try Playback(until: .zero).checkpoint(of: first).checkpoint)
    #expect(throws: (any Error).self) { try second.resume(from: saved) }
  }
}
