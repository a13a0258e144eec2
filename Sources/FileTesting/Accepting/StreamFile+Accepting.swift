import Editing
import Marbles
package import Pipelines
import Platform
import Values

extension StreamFile {
  /// Replaces expected timelines with actual ones, and changes nothing else, both in the file and
  /// in the files of expected events that it names.
  ///
  /// The new text is read back first. Each file is replaced atomically, or is left unchanged.
  ///
  /// - Parameters:
  ///   - access: The folders in which files may be written, in addition to that of the stream file.
  ///   - folder: The folder below which the stream file was found; nil if the file was named. No
  ///     link may lead out of this folder.
  package func accept(
    _ acceptances: [Acceptance], _ access: PathAccess = PathAccess(), below folder: String? = nil
  ) throws(AcceptanceError) {
    if let folder, !access.allowsWriting(path, below: folder) {
      throw .link(path, folder: folder)
    }
    var files: [String: (file: ExpectedFile, bytes: [UInt8])] = [:]
    var inPlace: [Acceptance] = []
    for acceptance in acceptances {
      let expected = try documents[acceptance.document].expectedFiles(
        for: acceptance, access)
      for expected in expected {
        let path = FilePath(expected.file.path).canonical
        guard files[path].map({ $0.bytes == expected.bytes }) ?? true else {
          throw .contradictory(expected.file.path)
        }
        files[path] = expected
      }
      if expected.count < acceptance.timelines.count { inPlace.append(acceptance) }
    }
    if !inPlace.isEmpty { try acceptInPlace(inPlace) }
    do throws(FileError) {
      for path in files.keys.sorted() {
        guard let (file, bytes) = files[path] else { continue }
        if file.isMissing {
          try AtomicFile.create(file.path, with: bytes)
        } else {
          try AtomicFile.replace(file.path, with: bytes)
        }
      }
    } catch {
      throw .file(error)
    }
  }

  /// Writes actual timelines into the file itself.
  private func acceptInPlace(_ acceptances: [Acceptance]) throws(AcceptanceError) {
    guard let first = documents.first else { return }
    var edits: [TextEdit] = []
    for acceptance in acceptances {
      edits += documents[acceptance.document].edits(for: acceptance)
    }
    // The source of a part of a page ends with that part, and is blank before it.
    let whole: SourceText
    do throws(FileError) {
      whole = try SourceText(contentsOfRegularFile: path)
    } catch {
      throw .file(error)
    }
    guard isUnchanged(whole) else { throw .changed(path) }
    let bytes = edits.applied(to: whole)
    let source = SourceText(name: first.source.name, bytes: bytes)
    let renewed = Self.documents(in: source, of: path)
    for acceptance in acceptances {
      guard renewed.count == documents.count, renewed[acceptance.document].expects(acceptance)
      else { throw .unfaithful(path) }
    }
    do throws(FileError) {
      let mark = whole.hasByteOrderMark ? SourceText.byteOrderMark : []
      try AtomicFile.replace(path, with: mark + bytes)
    } catch {
      throw .file(error)
    }
  }

  /// Whether a source has the same documents at the same places.
  private func isUnchanged(_ whole: SourceText) -> Bool {
    let present = Self.documents(in: whole, of: path)
    return present.count == documents.count
      && zip(present, documents).allSatisfy { $0.source.bytes == $1.source.bytes }
  }
}

extension StreamDocument {
  /// Returns whether the document now expects the actual timelines.
  fileprivate func expects(_ acceptance: Acceptance) -> Bool {
    let (old, timelines) = (acceptance.check, acceptance.timelines)
    let check = checks.first {
      $0.stream == old.stream && $0.test == old.test && $0.part == old.part
    }
    guard let check else { return false }
    return timelines.allSatisfy { expectation, actual in
      let renewed = check.expectations.first { $0.output == expectation.output }
      // Events that cannot be read back do not equal the actual ones. Those of a file have already
      // been read back.
      guard let renewed, let (stated, values) = stated(renewed, of: check) else { return false }
      if stated.file != nil { return true }
      guard let events = try? stated.events(values: values) else { return false }
      return events.timeline(facing: actual, by: ValueMatching(test(of: check))) == actual
    }
  }
}
