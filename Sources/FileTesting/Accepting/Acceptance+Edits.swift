import Marbles
import Pipelines
import Platform
import Reactive
import Values

extension StreamDocument {
  /// Returns the edits that make a check expect the actual timeline, in the form of its present
  /// expectation: marbles stay marbles as long as they can express it.
  func edits(for check: StreamCheck, accepting actual: Timeline<Value>) -> [TextEdit] {
    guard let (stated, values) = expectation(of: check),
      let range = SourcePart(source: source, start: check.location.offset).range(of: [])
    else { return [] }
    switch stated {
    case .events:
      return EventListEdit(source, range).edits(
        from: stated, to: actual, by: ValueMatching(test(of: check)))
    case .marbles:
      let edit = marbleEdit(of: range, values: values, to: actual)
      return [edit ?? eventEdit(of: range, to: actual)]
    case .diagram(let marbles, _):
      let edits = DiagramEdit(source, range, marbles, values).edits(to: actual)
      return edits ?? [eventEdit(of: range, to: actual)]
    case .file: return []
    }
  }

  /// Returns the new contents of a file of expected events; nil if the document itself contains the
  /// expectation.
  ///
  /// The new text is read back before it replaces anything: it must express exactly the actual
  /// timeline.
  func expectedFile(
    for check: StreamCheck, accepting actual: Timeline<Value>
  ) throws(AcceptanceError) -> (file: ExpectedFile, bytes: [UInt8])? {
    guard let file = expectedFile(of: check) else { return nil }
    // A file that does not exist, or contains no events, is only written below the stream file's
    // folder.
    let old = try? file.events()
    let bytes = ExpectedFile.text(of: actual, isAnyFailure: old?.acceptsAnyFailure ?? false)
    // A text that cannot be read back is as unfaithful as one that reads differently.
    let renewed = try? ExpectedFile.events(in: SourceText(name: file.path, bytes: bytes))
    guard renewed?.timeline(facing: actual) == actual else { throw .unfaithful(file.path) }
    guard !inputFiles.contains(FilePath(file.path).canonical) else { throw .input(file.path) }
    guard old?.places.isEmpty == false || file.isBelow(folderOf: source.name) else {
      throw .outside(file.path)
    }
    return (file, bytes)
  }

  /// Replaces a marble string by another one, or by an object if a string cannot express the
  /// timeline.
  private func marbleEdit(
    of range: Range<Int>, values: [Member], to actual: Timeline<Value>
  ) -> TextEdit? {
    // In this form a failure matches any failure. If marbles cannot express the timeline, this
    // throws; an object can express more.
    let plain = try? MarbleText(actual, frame: .seconds(1), values: values)
    if let plain, plain.values.isEmpty {
      return TextEdit(range: range, text: JSONStyle.spaced.text(.string(Text(plain.text))))
    }
    // If marbles cannot express the timeline, the caller writes events.
    guard let marbles = plain ?? (try? MarbleText(actual, frame: nil, values: values)) else {
      return nil
    }
    let style = JSONStyle(of: range, in: source)
    return TextEdit(range: range, text: style.object(marbles.members(style)))
  }

  /// Replaces an expectation by events, if no marbles can express the timeline.
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
