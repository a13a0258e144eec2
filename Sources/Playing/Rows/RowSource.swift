import Expressions

/// Produces the rows of a stream whose events are known before the playback, batch by batch.
///
/// These are streams that depend only on a file, and everything derived from them without a clock.
/// Their events can be computed without playing them one by one: times are sums, a merge is a merge
/// of sorted columns, and an expression processes a thousand values in one call. The events, their
/// times and their order among all other events are the same as if each stream was a publisher.
class RowSource {
  /// The next rows. `fill` may replace it by another batch.
  @exclusivity(unchecked) final var batch: RowBatch

  init(batch: RowBatch) {
    unsafe self.batch = batch
  }

  /// Puts the next rows into the batch, whose rows have all been processed and which has no end.
  /// Leaves it empty only with an end.
  func fill() {
    preconditionFailure("a source without rows")
  }
}

/// A recipe for the source of one run.
struct RowRecipe {
  /// The number of sources that have their own tickets.
  let sourceCount: Int
  /// Whether some sources take a ticket before their previous event has been processed.
  let takesEarlierTickets: Bool
  /// The variables of the stream, whose values may differ from run to run.
  var frame = Frame()
  private let base: Base
  private var layers: [Layer] = []

  typealias Base = (_ start: Int64, _ frame: Frame, _ batch: RowBatch) -> RowSource
  typealias Layer = (_ start: Int64, _ frame: Frame) -> RowLayer

  init(
    sourceCount: Int = 1, takesEarlierTickets: Bool = false, base: @escaping Base
  ) {
    self.sourceCount = sourceCount
    self.takesEarlierTickets = takesEarlierTickets
    self.base = base
  }

  /// Adds a layer on top.
  mutating func add(_ layer: @escaping Layer) {
    layers.append(layer)
  }

  /// Creates the source of a run that begins at a time, in nanoseconds, with its rows in a batch.
  func make(_ start: Int64, _ batch: RowBatch) -> RowSource {
    let source = base(start, frame, batch)
    return layers.isEmpty ? source : LayeredRows(source, layers.map { $0(start, frame) })
  }
}
