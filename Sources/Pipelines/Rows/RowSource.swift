import Expressions
import Values

/// Gives the rows of a stream whose events are known beforehand, batch by batch.
///
/// Such are streams that only a file says, and what is made of them without a clock. Their events need
/// not be played one by one to be known: times are sums, a merge is a merge of sorted columns, and an
/// expression works on a thousand values in one call. What comes, when, and in which order among all
/// that happens is the same as if each were a publisher.
class RowSource {
  /// The rows that come next. `fill` may put another batch here.
  @exclusivity(unchecked) final var batch: RowBatch

  init(batch: RowBatch) {
    unsafe self.batch = batch
  }

  /// Puts the next rows into the batch, from which all have gone by and after which there is no end.
  /// Leaves it empty only with an end.
  func fill() {
    preconditionFailure("a source without rows")
  }
}

/// What makes the source of one run.
struct RowRecipe {
  /// Of how many sources with a place in line of their own the rows are.
  let leafCount: Int
  /// Whether some take a place in line earlier than when the event before is over.
  let takesEarlierPlaces: Bool
  /// The variables that are around the stream: each run may have values of its own for them.
  var frame = Frame()
  private let base: Base
  private var layers: [Layer] = []

  typealias Base = (_ start: Int64, _ frame: Frame, _ batch: RowBatch) -> RowSource
  typealias Layer = (_ start: Int64, _ frame: Frame) -> RowLayer

  init(
    leafCount: Int = 1, takesEarlierPlaces: Bool = false, base: @escaping Base
  ) {
    self.leafCount = leafCount
    self.takesEarlierPlaces = takesEarlierPlaces
    self.base = base
  }

  /// Puts a layer on top.
  mutating func add(_ layer: @escaping Layer) {
    layers.append(layer)
  }

  /// Makes the source of a run that begins at a time, in nanoseconds, with its rows in a batch.
  func make(_ start: Int64, _ batch: RowBatch) -> RowSource {
    let source = base(start, frame, batch)
    return layers.isEmpty ? source : LayeredRows(source, layers.map { $0(start, frame) })
  }
}
