package import Values

/// A test as it is played: combined with one of its cases, if it has cases.
package struct PlayedTest {
  /// The test combined with the case.
  package private(set) var test: StreamTest
  /// The case alone; nil if the test has none.
  private let part: StreamTest?
  private let wholePath: DocumentPath
  private let partPath: DocumentPath

  /// - Parameters:
  ///   - index: The index of the test in its model.
  ///   - caseIndex: The index of the case; nil for a test without cases.
  ///   - path: The path of the model.
  package init(_ whole: StreamTest, at index: Int, case caseIndex: Int?, below path: DocumentPath) {
    wholePath = path + ["tests", .index(index)]
    guard let caseIndex else {
      (test, part, partPath) = (whole, nil, wholePath)
      return
    }
    let part = whole.cases[caseIndex]
    self.part = part
    partPath = wholePath + ["cases", .index(caseIndex)]
    test = whole.with(part)
  }

  /// The same test without the inputs whose events are in files, so that nothing plays in their
  /// place.
  package var withoutFiles: PlayedTest {
    var played = self
    played.test.inputs.removeAll { $0.timelineFile != nil }
    return played
  }

  /// The path of the case, or of a test without cases.
  package var path: DocumentPath { partPath }

  /// Returns the path of a value of a parameter.
  package func path(ofArgument key: Text) -> DocumentPath {
    let isOwn = part?.with.contains { $0.key == key } ?? false
    return (isOwn ? partPath : wholePath) + ["with", .key(key)]
  }

  /// Returns the path of the stream that plays in place of a name.
  package func path(ofInput name: String) -> DocumentPath {
    let isOwn = part?.inputs.contains { $0.name == name } ?? false
    return (isOwn ? partPath : wholePath) + ["inputs", .key(Text(name))]
  }

  /// Returns the path of the expectation of the stream, or of a definition that is played beside
  /// it.
  package func path(ofOutput name: String?) -> DocumentPath {
    let start = inherits(output: name) ? wholePath : partPath
    return start + (name.map { ["outputs", .key(Text($0))] } ?? ["expect"])
  }

  /// Returns whether a case inherits its expectation from the test.
  package func inherits(output name: String?) -> Bool {
    guard let part else { return false }
    return if let name { !part.outputs.contains { $0.name == name } } else { part.expect == nil }
  }
}

extension StreamTest {
  /// Returns the test combined with a case.
  fileprivate func with(_ part: StreamTest) -> StreamTest {
    var test = self
    test.cases = []
    test.name = part.name
    test.skip = part.skip ?? skip
    test.with = with.replaced(by: part.with, of: \.key)
    test.inputs = inputs.replaced(by: part.inputs, of: \.name)
    test.values = values.replaced(by: part.values, of: \.key)
    test.until = part.until ?? until
    test.match = part.match ?? match
    test.tolerance = part.tolerance ?? tolerance
    test.expect = part.expect ?? expect
    test.outputs = outputs.replaced(by: part.outputs, of: \.name)
    test.annotations = part.annotations
    return test
  }
}

extension Array {
  /// Returns the elements, replaced by those of another array that have the same names. The rest of
  /// the other array is appended.
  fileprivate func replaced<Name: Hashable>(
    by others: [Element], of name: (Element) -> Name
  ) -> [Element] {
    guard !others.isEmpty else { return self }
    let known = Dictionary(
      others.map { (name($0), $0) }, uniquingKeysWith: { first, _ in first })
    let own = Set(map(name))
    return map { known[name($0)] ?? $0 } + others.filter { !own.contains(name($0)) }
  }
}
