public import Reactive
public import Values

/// The result of one point of a sweep.
public struct SweepRow: Sendable, Equatable {
  /// The number of the point, in the order of the product.
  public let number: Int
  /// The values of the varied parameters, in the form of `--set`.
  public let values: [String]
  /// The number of values that the stream emitted.
  public internal(set) var events = 0
  /// The instant of the first value; nil if there was none.
  public internal(set) var first: Instant?
  /// The instant of the last value; nil if there was none.
  public internal(set) var last: Instant?
  /// The results of the measures, in order.
  public internal(set) var measures: [Value] = []
  /// The number of records that were bad, or late and dropped.
  public internal(set) var lostRecords = 0
  /// The reason why the point has no result: its values do not fit the file, the stream failed, or a
  /// measure could not be computed. Nil if all is well.
  public internal(set) var failure: String?

  init(number: Int, values: [String]) { (self.number, self.values) = (number, values) }
}
