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
    /// The number of stages: one for each key of a group, and for each inner stream.
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
    guard let playback = checkpoint.playback else {
      stages = []
      return
    }
    var stages = [Stage(name: nil, location: nil)]
    stages += playback.operators.map { saved in
      Stage(
        name: saved.place.isOperator ? saved.place.operatorName : nil,
        location: checkpoint.run.location(of: saved.place))
    }
    var lines = RunLines(playback.runs)
    while let (state, number) = lines.next() {
      let index = (number ?? -1) + 1
      if stages.indices.contains(index) { stages[index].add(state) }
    }
    self.stages =
      stages.filter { $0.count > 0 }.sorted { first, second in
        first.order.lexicographicallyPrecedes(second.order)
      }
  }
}

extension CheckpointSummary.Stage {
  fileprivate var order: [Int] { [location?.line ?? 0, location?.column ?? 0] }

  fileprivate mutating func add(_ run: Value) {
    let bytes = JSONWriter.text(of: run)
    count += 1
    byteCount += bytes.count
    greatestByteCount = max(greatestByteCount, bytes.count)
    checksum.add(bytes)
    for due in run.ticketDues {
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
