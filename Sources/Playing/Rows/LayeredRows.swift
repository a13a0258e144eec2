/// A layer that works on the rows of a source, batch by batch, as a stage does on values.
class RowLayer {
  /// Whether it adds its own rows before any further rows of the source.
  var isPending: Bool { false }

  /// Puts its own rows into a batch whose rows have all been processed.
  func give(into batch: RowBatch) {}

  /// Works on the rows of a batch, and on the end after them.
  func work(on batch: RowBatch) {
    preconditionFailure("a layer without work")
  }
}

/// The rows of a source after all of its layers. There is a single loop, however many layers there
/// are.
final class LayeredRows: RowSource {
  private let base: RowSource
  private let layers: [RowLayer]

  init(_ base: RowSource, _ layers: [RowLayer]) {
    self.base = base
    self.layers = layers
    unsafe super.init(batch: base.batch)
  }

  override func fill() {
    var next = 0
    if let pending = layers.lastIndex(where: \.isPending) {
      unsafe layers[pending].give(into: batch)
      next = pending + 1
    } else {
      base.fill()
      unsafe batch = unsafe base.batch
    }
    for layer in layers[next...] { unsafe layer.work(on: batch) }
  }
}
