import Editing
import Marbles
import Pipelines
import Reactive
import Values

extension StreamDocument {
  /// Returns the edits that make a check expect the actual timelines, each in the form of its
  /// present expectation. Marbles stay marbles as long as they can express the timeline, in the
  /// frame that they state, or otherwise in that of the input. An expectation that a case inherits
  /// from its test is left unchanged: the case gets its own.
  func edits(for acceptance: Acceptance) -> [TextEdit] {
    var edits: [TextEdit] = []
    var added: [(output: String?, text: String)] = []
    let frame = inputFrame(of: acceptance.check)
    for (expectation, actual) in acceptance.timelines {
      guard let (stated, values) = stated(expectation, of: acceptance.check) else { continue }
      let matching = ValueMatching(test(of: acceptance.check))
      let kept = kept(actual, of: stated, values, by: matching)
      if expectation.isInherited {
        added.append((expectation.output, text(of: kept, like: stated, values: values, frame)))
      } else if let range = range(at: expectation.location) {
        edits += self.edits(of: range, from: stated, values, to: kept, by: matching, frame)
      }
    }
    let part = acceptance.timelines.first { $0.expectation.isInherited }?.expectation.location
    if let part, let range = range(at: part) {
      edits += NewMembers(source, range).edits(adding: added)
    }
    return edits
  }

  private func range(at location: SourceLocation) -> Range<Int>? {
    SourcePart(source: source, start: location.offset).range(of: [])
  }

  /// Returns an actual timeline in the form in which the document should expect it.
  private func kept(
    _ actual: Timeline<Value>, of stated: StatedTimeline, _ values: [Member],
    by matching: ValueMatching
  ) -> Timeline<Value> {
    // Events that cannot be read are a mistake of the document, which was reported when it was
    // read.
    guard !matching.isExact, let old = try? stated.events(values: values, besides: source.name)
    else { return actual }
    return matching.kept(actual, of: old.timeline)
  }

  private func edits(
    of range: Range<Int>, from stated: StatedTimeline, _ values: [Member],
    to actual: Timeline<Value>, by matching: ValueMatching, _ frame: Duration?
  ) -> [TextEdit] {
    switch stated {
    case .events:
      return EventListEdit(source, range).edits(from: stated, to: actual, by: matching)
    case .marbles:
      let edit = marbleEdit(of: range, values: values, to: actual, frame)
      return [edit ?? eventEdit(of: range, to: actual)]
    case .diagram(let marbles, _):
      let edits = DiagramEdit(source, range, marbles, values, inputFrame: frame).edits(to: actual)
      return edits ?? [eventEdit(of: range, to: actual)]
    case .file: return []
    }
  }

  /// Returns the text of a new expectation, in the same form as another one.
  private func text(
    of actual: Timeline<Value>, like stated: StatedTimeline, values: [Member], _ frame: Duration?
  ) -> String {
    let style = JSONStyle(of: 0..<0, in: source)
    switch stated {
    case .marbles, .diagram:
      if let text = marbleText(of: actual, values: values, style, frame) { return text }
    case .events, .file: break
    }
    return style.list(actual.events.map { style.text($0, isAnyFailure: false) })
  }

  /// Replaces a marble string with another one, or with an object if a string cannot express the
  /// timeline; nil if no marbles can.
  private func marbleEdit(
    of range: Range<Int>, values: [Member], to actual: Timeline<Value>, _ frame: Duration?
  ) -> TextEdit? {
    marbleText(of: actual, values: values, JSONStyle(of: range, in: source), frame).map {
      TextEdit(range: range, text: $0)
    }
  }

  private func marbleText(
    of actual: Timeline<Value>, values: [Member], _ style: JSONStyle, _ frame: Duration?
  ) -> String? {
    let frame = frame ?? .seconds(1)
    // In this form a failure matches any failure. This throws if marbles cannot express the
    // timeline. An object can express more.
    let plain = try? MarbleText(actual, frame: frame, values: values)
    if let plain, plain.values.isEmpty, frame == .seconds(1) {
      return JSONStyle.spaced.text(.string(Text(plain.text)))
    }
    // If marbles cannot express the timeline, the caller writes events.
    guard let marbles = plain ?? (try? MarbleText(actual, frame: nil, values: values)) else {
      return nil
    }
    return style.object(marbles.members(style))
  }

  /// Replaces an expectation with events, if no marbles can express the timeline.
  private func eventEdit(of range: Range<Int>, to actual: Timeline<Value>) -> TextEdit {
    let style = JSONStyle(of: range, in: source)
    let texts = actual.events.map { style.text($0, isAnyFailure: false) }
    return EventListEdit.whole(texts, style, at: range, in: source)
  }
}

extension MarbleText<Value> {
  /// The members of the object that expresses the timeline.
  fileprivate func members(_ style: JSONStyle) -> [(key: String, value: String)] {
    var members = [(key: "marbles", value: style.text(.string(Text(text))))]
    if !values.isEmpty { members.append(("values", style.table(added))) }
    if frame != .seconds(1) { members.append(("frame", frameText)) }
    if let error { members.append(("error", style.text(.string(Text(error))))) }
    return members
  }

  /// The symbols that were assigned.
  var added: [Member] {
    values.map { Member(key: Text($0.symbol), value: $0.value) }
  }

  var frameText: String {
    JSONStyle.seconds(Instant.zero.advanced(by: frame).nanoseconds)
  }
}
