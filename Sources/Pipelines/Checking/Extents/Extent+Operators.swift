/// The extents of operators, from those of their upstreams.
extension Extent {
  /// Each value is replaced by another one, which can fail. With `skipping`, values on which it
  /// fails are dropped.
  func mapped(skipping: Bool = false) -> Extent {
    var extent = self
    extent.isEverNew = false
    if skipping { extent.fewest = 0 } else { extent.failure = failure.orOtherwise }
    return extent
  }

  /// Each value is replaced by another one, which cannot fail.
  var replaced: Extent {
    var extent = self
    extent.isEverNew = false
    return extent
  }

  /// The same values, and a failure for a further reason.
  var orFailing: Extent {
    var extent = self
    extent.failure = failure.orOtherwise
    return extent
  }

  /// The values pass for which a condition is true, which is always or never so if it is `constant`.
  func passing(_ constant: Bool?, of context: CompileContext) -> Extent {
    guard let constant else { return filtered(skipping: context.tolerance != nil) }
    return constant ? self : emptied
  }

  /// Some values are dropped, by a rule that can fail unless `isSafe`.
  func filtered(keeping least: Int = 0, skipping: Bool = false, isSafe: Bool = false) -> Extent {
    var extent = self
    extent.fewest = Swift.min(fewest, least)
    if !skipping, !isSafe { extent.failure = failure.orOtherwise }
    return extent
  }

  /// No value passes.
  var emptied: Extent {
    var extent = self
    (extent.fewest, extent.most) = (0, 0)
    return extent
  }

  /// The first values are dropped.
  func dropping(_ count: Int) -> Extent {
    var extent = self
    if !isEndless { extent.fewest = Swift.max(0, fewest - count) }
    extent.most = most.map { Swift.max(0, $0 - count) }
    return extent
  }

  /// The stream completes with the value of this number, if not before.
  func limited(to count: Int) -> Extent {
    if count == 0 { return .values(0) }
    var extent = self
    extent.fewest = Swift.min(fewest, count)
    extent.most = Swift.min(most ?? count, count)
    // With fewer values everything is as it was.
    if let most, most < count { return extent }
    extent.failure = failure.unlessPrevented
    if completion != .always { extent.completion = fewest >= count ? .always : .perhaps }
    return extent
  }

  /// The stream completes early for a reason that the values decide.
  func cut(skipping: Bool = false) -> Extent {
    var extent = filtered(skipping: skipping)
    extent.completion = completion.orOtherwise
    extent.failure = extent.failure == .never ? .never : .perhaps
    return extent
  }

  /// Values are summed up in one, which comes at the completion: always, or only if there was a
  /// value.
  func summedUp(evenIfEmpty: Bool, canFail: Bool = false) -> Extent {
    var extent = self
    extent.isEverNew = false
    let hasResult = completion == .always && (evenIfEmpty || fewest > 0)
    let hasNone = completion == .never || !evenIfEmpty && most == 0
    (extent.fewest, extent.most) = (hasResult ? 1 : 0, hasNone ? 0 : 1)
    if canFail { extent.failure = failure.orOtherwise }
    return extent
  }

  /// Values are answered by one bool, at the completion or as soon as it is known.
  func answered() -> Extent {
    var extent = summedUp(evenIfEmpty: true, canFail: true)
    extent.most = 1
    extent.completion = completion.orOtherwise
    extent.failure = extent.failure == .never ? .never : .perhaps
    return extent
  }

  /// Values are put into arrays of a length.
  func grouped(by count: Int) -> Extent {
    var extent = self
    let count = Swift.max(count, 1)
    extent.isEverNew = false
    if !isEndless { extent.fewest = fewest / count }
    extent.most = most.map { $0 / count + ($0 % count == 0 ? 0 : 1) }
    return extent
  }

  /// Values are emitted under another rule, of which only the end is known.
  var regrouped: Extent {
    Extent(completion: completion, failure: failure.orOtherwise)
  }

  /// The stream is played several times; without a count, for ever.
  func repeated(_ count: Int?) -> Extent {
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

  /// The stream is played again after each failure; without a count, for ever.
  func retried(_ count: Int?) -> Extent {
    if failure == .never { return self }
    var extent = self
    extent.most = Self.product(most, count.flatMap { Self.sum($0, 1) })
    extent.failure = .perhaps
    if failure == .always { extent.completion = .perhaps }
    return extent
  }

  /// A failure is replaced by a value and the completion.
  var failingWithValue: Extent {
    if failure == .never { return self }
    var extent = self
    extent.isEverNew = false
    extent.fewest = failure == .always ? 1 : Swift.min(fewest, 1)
    extent.most = most.map { Self.sum($0, 1) }
    extent.failure = .never
    extent.completion = ends ? .always : .perhaps
    return extent
  }

  /// A failure is replaced by another stream.
  func failing(with other: Extent) -> Extent {
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

  /// The first value is replaced by a failure.
  var failingAtOnce: Extent {
    var extent = emptied
    if fewest > 0 { (extent.failure, extent.completion) = (.always, .never) }
    if most != 0, extent.failure == .never { extent.failure = .perhaps }
    return extent
  }

  /// An empty stream emits a value.
  var neverEmpty: Extent {
    var extent = self
    extent.isEverNew = false
    if completion == .always { extent.fewest = Swift.max(fewest, 1) }
    if completion != .never { extent.most = most.map { Swift.max($0, 1) } }
    return extent
  }

  /// The end becomes a value.
  var materialized: Extent {
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

  /// Each value stands for a stream. Unless `all` of them are played to their ends, only the
  /// number of values is limited.
  func flattened(_ inner: Extent, playingAll all: Bool) -> Extent {
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
