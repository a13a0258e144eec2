public import Marbles
public import Values

/// The values of two playbacks around their first difference: some before it, and some from it on.
public struct EventExcerpt: Sendable, Equatable {
  /// The number of values of a playback on each side of the difference.
  private static let count = 6

  /// The values of the old playback, in order.
  public private(set) var old: [Timeline<Value>.Event] = []
  /// The values of the new playback, in order.
  public private(set) var new: [Timeline<Value>.Event] = []
  /// The numbers of values that are still wanted; nil before the difference.
  private var wanted: (old: Int, new: Int)?

  /// Adds the values of an instant, at which the playbacks may differ for the first time.
  mutating func add(
    _ here: ArraySlice<Timeline<Value>.Event>, _ there: ArraySlice<Timeline<Value>.Event>,
    differ: Bool
  ) {
    guard var wanted = wanted ?? (differ ? (Self.count, Self.count) : nil) else {
      Self.keepLast(&old, here)
      Self.keepLast(&new, there)
      return
    }
    if self.wanted == nil {
      Self.keepLast(&old, [])
      Self.keepLast(&new, [])
    }
    old += here.prefix(wanted.old)
    new += there.prefix(wanted.new)
    wanted = (max(0, wanted.old - here.count), max(0, wanted.new - there.count))
    self.wanted = wanted
  }

  private static func keepLast(
    _ events: inout [Timeline<Value>.Event], _ more: ArraySlice<Timeline<Value>.Event>
  ) {
    events += more.suffix(count)
    // The first ones are removed rarely, and before anything is added that stays.
    if events.count > 16 * count || more.isEmpty { events = events.suffix(count) }
  }

  public static func == (left: EventExcerpt, right: EventExcerpt) -> Bool {
    left.old == right.old && left.new == right.new
  }
}
