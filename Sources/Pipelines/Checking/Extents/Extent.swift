/// How much a stream emits and how it ends, as far as that is known before it plays: the counterpart
/// of the type of its values.
///
/// It holds for every subscription that is not cancelled, on an unlimited clock. Where nothing is
/// stated, nothing is known, which is always right. Sources and operators state theirs where they
/// compile, with `Upstream.lasting`; what operators make of those of their upstreams is in
/// `Extent+Operators.swift`.
struct Extent: Sendable, Hashable {
  /// Whether something happens.
  enum Certainty: Sendable, Hashable {
    case never, perhaps, always
  }

  /// The number of values of a stream that emits them without end.
  static let endless = Int.max

  /// The number of values that come at least, unless the stream fails before.
  var fewest = 0
  /// The number of values that come at most; nil if there is no known limit.
  var most: Int?
  /// Whether the stream completes, unless it fails before.
  var completion = Certainty.perhaps
  /// Whether the stream fails.
  var failure = Certainty.perhaps
  /// Whether no value comes twice, however long the stream plays.
  var isEverNew = false

  /// Nothing is known.
  static let unknown = Extent()

  /// A known number of values, and then the completion.
  static func values(_ count: Int) -> Extent {
    Extent(fewest: count, most: count, completion: .always, failure: .never)
  }

  /// Whether the stream emits values without end, unless it fails.
  var isEndless: Bool { fewest == Self.endless }
  /// Whether the stream ends in some way.
  var ends: Bool { completion == .always || failure == .always }
  /// Whether the stream goes on for ever, unless it fails.
  var neverCompletes: Bool { completion == .never && failure != .always }
  /// Whether no value comes.
  var isEmpty: Bool { most == 0 }
}

extension Extent {
  /// Creates the extent of a diagram.
  init(_ plan: MarblePlan) {
    self = .values(0)
    (completion, failure) = (.never, .never)
    var count = 0
    for event in plan.events {
      switch event.kind {
      case .value: count += 1
      case .finished: completion = .always
      case .failure: failure = .always
      }
    }
    // Values before a late subscription to a hot diagram have gone by.
    (fewest, most) = (plan.isHot ? 0 : count, count)
  }

  /// The same for values that are handed out only once, however many subscriptions there are.
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

  /// The same where something else can prevent it.
  var unlessPrevented: Self { self == .never ? .never : .perhaps }
  /// The same where something else can cause it.
  var orOtherwise: Self { self == .always ? .always : .perhaps }
}

extension Upstream {
  /// Returns the same stream, of which so much is known.
  func lasting(_ extent: Extent) -> Upstream {
    var upstream = self
    upstream.extent = extent
    return upstream
  }
}
