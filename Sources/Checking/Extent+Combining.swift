/// The extents of streams that combine several others.
extension Extent {
  /// Returns the extent of streams that play one after another.
  package static func appended(_ parts: some Sequence<Extent>) -> Extent {
    var extent = Extent.values(0)
    for part in parts {
      extent.append(part)
      if extent.isOver { break }
    }
    return extent
  }

  /// Whether no later stream is played.
  fileprivate var isOver: Bool { completion == .never }

  /// Adds the extent of a stream that plays after this one.
  private mutating func append(_ next: Extent) {
    let isSure = completion == .always
    if isSure { fewest = Self.sum(fewest, next.fewest) }
    most = Self.sum(most, next.most)
    isEverNew = false
    let wasSafe = failure == .never
    failure =
      switch next.failure {
      case .never: failure
      case .perhaps: failure.orOtherwise
      case .always: isSure && wasSafe || failure == .always ? .always : .perhaps
      }
    completion = .all([completion, next.completion])
  }

  /// Returns the extent of streams that play side by side.
  package static func merged(_ parts: [Extent]) -> Extent {
    if parts.count == 1 { return parts[0] }
    return Extent(
      fewest: parts.reduce(0) { sum($0, $1.fewest) },
      most: parts.reduce(0) { sum($0, $1.most) },
      completion: .all(parts.map(\.completion)), failure: .any(parts.map(\.failure)))
  }

  /// Returns the extent of a stream that combines the n-th values of several others.
  package static func zipped(_ parts: [Extent]) -> Extent {
    let fewest = parts.map(\.fewest).min() ?? 0
    let mosts = parts.compactMap(\.most)
    var extent = Extent(fewest: fewest, most: mosts.min())
    let canFail = parts.contains { $0.failure != .never }
    extent.failure = canFail ? .perhaps : .never
    // If a stream completes, the pairs end once the others have sent partners for its last value.
    let isEnded = parts.contains { part in
      part.completion == .always
        && parts.allSatisfy { other in
          other.completion == .always || part.most.map { other.fewest >= $0 } ?? false
        }
    }
    let canContinue = parts.allSatisfy { $0.completion == .never }
    extent.completion = isEnded ? .always : canContinue ? .never : .perhaps
    return extent
  }

  /// Returns the extent of a stream that combines the latest values of several others.
  package static func combinedLatest(_ parts: [Extent]) -> Extent {
    let haveAll = parts.allSatisfy { $0.fewest > 0 }
    let lacksOne = parts.contains { $0.most == 0 }
    var extent = Extent(fewest: haveAll && !parts.isEmpty ? 1 : 0)
    extent.most = lacksOne ? 0 : parts.reduce(0) { sum($0, $1.most) }
    let completes = parts.allSatisfy { $0.completion == .always }
    let canContinue = haveAll && parts.contains { $0.completion == .never }
    extent.completion = completes ? .always : canContinue ? .never : .perhaps
    extent.failure = parts.allSatisfy { $0.failure == .never } ? .never : .perhaps
    return extent
  }

  /// Returns the extent of the first stream that emits or ends, which plays alone.
  package static func raced(_ parts: [Extent]) -> Extent {
    let mosts = parts.compactMap(\.most)
    return Extent(
      fewest: parts.map(\.fewest).min() ?? 0,
      most: mosts.count == parts.count ? mosts.max() : nil,
      completion: parts.allSatisfy { $0.completion == .always }
        ? .always : parts.allSatisfy { $0.completion == .never } ? .never : .perhaps,
      failure: parts.allSatisfy { $0.failure == .never } ? .never : .perhaps)
  }

  /// Returns the extent of the stream where another stream decides which values pass, and can fail.
  package func gated(by other: Extent, endsWithOther: Bool = false) -> Extent {
    var extent = filtered(isSafe: true)
    if endsWithOther { extent.completion = completion.orOtherwise }
    extent.failure = failure == .never && other.failure == .never ? .never : .perhaps
    return extent
  }
}
