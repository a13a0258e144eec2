import Marbles
public import Pipelines
import Reactive
public import Values

extension Session {
  /// Reads a session. Throws a `FileError` if the file cannot be read, and `Diagnostics` if it has
  /// mistakes.
  public init(contentsOfFile path: String) throws {
    try self.init(SourceText(contentsOfFile: path))
  }

  /// Reads a session from text. All its mistakes are reported at once, each at its place.
  ///
  /// The stream is played to determine the time of each action, so a session may use every feature
  /// of a stream file.
  public init(_ source: SourceText) throws(Diagnostics) {
    try self.init(source, limit: Session.limit)
  }

  package init(_ source: SourceText, limit: Int) throws(Diagnostics) {
    let program: Program
    let model: StreamModel<Value>
    do throws(Diagnostics) {
      program = try Program(source)
      model = try StreamModel<Value>(source)
    } catch {
      throw error.explainingCut(in: source)
    }
    let mark = SessionMark(model.annotations)
    let marks = try Self.marks(of: model, isSession: mark != nil, in: source)
    let events = try SessionPlayback(program, limit: limit).events(in: source)
    let entries = events.enumerated().map { index, event in
      let mark = marks?[index]
      return Entry(
        number: index + 1, time: event.time, action: event.value,
        isFromEffect: mark?.isFromEffect ?? false, state: mark?.state,
        index: marks == nil ? nil : index)
    }
    self.init(entries: entries, mark: mark, source: source)
  }

  /// The marks of the items' actions; nil where the played values are no longer those of the items.
  private static func marks(
    of model: StreamModel<Value>, isSession: Bool, in source: SourceText
  ) throws(Diagnostics) -> [ItemMark]? {
    guard case .stream(let items) = model.source else { return nil }
    let marks = items.map { ItemMark($0.annotations) }
    var mistakes = Diagnostics()
    for (index, mark) in marks.enumerated() {
      guard let mistake = mark.mistake else { continue }
      mistakes.append(
        Diagnostic(
          .invalidValue, "found \(mistake), expected 'effect' or 'user' under '$by'",
          hint: "remove '$by' for an action of the user", at: ["stream", .index(index), "$by"]))
    }
    let isPlain = model.operators.isEmpty && items.allSatisfy(\.isOnlyDelayed)
    if !isPlain {
      guard isSession || marks.contains(where: { !$0.isEmpty }) else { return nil }
      let index = items.firstIndex { !$0.isOnlyDelayed }
      let place: DocumentPath =
        model.operators.isEmpty ? ["stream", .index(index ?? 0), "operators"] : ["operators"]
      mistakes.append(
        Diagnostic(
          .invalidValue,
          "found operators other than 'delay' on the items of a session, after which actions "
            + "cannot "
            + "be matched",
          hint: "put the session into a separate file and refer to it with 'from', or remove "
            + "'$session', '$by' and '$state'", at: place))
    }
    guard mistakes.isEmpty else { throw mistakes.located(in: source) }
    return marks
  }
}

extension StreamItem {
  fileprivate var isOnlyDelayed: Bool { operators.allSatisfy { $0.spec.name == "delay" } }
}

/// Plays a session's stream to its end, which must be within limits.
private struct SessionPlayback {
  /// The maximum number of rounds without an action, each of which has a few thousand steps of the
  /// clock.
  private static let patience = 25

  let program: Program
  let limit: Int

  init(_ program: Program, limit: Int) {
    self.program = program
    self.limit = limit
  }

  func events(
    in source: SourceText
  ) throws(Diagnostics) -> [(time: Duration, value: Value)] {
    if let name = program.inputs.used.first {
      throw mistake(
        "the session reads the input '\(name)', but only the session file is "
          + "available", source)
    }
    let scheduler = VirtualScheduler()
    var events: [(time: Duration, value: Value)] = []
    var failure: StreamFailure?
    var (seen, questions) = (0, 0)
    let end = Playback(limit: limit + 1).play(
      program.publisher(on: scheduler), on: scheduler,
      isCancelled: {
        questions = events.count == seen ? questions + 1 : 0
        seen = events.count
        return questions > Self.patience
      },
      receiveCompletion: { completion, _ in
        if case .failure(let error) = completion { failure = error }
      },
      receiveValue: { value, instant in
        events.append((Instant.zero.duration(to: instant), value))
        return true
      })
    if let failure {
      throw mistake(
        "the session's stream fails after action \(events.count): \(failure.message)", source)
    }
    if end == .stopped {
      throw mistake("the session continues without actions and does not end", source, .limit)
    }
    if events.count > limit {
      throw mistake(
        "the session does not end; the limit is \(limit) actions", source,
        .limit)
    }
    return events
  }

  private func mistake(
    _ message: String, _ source: SourceText, _ code: DiagnosticCode = .invalidValue
  ) -> Diagnostics {
    Diagnostics([Diagnostic(code, message)]).located(in: source)
  }
}

extension Diagnostics {
  /// Adds a hint if the text stops in the middle, which means that the file was cut off.
  fileprivate func explainingCut(in source: SourceText) -> Diagnostics {
    guard items.count == 1, let item = items.first, item.code == .syntax,
      let location = item.location
    else { return self }
    let isAtEnd = location.offset >= source.count - 1
    let last = source.bytes.last { $0 > 0x20 }
    guard isAtEnd || last != UInt8(ascii: "}") else { return self }
    var cut = item
    let repair =
      isAtEnd ? item.hint : "remove the rest of its last item, and end the file with ']}'"
    cut.hint = "the file seems to be cut off" + (repair.map { ": \($0)" } ?? "")
    return Diagnostics([cut])
  }
}
