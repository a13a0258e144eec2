/// The extents of operators, derived from those of their upstreams.
extension Extent {
  /// Returns the extent after each value is replaced by another one, which can fail. With
  /// `skipping`, values on which it fails are dropped.
  package func mapped(skipping: Bool = false) -> Extent {
    var extent = self
    extent.isEverNew = false
    if skipping { extent.fewest = 0 } else { extent.failure = failure.orOtherwise }
    return extent
  }

  /// The extent after each value is replaced by another one, which cannot fail.
  package var replaced: Extent {
    var extent = self
    extent.isEverNew = false
    return extent
  }

  /// The extent of the same values with another possible reason to fail.
  package var orFailing: Extent {
    var extent = self
    extent.failure = failure.orOtherwise
    return extent
  }

  /// Returns the extent of the values for which a condition is true. If `constant` is not nil, the
  /// condition always has that result.
  package func passing(_ constant: Bool?, of step: CheckStep) -> Extent {
    guard let constant else { return filtered(skipping: step.isTolerant) }
    return constant ? self : emptied
  }

  /// Returns the extent after some values are dropped, by a rule that can fail unless `isSafe`.
  package func filtered(keeping least: Int = 0, skipping: Bool = false, isSafe: Bool = false)
    -> Extent
  {
    var extent = self
    extent.fewest = Swift.min(fewest, least)
    if !skipping, !isSafe { extent.failure = failure.orOtherwise }
    return extent
  }

  /// The extent after all values are dropped.
  package var emptied: Extent {
    var extent = self
    (extent.fewest, extent.most) = (0, 0)
    return extent
  }

  /// Returns the extent after the first values are dropped.
  package func dropping(_ count: Int) -> Extent {
    var extent = self
    if !isEndless { extent.fewest = Swift.max(0, fewest - count) }
    extent.most = most.map { Swift.max(0, $0 - count) }
    return extent
  }

  /// Returns the extent of a stream that completes with its `count`-th value, if not before.
  package func limited(to count: Int) -> Extent {
    if count == 0 { return .values(0) }
    var extent = self
    extent.fewest = Swift.min(fewest, count)
    extent.most = Swift.min(most ?? count, count)
    // With fewer values, nothing changes.
    if let most, most < count { return extent }
    extent.failure = failure.unlessPrevented
    if completion != .always { extent.completion = fewest >= count ? .always : .perhaps }
    return extent
  }

  /// Returns the extent of a stream that can complete early, depending on the values.
  package func cut(skipping: Bool = false) -> Extent {
    var extent = filtered(skipping: skipping)
    extent.completion = completion.orOtherwise
    extent.failure = extent.failure == .never ? .never : .perhaps
    return extent
  }

  /// Returns the extent after values are reduced to one, which is emitted at the completion:
  /// always, or only if there was a value.
  package func summedUp(evenIfEmpty: Bool, canFail: Bool = false) -> Extent {
    var extent = self
    extent.isEverNew = false
    let hasResult = completion == .always && (evenIfEmpty || fewest > 0)
    let hasNone = completion == .never || !evenIfEmpty && most == 0
    (extent.fewest, extent.most) = (hasResult ? 1 : 0, hasNone ? 0 : 1)
    if canFail { extent.failure = failure.orOtherwise }
    return extent
  }

  /// Returns the extent of a stream that reduces its values to one bool, at the completion or as
  /// soon as it is known.
  package func answered() -> Extent {
    var extent = summedUp(evenIfEmpty: true, canFail: true)
    extent.most = 1
    extent.completion = completion.orOtherwise
    extent.failure = extent.failure == .never ? .never : .perhaps
    return extent
  }

  /// Returns the extent after values are put into arrays of a given length.
  package func grouped(by count: Int) -> Extent {
    var extent = self
    let count = Swift.max(count, 1)
    extent.isEverNew = false
    if !isEndless { extent.fewest = fewest / count }
    extent.most = most.map { $0 / count + ($0 % count == 0 ? 0 : 1) }
    return extent
  }

  /// The extent after values are emitted under another rule, so that only the end is known.
  package var regrouped: Extent {
    Extent(completion: completion, failure: failure.orOtherwise)
  }

