import Records
import Values

extension ModelParser where Reader: ~Copyable {
  /// Reads the files of an input.
  mutating func readPaths(into input: inout InputSource) throws(ReadError) {
    let expectation = "the path of a file in a string, or a list of paths"
    switch try reader.peek() {
    case .string:
      if let path = try readPath() { input.paths = [path] }
    case .array:
      let start = reader.offset
      var paths: [String] = []
      var index = 0
      try reader.beginArray()
      while try reader.nextElement() {
        path.append(.index(index))
        if let next = try readPath() { paths.append(next) }
        path.removeLast()
        index += 1
      }
      if index == 0 {
        report(
          .invalidValue, "found no paths, expected at least one", hint: "remove 'path'",
          at: start)
      }
      input.paths = paths
      if paths.count == 1 { input.pathsAsWritten = .array(paths.map { .string(Text($0)) }) }
    default: _ = try readString(expectation)
    }
  }

  private mutating func readPath() throws(ReadError) -> String? {
    _ = try reader.peek()
    let start = reader.offset
    guard let path = try readString("the path of a file in a string") else { return nil }
    guard let refusal = PathRefusal(of: path) else { return path }
    report(.invalidValue, refusal.message, hint: refusal.hint, at: start)
    return nil
  }

  /// Reads the format of an input's records.
  mutating func readRecordFormat<Element>(into draft: ModelDraft<Element>) throws(ReadError) {
    _ = try reader.peek()
    let start = reader.offset
    let value = try reader.readValue()
    var format = RecordFormatReader()
    if let records = format.format(value) {
      draft.input.records = records
      if JSONWriter.text(of: records.encoded) != JSONWriter.text(of: value) {
        draft.input.recordsAsWritten = value
      }
    } else if !hasNoParameters, value.hasReference, let mistake = format.mistakes.first {
      // Whether it is a valid format is known only once the parameters are.
      draft.model.parameterDetails.append(Member(key: "records", value: value))
      return note(
        .parameter(
          code: mistake.code, message: mistake.message,
          hint: "no parameters are declared here; declare one in 'parameters'", offset: start))
    }
    let mistakes = format.mistakes.map { mistake in
      var mistake = mistake
      mistake.path = path + mistake.path
      return mistake
    }
    diagnostics.append(
      contentsOf: Diagnostics(mistakes.map { $0.locatedAtKey(in: source) }).located(in: source))
  }
}

extension Diagnostic {
  /// Returns the same diagnostic, located at the key if it is about an unknown key, and not at its
  /// value.
  fileprivate func locatedAtKey(in source: SourceText?) -> Diagnostic {
    guard code == .unknownKey, let source, let offset = source.keyOffsets(of: [path])[0] else {
      return self
    }
    var located = self
    located.location = SourceLocation(offset: offset, in: source)
    return located
  }
}

extension Value {
  /// Whether a string in it is a parameter, or escapes one. Annotations are ignored.
  package var hasReference: Bool {
    switch self {
    case .string(let text): text.string.isReference
    case .array(let elements): elements.contains(where: \.hasReference)
    case .object(let object):
      object.members.contains { !$0.key.isAnnotation && $0.value.hasReference }
    default: false
    }
  }
}
