import Expressions

/// A stream, as the events of it depend on the records of inputs.
struct PartitionStream {
  /// A kind of events: those that come of a record, or of two that a join has matched.
  struct Branch: Hashable {
    /// The value, as it is made of the records.
    var value: SymbolicValue
    /// The records that decide to which part the event belongs: all of them are in one part.
    var records: Set<Int>
    /// The keys of the groups around it, the innermost one last.
    var keys: [SymbolicValue] = []
  }

  /// Empty for a stream that depends on no record.
  var branches: [Branch] = []
  /// Whether it emits events that come of no record, which each part would emit.
  var emitsByItself = false
  /// Whether it goes on for ever: then the pending work of all keys decides when a playback ends, and
  /// with it timers that keep none going.
  var neverEnds = false
  /// Whether it can fail because of a record, outside of every group.
  var canFail = false
  /// Whether it can fail inside of the innermost group.
  var failsInGroup = false
  /// The operator that puts off its end until values of all keys have come; nil if the ends of inputs
  /// alone decide about it, which are the same for all parts.
  var delaysEnd: String?
  /// The operator of the innermost group that puts off the end of that.
  var delaysEndInGroup: String?

  /// The limit on the kinds of events; of more, nothing is known about their values.
  static let branchLimit = 64

  /// Whether its events depend on no record.
  var isIndependent: Bool { branches.isEmpty }

  /// Returns the stream with other values.
  func mapValues(_ transform: (Branch) -> SymbolicValue) -> PartitionStream {
    var stream = self
    stream.branches = branches.map { branch in
      var branch = branch
      branch.value = transform(branch)
      return branch
    }
    return stream
  }

  /// Returns the events of both streams.
  func merged(with other: PartitionStream) -> PartitionStream {
    PartitionStream(
      branches: Self.distinct(branches + other.branches),
      emitsByItself: emitsByItself || other.emitsByItself,
      neverEnds: neverEnds || other.neverEnds,
      canFail: canFail || other.canFail, failsInGroup: failsInGroup || other.failsInGroup,
      delaysEnd: delaysEnd ?? other.delaysEnd,
      delaysEndInGroup: delaysEndInGroup ?? other.delaysEndInGroup)
  }

  /// Returns the kinds of events, each once: without their values if there are too many of them.
  private static func distinct(_ branches: [Branch]) -> [Branch] {
    var seen: Set<Branch> = []
    let unique = branches.filter { seen.insert($0).inserted }
    guard unique.count > branchLimit else { return unique }
    seen = []
    return unique.compactMap { branch in
      var branch = branch
      branch.value = .unknown
      return seen.insert(branch).inserted ? branch : nil
    }
  }
}
