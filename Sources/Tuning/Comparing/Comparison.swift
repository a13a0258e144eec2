import Marbles
import Pipelines
package import Playing
package import Reactive
import StreamModels
import Values

/// Two playbacks side by side. The one whose clock is earlier is advanced, so that events wait for
/// each other only as long as the playbacks differ.
package final class Comparison {
  /// An output, and its number in each program; nil where it is missing.
  private final class Channel {
    var output: Difference.Output
    var matcher: EventMatcher

    init(_ name: String, _ matching: EventMatching) {
      output = Difference.Output(name, listed: matching.listed)
      matcher = EventMatcher(matching)
    }

    func receive(_ event: EventMatcher.Event, from side: EventMatcher.Side) {
      output.receive(event, from: side, &matcher)
    }

    func add(_ changes: [EventChange], _ matching: EventMatching) {
      output.add(changes, matching)
    }

    func finish() { output.finish(matcher) }
  }

  private let matching: EventMatching
  private let sides: (old: PlayedSide, new: PlayedSide)
  private let channels: [Channel]
  private let old: SteppedPlayback
  private let new: SteppedPlayback

  package init(
    from old: PlayedSide, to new: PlayedSide, _ playback: Playback, _ matching: EventMatching
  ) {
    self.matching = matching
    sides = (old, new)
    let names = old.outputs + new.outputs.filter { !old.outputs.contains($0) }
    let channels = names.map { Channel($0, matching) }
    self.channels = channels
    func stepped(_ side: PlayedSide, as kind: EventMatcher.Side) -> SteppedPlayback {
      let own = side.outputs.map { name in channels[names.firstIndex(of: name) ?? 0] }
      return SteppedPlayback(side, playback) { output, event in
        own[output].receive(event, from: kind)
      }
    }
    self.old = stepped(old, as: .old)
    self.new = stepped(new, as: .new)
  }

  /// The instant that both playbacks have reached, and the number of records that were read.
  package var progress: (instant: Instant, records: Int) {
    (min(old.now, new.now), max(sides.old.recordCount, sides.new.recordCount))
  }

  /// Plays both to their ends. Calls `isCancelled` repeatedly; once it returns true, both end.
  package func play(isCancelled: () -> Bool = { false }) throws(DifferenceError) -> Difference {
    while old.end == nil || new.end == nil {
      if isCancelled() { break }
      if old.reached <= new.reached { old.advance() } else { new.advance() }
      let reached = min(old.reached, new.reached)
      guard reached < .endOfTime else { break }
      for channel in channels { channel.add(try channel.matcher.advance(to: reached), matching) }
    }
    old.cancel()
    new.cancel()
    for channel in channels {
      channel.add(try channel.matcher.finish(), matching)
      channel.finish()
    }
    var difference = Difference(channels.map(\.output))
    (difference.oldRecordCount, difference.newRecordCount) = (
      sides.old.recordCount, sides.new.recordCount
    )
    (difference.oldEnd, difference.newEnd) = (old.end ?? .stopped, new.end ?? .stopped)
    return difference
  }
}

extension Difference.Output {
  /// Counts an event of a playback, and passes a value to the matcher.
  mutating func receive(
    _ event: EventMatcher.Event, from side: EventMatcher.Side, _ matcher: inout EventMatcher
  ) {
    guard case .value = event.kind else {
      switch side {
      case .old: oldEnd = event
      case .new: newEnd = event
      }
      return
    }
    switch side {
    case .old: oldCount += 1
    case .new: newCount += 1
    }
    matcher.receive(event, from: side)
  }

  mutating func add(_ changes: [EventChange], _ matching: EventMatching) {
    for change in changes { add(change, size: matching.size(of: change)) }
  }

  mutating func finish(_ matcher: EventMatcher) {
    sameCount = matcher.sameCount
    excerpt = matcher.excerpt
    isCut = matcher.isCut
  }
}
