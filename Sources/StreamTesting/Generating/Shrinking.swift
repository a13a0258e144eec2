public import Marbles
import Reactive
import Tuning
public import Values

/// A value that can be made smaller, to find the smallest one that still fails.
public protocol Shrinkable {
  /// Slightly smaller values, the smallest first. Each must be smaller than this one. Otherwise
  /// shrinking does not end by itself.
  var smaller: [Self] { get }
}

extension Shrinkable {
  /// Returns the smallest value found for which `fails` still returns true, by removing one part
  /// after another.
  ///
  /// - Parameter attempts: The maximum number of calls of `fails`.
  public func shrunk(attempts: Int = 2000, while fails: (Self) -> Bool) -> Self {
    var smallest = self
    var left = attempts
    while left > 0 {
      let next = smallest.smaller.first { candidate in
        left -= 1
        return left >= 0 && fails(candidate)
      }
      guard let next else { return smallest }
      smallest = next
    }
    return smallest
  }

  /// Like `shrunk(attempts:while:)`, with an asynchronous closure.
  package func shrunk(
    attempts: Int = 2000, whileWaiting fails: (Self) async throws -> Bool
  ) async rethrows -> Self {
    var smallest = self
    var left = attempts
    search: while true {
      for candidate in smallest.smaller {
        guard left > 0 else { return smallest }
        left -= 1
        if try await fails(candidate) {
          smallest = candidate
          continue search
        }
      }
      return smallest
    }
  }
}

extension Timeline: Shrinkable {
  /// Timelines without half of the events, without one event, and with a shorter silence before
  /// one.
  public var smaller: [Timeline] {
    let count = events.count
    var smaller: [Timeline] = []
    if count > 3 {
      smaller.append(Timeline(Array(events.prefix(count / 2))))
      smaller.append(Timeline(Array(events.suffix(count - count / 2))))
    }
    for index in events.indices {
      var rest = events
      rest.remove(at: index)
      smaller.append(Timeline(rest))
    }
    return smaller + events.indices.flatMap { withShorterSilence(before: $0) }
  }

  /// Returns timelines in which the events from `index` on are earlier, either without any silence
  /// before them or after a whole number of seconds.
  private func withShorterSilence(before index: Int) -> [Timeline] {
    let start = index > 0 ? events[index - 1].instant.nanoseconds : 0
    let silence = events[index].instant.nanoseconds - start
    let second: Int64 = 1_000_000_000
    let shorter = [0, second, silence / second * second].filter { $0 < silence }
    return Set(shorter).sorted().map { length in
      var changed = self
      for later in index..<events.count {
        changed.events[later].instant = changed.events[later].instant.advanced(
          byNanoseconds: length - silence)
      }
      return changed
    }
  }
}

extension Array: Shrinkable where Element: Shrinkable {
  /// Arrays without one element, or with one element smaller.
  public var smaller: [[Element]] {
    indices.map { index in
      var rest = self
      rest.remove(at: index)
      return rest
    }
      + indices.flatMap { index in
        self[index].smaller.map { element in
          var changed = self
          changed[index] = element
          return changed
        }
      }
  }
}

extension Value: Shrinkable {
  /// Values with one part less, or a simpler one: an element, a member, a rounder number, a shorter
  /// string, a rounder date.
  public var smaller: [Value] { ValueSimplification.simplerValues(than: self) }
}
