import Foundation
import Marbles
import Pipelines
import Reactive
import TestSupport
import Testing
import Values

/// Playbacks on the real clock.
@Suite struct RealTimeTests {
  @Test func `any stream plays as in virtual time`() throws {
    let seed = freshSeed()
    var random = SplitMix64(seed: seed)
    for _ in 0..<200 {
      let text = random.slowModel().text
      let program = try program(text)
      let speed = [1000.0, 4000, 10_000][random.below(3)]
      #expect(
        realTimeline(program, Playback(), speed: speed) == program.play(),
        "\(text), speed \(speed), seed \(seed)")
    }
  }

  @Test func `any part of a stream plays as in virtual time`() throws {
    let seed = freshSeed()
    var random = SplitMix64(seed: seed)
    for _ in 0..<100 {
      let text = random.slowModel().text
      let program = try program(text)
      let playback = Playback(
        until: Instant(nanoseconds: Int64(random.below(8)) * 500_000_000),
        limit: random.oneIn(2) ? random.below(6) : Int.max)
      #expect(
        realTimeline(program, playback, speed: 10_000) == program.play(playback),
        "\(text), \(playback), seed \(seed)")
    }
  }

  private func realTimeline(
    _ program: Program, _ playback: Playback, speed: Double
  ) -> Timeline<Value> {
    let scheduler = WallClockScheduler(speed: speed)
    var events: [Timeline<Value>.Event] = []
    playback.play(program.publisher(on: scheduler), on: scheduler) { events.append($0) }
    return Timeline(events)
  }

  @Test @MainActor func `plays in a task, in its isolation`() async throws {
    let program = try program(PlaybackTests.oneASecond)
    let scheduler = WallClockScheduler(speed: 1000)
    var events: [Timeline<Value>.Event] = []
    let end = await Playback().play(program.publisher(on: scheduler), on: scheduler) {
      MainActor.assertIsolated()
      events.append($0)
    }
    #expect(end == .ended)
    #expect(Timeline(events) == program.play())
  }

  @Test @MainActor func `a cancelled task ends its playback`() async throws {
    let program = try program(PlaybackTests.oneASecond)
    let scheduler = WallClockScheduler(speed: 0.001)
    let publisher = program.publisher(on: scheduler)
    let playing = Task { await Playback().play(publisher, on: scheduler) { _ in } }
    playing.cancel()
    #expect(await playing.value == .waiting)
    #expect(scheduler.pendingCount == 0)
  }

  @Test func `a stop from another thread ends a playback`() throws {
    let program = try program(PlaybackTests.oneASecond)
    let scheduler = WallClockScheduler(speed: 0.001)
    let remote = scheduler.remote
    scheduler.schedule { Thread.detachNewThread { remote.stop() } }
    #expect(Playback().play(program.publisher(on: scheduler), on: scheduler) { _ in } == .waiting)
    #expect(scheduler.pendingCount == 0)
  }
}
