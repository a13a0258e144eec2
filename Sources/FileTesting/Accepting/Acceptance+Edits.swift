import Marbles
import Pipelines
import Platform
import Reactive
import Values

extension StreamDocument {
  /// The edits that make a check expect what came, in the form that its expectation has: marbles stay
  /// marbles as far as they can say it.
  func edits(for check: StreamCheck, accepting actual: Timeline<Value>) -> [TextEdit] {
    guard let (stated, values) = expectation(of: check),
      let range = SourcePart(source: source, start: check.location.offset).range(of: [])
    else { return [] }
    switch stated {
    case .events:
      return EventListEdit(source, range).edits(from: stated, to: actual)
    case .marbles:
      let edit = marbleEdit(of: range, values: values, to: actual)
      return [edit ?? eventEdit(of: range, to: actual)]
    case .diagram(let marbles, _):
      let edits = DiagramEdit(source, range, marbles, values).edits(to: actual)
      return edits ?? [eventEdit(of: range, to: actual)]
    case .file: return []
    }
  }

  /// What a file of expected events is to hold; nil if the document itself says what it expects.
  ///
  /// The new text is read back before it replaces anything: it must say exactly what came.
  func expectedFile(
    for check: StreamCheck, accepting actual: Timeline<Value>
  ) throws(AcceptanceError) -> (file: ExpectedFile, bytes: [UInt8])? {
    guard let file = expectedFile(of: check) else { return nil }
    // A file that does not exist, or holds no events, is written only below the stream file's folder.
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

  /// A marble string in place of another; an object, if more has to be said.
  private func marbleEdit(
    of range: Range<Int>, values: [Member], to actual: Timeline<Value>
  ) -> TextEdit? {
    // In this form a failure stands for any. Marbles that cannot say it throw; an object says more.
    let plain = try? MarbleText(actual, frame: .seconds(1), values: values)
    if let plain, plain.values.isEmpty {
      return TextEdit(range: range, text: JSONStyle.spaced.text(.string(Text(plain.text))))
    }
    // Where marbles cannot say it, the caller writes events.
    guard let marbles = plain ?? (try? MarbleText(actual, frame: nil, values: values)) else {
      return nil
    }
    let style = JSONStyle(of: range, in: source)
    return TextEdit(range: range, text: style.object(marbles.members(style)))
  }

  /// What no marbles can say, as events.
  private func eventEdit(of range: Range<Int>, to actual: Timeline<Value>) -> TextEdit {
    let style = JSONStyle(of: range, in: source)
    let texts = actual.events.map { style.text($0, isAnyFailure: false) }
    return EventListEdit.whole(texts, style, at: range, in: source)
  }
}

extension MarbleText<Value> {
  /// The members of the object that says it all.
  fileprivate func members(_ style: JSONStyle) -> [(key: String, value: String)] {
    var members = [(key: "marbles", value: style.text(.string(Text(text))))]
    if !values.isEmpty { members.append(("values", style.table(added))) }
    if frame != .seconds(1) { members.append(("frame", frameText)) }
    if let error { members.append(("error", style.text(.string(Text(error))))) }
    return members
  }

  /// The signs that were given out.
  var added: [Member] {
    values.map { Member(key: Text($0.symbol), value: $0.value) }
  }

  var frameText: String {
    JSONStyle.seconds(Instant.zero.advanced(by: frame).nanoseconds)
  }
}
