import Expressions
package import Platform
package import Reactive
package import StreamModels
import Values

/// The contents of a checkpoint, by operator.
package struct CheckpointSummary {
  /// The contents of the stages of one operator.
  package struct Stage {
    /// The name of the operator; nil for the sources and the stream itself.
    package let name: String?
    package let location: SourceLocation?
    /// The number of its document.
    fileprivate let document: Int?
    /// Why there may be many: an operator consists of several stages, or is inside a stream that is
    /// played for each key or value.
    package enum Kind { case stages, keys, streams }
    package let kind: Kind
    /// The number of stages.
    package fileprivate(set) var count = 0
    /// The number of timers, and the instant of the first.
    package fileprivate(set) var timerCount = 0
    package fileprivate(set) var next: Instant?
    /// The length of all states, and of the longest, in bytes.
    package fileprivate(set) var byteCount = 0
    package fileprivate(set) var greatestByteCount = 0
    /// The checksum of the states.
    package fileprivate(set) var checksum = Checksum()
  }

  /// The stages of the sources and of the stream itself first, and then those of the operators in
  /// the order of the document.
  package let stages: [Stage]

  package init(of checkpoint: RunCheckpoint) {
    var dues: [[Instant]] = []
    guard let playback = checkpoint.playback,
      let tree = RunTree(playback, note: { dues.append($0.ticketDues) })
    else {
      stages = []
      return
    }
    var stages: [ExpressionPlace?: Stage] = [:]
    for (run, place, kind) in tree.placedRuns {
      let stage = Stage(
        name: place.flatMap { $0.isOperator ? $0.operatorName : nil },
        location: place.flatMap(checkpoint.run.location), document: place?.document, kind: kind)
      stages[place, default: stage].add(tree.bytes(of: run), dues[run])
    }
    self.stages = stages.values.sorted { first, second in
      first.order.lexicographicallyPrecedes(second.order)
    }
  }
}

extension RunTree {
  /// The runs, each with the place of its operator or source, also of those inside a line of inner
  /// stages, and what there is one of for each.
  fileprivate var placedRuns:
    [(run: Int, place: ExpressionPlace?, kind: CheckpointSummary.Stage.Kind)]
  {
    guard !runs.isEmpty else { return [] }
    var found: [(run: Int, place: ExpressionPlace?, kind: CheckpointSummary.Stage.Kind)] = []
    var stack: [(run: Int, isFirst: Bool)] = [(0, true)]
    while let (run, isFirst) = stack.popLast() {
      let place = place(of: run)
      found.append((run, place, .stages))
      let inner = isFirst ? runs[run].number.map { operators[$0].inner } ?? [] : []
      for upstream in runs[run].upstreams.reversed().compactMap(\.self) {
        let isBoundary = isBoundary(upstream, below: runs[run].number)
        // The source of the line is its last run, unless it has ended.
        if !isBoundary, !inner.isEmpty, let line = line(from: upstream),
          [0, 1].contains(line.count - inner.count)
        {
          let kind: CheckpointSummary.Stage.Kind =
            place?.operatorName == "groupBy" ? .keys : .streams
          found += zip(line, inner).map { ($0, $1, kind) }
          found += line.dropFirst(inner.count).map { ($0, place, .stages) }
        } else {
          stack.append((upstream, isBoundary))
        }
      }
    }
    return found
  }
}

extension CheckpointSummary.Stage {
  fileprivate var order: [Int] { [document ?? -1, location?.line ?? 0, location?.column ?? 0] }

  fileprivate mutating func add(_ entry: ArraySlice<UInt8>, _ dues: [Instant]) {
    count += 1
    byteCount += entry.count
    greatestByteCount = max(greatestByteCount, entry.count)
    checksum.add(entry)
    for due in dues {
      timerCount += 1
      next = min(next ?? due, due)
    }
  }
}

extension RunDescription {
  /// Returns the location of an operator in the saved documents.
  func location(of place: ExpressionPlace) -> SourceLocation? {
    guard documents.indices.contains(place.document) else { return nil }
    let document = documents[place.document]
    let source = SourceText(name: document.name, document.text)
    return source.offsets(of: [place.path])[0].map { SourceLocation(offset: $0, in: source) }
  }
}

extension Value {
  /// The instants of the tickets in a state.
  fileprivate var ticketDues: [Instant] {
    var dues: [Instant] = []
    var rest = [self]
    while let value = rest.popLast() {
      switch value {
      case .array(let elements): rest += elements
      case .object(let object):
        if let due = object.ticketDue {
          dues.append(due)
        } else {
          // The ticket of an input only determines the order of its records.
          let isInput = object["records"] != nil
          rest += object.members.filter { !isInput || $0.key.string != "ticket" }.map(\.value)
        }
      case .null, .bool, .int, .double, .string: break
      }
    }
    return dues
  }
}

extension Object {
  /// The instant of a ticket; nil if this is another object.
  fileprivate var ticketDue: Instant? {
    guard count == 2, self["order"] != nil, case .int(let nanoseconds)? = self["due"] else {
      return nil
    }
    return Instant(nanoseconds: nanoseconds)
  }
}
