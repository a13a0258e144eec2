/// A number exactly as a document writes it: ± coefficient × 10^exponent.
///
/// It never passes through binary floating point, so that 0.1 three times is 0.3.
public struct DecimalNumber: Sendable, Hashable {
  public var isNegative: Bool
  public var coefficient: UInt64
  public var exponent: Int
  /// Whether digits beyond the coefficient, not all of them zero, were cut off.
  public var isTruncated: Bool
  /// Whether the text had neither a fraction nor an exponent.
  public var isWrittenAsInteger: Bool
}
