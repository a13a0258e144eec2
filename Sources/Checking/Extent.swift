import StreamModels

/// The facts known before a stream plays about how many values it emits and how it ends: the
/// counterpart of the type of its values.
///
/// An extent applies to every subscription that is not cancelled, on an unlimited clock. Where
/// nothing is stated, nothing is known, which is always correct. Sources and operators state their
/// extents where they are checked. How operators derive them from the extents of their upstreams is
/// in `Extent+Operators.swift`.
package struct Extent: Sendable, Hashable {
  /// Whether something happens: always, never, or perhaps.
  package enum Certainty: Sendable, Hashable {
    case never, perhaps, always
  }

  /// The number of values of a stream that never stops emitting.
  static let endless = Int.max

  /// The minimum number of values, unless the stream fails earlier.
  var fewest = 0
  /// The maximum number of values; nil if there is no known limit.
  package var most: Int?
  /// Whether the stream completes, unless it fails earlier.
  package var completion = Certainty.perhaps
  /// Whether the stream fails.
  var failure = Certainty.perhaps
  /// Whether no value is emitted twice, however long the stream plays.
  var isEverNew = false

  /// An extent without any knowledge.
  package static let unknown = Extent()

  /// Returns the extent of a known number of values, followed by the completion.
  static func values(_ count: Int) -> Extent {
    Extent(fewest: count, most: count, completion: .always, failure: .never)
  }

  /// Whether the stream emits values without end, unless it fails.
  var isEndless: Bool { fewest == Self.endless }
  /// Whether the stream ends in some way.
  var ends: Bool { completion == .always || failure == .always }
  /// Whether the stream never ends, unless it fails.
  package var neverCompletes: Bool { completion == .never && failure != .always }
  /// Whether the stream emits no values.
  package var isEmpty: Bool { most == 0 }
}

extension Extent {
  /// Creates the extent of a diagram.
  init(_ plan: MarblePlan) {
    self = .values(0)
    (completion, failure) = (.never, .never)
    var count = plan.events.count
    switch plan.events.last?.kind {
    case .value, nil: break
    case .finished: (completion, count) = (.always, count - 1)
    case .failure: (failure, count) = (.always, count - 1)
    }
    // A late subscriber to a hot diagram misses the values before its subscription.
    (fewest, most) = (plan.isHot ? 0 : count, count)
  }

  /// The extent of values that are delivered only once, however many subscriptions there are.
  var shared: Extent {
    var extent = self
    extent.fewest = 0
    return extent
  }
}

extension Extent.Certainty {
  /// Whether one of several things happens, if each has this certainty.
  static func any(_ all: [Self]) -> Self {
    if all.contains(.always) { return .always }
    return all.contains(.perhaps) ? .perhaps : .never
  }

  /// Whether all of several things happen.
  static func all(_ all: [Self]) -> Self {
    if all.contains(.never) { return .never }
    return all.contains(.perhaps) ? .perhaps : .always
  }

  /// The certainty if something else can prevent it.
  var unlessPrevented: Self { self == .never ? .never : .perhaps }
  /// The certainty if something else can cause it.
  var orOtherwise: Self { self == .always ? .always : .perhaps }
}
