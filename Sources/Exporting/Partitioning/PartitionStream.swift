package import Expressions

/// A stream, described by how its events depend on the records of inputs.
package struct PartitionStream {
  /// A kind of events: those caused by one record, or by two records that a join has matched.
  package struct Branch: Hashable {
    /// The value, as a function of the records.
    package var value: SymbolicValue
    /// The records that determine the part to which the event belongs. All of them are in one part.
    package var records: Set<Int>
    /// The keys of the groups around it, the innermost one last.
    var keys: [SymbolicValue] = []
  }

  /// Empty for a stream that does not depend on any record.
  package var branches: [Branch] = []
  /// Whether it emits events that do not depend on any record, so that each part would emit them.
  var emitsByItself = false
  /// Whether it never ends. The pending work of all keys then determines when a playback ends, and
  /// with it the timers that do not keep a playback going.
  var neverEnds = false
  /// Whether it can fail because of a record, outside of every group.
  var canFail = false
  /// Whether it can fail inside the innermost group.
  var failsInGroup = false
  /// The operator that delays its end until values of all keys have arrived; nil if only the ends
  /// of inputs determine its end, which are the same for all parts.
  var delaysEnd: String?
  /// The operator of the innermost group that delays the end of the group.
  var delaysEndInGroup: String?

  /// The maximum number of kinds of events. If there are more, nothing is known about their values.
  static let branchLimit = 64

  /// Whether its events do not depend on any record.
  var isIndependent: Bool { branches.isEmpty }

  /// Returns the stream with other values.
  package func mapValues(_ transform: (Branch) -> SymbolicValue) -> PartitionStream {
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

  /// Returns the distinct kinds of events, without their values if there are too many.
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
