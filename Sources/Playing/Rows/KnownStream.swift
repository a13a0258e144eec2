import StreamModels

/// A stream whose events are known before the playback: the size of the source of its rows.
struct KnownStream {
  /// The number of its sources; streams that follow one another count as one source.
  var sourceCount = 1
  /// The depth to which joins and stages nest in it. The calls that produce its rows nest as
  /// deeply.
  var depth = 0
  /// The number of its parts; each use of a name counts separately.
  var size = 1
  /// The number of subscriptions that one subscription to it makes.
  var subscriptions = 0

  private static let deepest = 16
  /// The limit is small where subscriptions are counted, because subscriptions to parts that begin
  /// later are not counted.
  private static let largest = (counted: 64, other: 1 << 18)

  /// Returns the sum of streams that play one after another, or side by side.
  fileprivate static func joining(
    _ streams: [KnownStream?], oneByOne: Bool, isCounted: Bool
  ) -> KnownStream? {
    let largest = isCounted ? largest.counted : largest.other
    var join = KnownStream(sourceCount: oneByOne ? 1 : 0, subscriptions: 1)
    for (number, stream) in streams.enumerated() {
      guard let stream, stream.sourceCount == 1 || !oneByOne else { return nil }
      if !oneByOne { join.sourceCount += stream.sourceCount }
      if !oneByOne || number == 0 { join.subscriptions += stream.subscriptions }
      join.depth = max(join.depth, stream.depth + 1)
      join.size += stream.size
      guard join.depth <= deepest, join.size <= largest else { return nil }
    }
    join.sourceCount = max(1, join.sourceCount)
    return join
  }
}

extension NodeGraph {
  /// Finds the streams whose events are known before the playback: those that depend only on the
  /// file, without a clock in between.
  func knownStreams(isCounted: Bool) -> [KnownStream?] {
    var known: [KnownStream?] = []
    known.reserveCapacity(nodes.count)
    for node in nodes {
      switch node {
      case .items(let items):
        known.append(items.lists.allSatisfy { $0.part == nil } ? KnownStream() : nil)
      case .item, .sequence:
        known.append(KnownStream())
      case .marbles(let diagram):
        known.append(diagram.isHot ? nil : KnownStream())
      case .transform(let input, _):
        known.append(known[input])
      case .append(let inputs):
        known.append(
          .joining(inputs.map { known[$0] }, oneByOne: true, isCounted: isCounted))
      case .merge(let inputs), .zip(let inputs):
        known.append(
          .joining(inputs.map { known[$0] }, oneByOne: false, isCounted: isCounted))
      case .outer, .evaluated, .input, .sideOutput, .delay, .stage, .group:
        known.append(nil)
      }
    }
    return known
  }
}
