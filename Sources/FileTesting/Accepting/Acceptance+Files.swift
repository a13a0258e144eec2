import Marbles
import Pipelines
import Platform
import Values

extension StreamDocument {
  /// Returns the new contents of the files of expected events. There are none for expectations that
  /// the document itself contains.
  ///
  /// The new text is read back before it replaces anything. It must express exactly the actual
  /// timeline.
  func expectedFiles(
    for acceptance: Acceptance, _ access: PathAccess
  ) throws(AcceptanceError) -> [(file: ExpectedFile, bytes: [UInt8])] {
    var files: [(file: ExpectedFile, bytes: [UInt8])] = []
    for (expectation, actual) in acceptance.timelines where !expectation.isInherited {
      guard let (stated, _) = stated(expectation, of: acceptance.check),
        let file = expectedFile(of: stated)
      else { continue }
      let old = try? file.events()
      let matching = ValueMatching(test(of: acceptance.check))
      let kept = old.map { matching.kept(actual, of: $0.timeline) } ?? actual
      let bytes = ExpectedFile.text(of: kept, isAnyFailure: old?.acceptsAnyFailure ?? false)
      // Contents that cannot be read back are as unfaithful as contents that read differently.
      let renewed = try? ExpectedFile.events(in: SourceText(name: file.path, bytes: bytes))
      guard renewed?.timeline(facing: actual, by: matching) == actual else {
        throw .unfaithful(file.path)
      }
      guard !inputFiles.contains(FilePath(file.path).canonical) else { throw .input(file.path) }
      guard file.isWritable(access, from: source.name) else { throw .outside(file.path) }
      files.append((file, bytes))
    }
    return files
  }
}
