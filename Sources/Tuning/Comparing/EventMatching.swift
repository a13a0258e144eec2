public import Expressions
import Marbles
import Values

/// How the events of two playbacks are matched.
public struct EventMatching {
  /// The limit on listed changes of one kind.
  public static let listedCount = 10

  /// The key of a value, such as `$0.id`; events with equal keys are the same event. Without it,
  /// events with equal values are.
  public var key: CEL?
  /// The longest time by which an event may have moved.
  public var within: Duration
  /// The size of a value, such as `$0.delay`, which says which change is the greatest. Without it, a
  /// value that is a number is its own size.
  public var size: CEL?
  /// The number of changes of each kind that are listed.
  public var listed: Int

  /// Creates a way of matching.
  public init(
    by key: CEL? = nil, within: Duration = .seconds(3600), size: CEL? = nil,
    listed: Int = EventMatching.listedCount
  ) {
    (self.key, self.within, self.size, self.listed) = (key, within, size, listed)
  }

  /// Returns the key of a value.
  func key(of value: Value) throws(DifferenceError) -> Value {
    guard let key else { return value }
    do throws(EvaluationError) {
      return try key.value(value)
    } catch {
      throw .failing("the key of \(value.description.abbreviated) failed: \(error.message)")
    }
  }

  /// Returns the size of a change: the time by which an event moved, the difference between two
  /// values, or that of a value. Nil if it has none.
  func size(of change: EventChange) -> Double? {
    if change.kind == .moved { return change.delay.map { Double($0.magnitude) } }
    let sizes = [change.old, change.new].compactMap { event -> Double? in
      guard let event, case .value(let value) = event.kind else { return nil }
      return size(of: value)
    }
    switch (change.kind, sizes.count) {
    case (.changed, 2): return abs(sizes[0] - sizes[1])
    case (.changed, _), (_, 0): return nil
    default: return sizes[0]
    }
  }

  private func size(of value: Value) -> Double? {
    var result = value
    if let size {
      do throws(EvaluationError) {
        result = try size.value(value)
      } catch {
        // A value without a size is not among the greatest.
        return nil
      }
    }
    return switch result {
    case .int(let number): Double(number)
    case .double(let number): number
    default: nil
    }
  }
}

/// The reason why two playbacks cannot be compared.
public enum DifferenceError: Error, Equatable {
  /// A key occurs twice at one instant in one playback.
  case ambiguous(String)
  /// An expression fails on a value.
  case failing(String)

  /// The reason in words.
  public var message: String {
    switch self {
    case .ambiguous(let message), .failing(let message): message
    }
  }
}
