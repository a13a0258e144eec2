import Foundation
import Reactive
import Values

@testable import Checkpoints
@testable import Pipelines
@testable import Playing
@testable import StreamModels

/// Plays a program on a virtual clock, and halts it at some instants: the state is encoded, and
/// decoded into a new playback of a newly compiled program, which then continues.
struct HaltedPlaying: Sendable {
  /// Changes the text of a checkpoint.
  var damage: (@Sendable ([UInt8]) -> [UInt8])?
  /// Opens the inputs, anew for each part of the playback.
  var open: (@Sendable (Program) throws -> InputSession)?

  /// Returns the events with their instants, then `waiting` if the stream has not ended, and then
  /// the dropped values.
  func events(of makeProgram: () throws -> Program, halts: [Instant] = []) throws -> [String] {
    let program = try makeProgram()
    var session = try open?(program)
    var scheduler = VirtualScheduler(now: session?.start ?? .zero)
    var ear = Ear(on: scheduler)
    var dropped = DroppedValues()
    publisher(program, scheduler, session, dropped).receive(subscriber: ear)
    for halt in halts {
      scheduler.run(until: halt)
      guard !ear.hasEnded, let subscription = ear.subscription else { break }
      let snapshot = PlaybackSnapshot(
        PlaybackCheckpoint.Head(valueCount: 0, instant: scheduler.now, clock: scheduler.state),
        of: subscription, isLast: false, { scheduler.pendingTickets })
      let data = try JSONEncoder().encode(try snapshot.encoded())
      subscription.cancel()
      session?.end()
      let saved = try JSONDecoder().decode(PlaybackCheckpoint.self, from: data)
      let checkpoint = DecodedCheckpoint(
        clock: saved.head.clock, runs: RunLines(damage?(saved.runs) ?? saved.runs))
      let fresh = try makeProgram()
      session = try open?(fresh)
      scheduler = VirtualScheduler(checkpoint.clock)
      ear = Ear(on: scheduler, ear.heard)
      dropped = DroppedValues()
      try checkpoint.resume(publisher(fresh, scheduler, session, dropped), with: ear)
    }
    scheduler.run(until: Instant(nanoseconds: 1_000_000_000_000))
    ear.subscription?.cancel()
    return ear.heard + (ear.hasEnded ? [] : ["waiting"]) + (session?.reports.map { $0.text } ?? [])
      + program.report(dropped).map { "\($0)" }
  }

  private func publisher(
    _ program: Program, _ scheduler: VirtualScheduler, _ session: InputSession?,
    _ dropped: DroppedValues
  ) -> AnyPublisher<Value, StreamFailure> {
    program.publisher(on: scheduler, inputs: session, dropped: dropped)
  }

  /// Records the events.
  private final class Ear: Subscriber {
    private(set) var heard: [String]
    private(set) var hasEnded = false
    private(set) var subscription: (any Subscription)?
    private let scheduler: VirtualScheduler

    init(on scheduler: VirtualScheduler, _ heard: [String] = []) {
      self.scheduler = scheduler
      self.heard = heard
    }

    func receive(subscription: any Subscription) { self.subscription = subscription }

    func receive(_ input: Value) { note("\(input)") }

    func receive(completion: Subscribers.Completion<StreamFailure>) {
      subscription = nil
      hasEnded = true
      switch completion {
      case .finished: note("|")
      case .failure(let failure):
        note("#\(failure.message) \(failure.cause?.record?.place.line ?? 0)")
      }
    }

    private func note(_ what: String) { heard.append("\(what)@\(scheduler.now.nanoseconds)") }
  }
}

extension InputReport {
  /// All counts except that of bytes, because bytes before the last halt were read by another
  /// session.
  fileprivate var text: String {
    "\(recordCount) records, \(lateCount) late by \(greatestLateness), \(badCount) bad \(badRecords)"
  }
}