  /// Returns the extent of a stream that is played several times or, without a count, forever.
  package func repeated(_ count: Int?) -> Extent {
    if count == 0 { return .values(0) }
    if completion == .never { return self }
    var extent = self
    extent.isEverNew = false
    guard let count else {
      // Endless repetition within one instant is a failure.
      extent.failure = failure.orOtherwise
      extent.fewest = completion == .always && fewest > 0 ? Self.endless : fewest
      extent.most = most == 0 ? 0 : nil
      extent.completion = .never
      return extent
    }
    if completion == .always { extent.fewest = Self.product(fewest, count) }
    extent.most = Self.product(most, count)
    if count > 1000 { extent.failure = failure.orOtherwise }
    return extent
  }

  /// Returns the extent of a stream that is played again after each failure; without a count,
  /// forever.
  package func retried(_ count: Int?) -> Extent {
    if failure == .never { return self }
    var extent = self
    extent.most = Self.product(most, count.flatMap { Self.sum($0, 1) })
    extent.failure = .perhaps
    if failure == .always { extent.completion = .perhaps }
    return extent
  }

  /// The extent after a failure is replaced by a value and the completion.
  package var failingWithValue: Extent {
    if failure == .never { return self }
    var extent = self
    extent.isEverNew = false
    extent.fewest = failure == .always ? 1 : Swift.min(fewest, 1)
    extent.most = most.map { Self.sum($0, 1) }
    extent.failure = .never
    extent.completion = ends ? .always : .perhaps
    return extent
  }

  /// Returns the extent after a failure is replaced by another stream.
  package func failing(with other: Extent) -> Extent {
    if failure == .never { return self }
    var extent = self
    extent.isEverNew = false
    extent.fewest = failure == .always ? other.fewest : Swift.min(fewest, other.fewest)
    extent.most = Self.sum(most, other.most)
    extent.failure = failure == .always ? other.failure : other.failure.unlessPrevented
    if failure == .always {
      extent.completion = other.completion
    } else if completion != other.completion {
      extent.completion = .perhaps
    }
    return extent
  }

  /// The extent after the first value is replaced by a failure.
  package var failingAtOnce: Extent {
    var extent = emptied
    if fewest > 0 { (extent.failure, extent.completion) = (.always, .never) }
    if most != 0, extent.failure == .never { extent.failure = .perhaps }
    return extent
  }

  /// The extent of a stream that emits a value if it would otherwise be empty.
  package var neverEmpty: Extent {
    var extent = self
    extent.isEverNew = false
    if completion == .always { extent.fewest = Swift.max(fewest, 1) }
    if completion != .never { extent.most = most.map { Swift.max($0, 1) } }
    return extent
  }

  /// The extent of a stream that emits its end as a value.
  package var materialized: Extent {
    var extent = self
    extent.isEverNew = false
    let hasEnd = ends
    extent.fewest =
      failure == .never ? Self.sum(fewest, hasEnd ? 1 : 0) : hasEnd ? 1 : 0
    extent.most = Self.sum(most, completion == .never && failure == .never ? 0 : 1)
    extent.failure = .never
    extent.completion = hasEnd ? .always : failure == .never ? completion : .perhaps
    return extent
  }

  /// Returns the extent after each value is replaced by a stream. Unless `all` of these are played
  /// to their ends, only the maximum number of values is known.
  package func flattened(_ inner: Extent, playingAll all: Bool) -> Extent {
    var extent = Extent()
    extent.most = Self.product(most, inner.most)
    if all, inner.completion == .always || inner.fewest == 0 || fewest <= 1 {
      extent.fewest = Self.product(fewest, inner.fewest)
    }
    extent.completion =
      if completion == .never || all && inner.completion == .never && fewest > 0 {
        .never
      } else {
        .all([completion, inner.completion == .always ? .always : .perhaps])
      }
    extent.failure = failure == .never && inner.failure == .never ? .never : .perhaps
    return extent
  }

  static func product(_ left: Int, _ right: Int) -> Int {
    let (result, overflows) = left.multipliedReportingOverflow(by: right)
    return overflows ? endless : result
  }

  static func sum(_ left: Int, _ right: Int) -> Int {
    let (result, overflows) = left.addingReportingOverflow(right)
    return overflows ? endless : result
  }

  static func product(_ left: Int?, _ right: Int?) -> Int? {
    if left == 0 || right == 0 { return 0 }
    guard let left, let right else { return nil }
    let result = product(left, right)
    return result == endless ? nil : result
  }

  static func sum(_ left: Int?, _ right: Int?) -> Int? {
    guard let left, let right else { return nil }
    let result = sum(left, right)
    return result == endless ? nil : result
  }
}
