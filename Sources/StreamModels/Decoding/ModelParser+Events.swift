import Expressions
import Values

/// The keys of an event.
package enum EventKey: Int, ObjectKey {
  case time, value, completion, error, cause

  static let owner = "an event"
  package static let names = allCases.map { "\($0)" }
  static let table = KeyTable(names.map { Text($0) })
}

extension ModelParser where Reader: ~Copyable {
  /// Reads events in the form in which a playback prints them. Returns nil if one has a mistake.
  mutating func readEvents() throws(ReadError) -> [StatedEvent]? {
    var events: [StatedEvent] = []
    var index = 0
    try reader.beginArray()
    while try reader.nextElement() {
      path.append(.index(index))
      if let event = try readEvent() { events.append(event) }
      path.removeLast()
      index += 1
    }
    return events.count == index ? events : nil
  }

  mutating func readEvent() throws(ReadError) -> StatedEvent? {
    guard
      try expect(
        .object, "an event, which is an object with a 'time'",
        hint: #"write { "time": 1, "value": … }"#)
    else { return nil }
    var draft = EventDraft(start: reader.offset)
    let mistakes = diagnostics.count
    var annotations = Annotations()
    try reader.beginObject()
    while let key: EventKey = try nextKey(seen: &draft.seen, annotations: &annotations) {
      path.append(.key(EventKey.table.keys[key.rawValue]))
      switch key {
      case .time:
        draft.time = try readDuration(named: "time")
      case .value: draft.value = try readData()
      case .completion: draft.isFailure = try readCompletion()
      case .error: draft.error = try readString("the message of the failure in a string")
      // A playback prints the cause for people; only the error is compared.
      case .cause: _ = try readData()
      }
      path.removeLast()
    }
    guard let kind = check(draft), diagnostics.count == mistakes, let time = draft.time else {
      return nil
    }
    return StatedEvent(time: time, kind, annotations: annotations.members)
  }

  /// Reads how a stream ends. Returns true for a failure, false for a completion, and nil after
  /// reporting any other word.
  private mutating func readCompletion() throws(ReadError) -> Bool? {
    let words = ["finished", "failure"]
    guard try expect(.string, #""finished" or "failure""#) else { return nil }
    let start = reader.offset
    let word = try reader.readText().string
    guard words.contains(word) else {
      report(
        .invalidValue, "found '\(word.abbreviated)', expected 'finished' or 'failure'",
        hint: Suggestion.hint(for: word, among: words), at: start)
      return nil
    }
    return word == "failure"
  }

  /// Returns the kind of an event, and reports keys that are missing or contradict one another.
  private mutating func check(_ draft: EventDraft) -> StatedEvent.Kind? {
    if !draft.seen.contains(EventKey.time), !draft.seen.isMeant(EventKey.time) {
      report(.missingKey, "an event needs a 'time'", at: draft.start)
    }
    switch (draft.seen.contains(EventKey.value), draft.seen.contains(EventKey.completion)) {
    case (true, true):
      report(
        .invalidValue, "an event has a 'value' or a 'completion', not both",
        hint: "write two events", at: draft.start)
    case (false, false):
      if !draft.seen.isMeant(EventKey.value), !draft.seen.isMeant(EventKey.completion) {
        report(
          .missingKey, "an event needs a 'value' or a 'completion'",
          at: draft.start)
      }
    case (true, false), (false, true): break
    }
    if draft.seen.contains(EventKey.error), draft.isFailure == false || draft.value != nil {
      report(
        .invalidValue, "only a failure can have an 'error'",
        hint: #"write "completion": "failure", or remove it"#, at: draft.start)
    }
    if let value = draft.value { return .value(value) }
    return draft.isFailure.map { $0 ? .failure(draft.error) : .finished }
  }
}

/// An event that is being read, because its keys can be in any order.
private struct EventDraft {
  /// The offset at which its text begins.
  let start: Int
  var seen = KeySet()
  var time: Seconds?
  var value: Value?
  var isFailure: Bool?
  var error: String?

  init(start: Int) {
    self.start = start
  }
}
