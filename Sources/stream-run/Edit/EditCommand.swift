import Console
import Editing
import FileTesting
import Pipelines
import Platform
import Values

/// Edits a stream file. Either all edits are made, or none.
struct EditCommand: Command {
  private let file: String
  private let edits: [DocumentEdit]
  private let settings: EditSettings

  init(_ operands: [String], _ settings: EditSettings) throws(UsageError) {
    (file, self.settings) = (operands[0], settings)
    do throws(EditError) {
      edits = try DocumentEdit.edits(Array(operands.dropFirst()))
    } catch {
      throw UsageError(error.message, hint: error.hint, command: .edit)
    }
  }

  func run() -> ExitCode {
    if file == "-" { sayReading(of: "a stream file") }
    guard let source = read() else { return .unreadableFile }
    do throws(Diagnostics) {
      let edited = try edited(source)
      if settings.printsDifference {
        return print(
          UnifiedDiff.text(from: source.bytesWithMark, to: edited.bytesWithMark, of: source.name))
      }
      if file == "-" { return print(edited.bytesWithMark) }
      guard edited.bytes != source.bytes else { return .done }
      return source.replace(with: edited.bytesWithMark)
    } catch {
      complain(error, style: settings.color.style(for: .standardError))
      if file != "-" { complain("stream-run: '\(file)' is unchanged".onOneLine) }
      return .invalidFile
    }
  }

  private func read() -> SourceText? {
    if file == "-" { return SourceText.ofStreamFile(file) }
    do throws(FileError) {
      return try SourceText(contentsOfRegularFile: file)
    } catch {
      complain("stream-run: \(error)".onOneLine)
      return nil
    }
  }

  /// Returns the text with all edits. Throws if the place of an edit does not exist, or if the edit
  /// makes a mistake.
  private func edited(_ source: SourceText) throws(Diagnostics) -> SourceText {
    do throws(ReadError) {
      try JSONReader.reading(source) { reader throws(ReadError) in
        try reader.skipValue()
        try reader.finish()
      }
    } catch {
      throw Diagnostics(error, in: source)
    }
    let edited: SourceText
    do throws(EditError) {
      edited = try edits.applied(to: source).marked(like: source)
    } catch {
      var diagnostic = Diagnostic(.invalidValue, error.message, hint: error.hint)
      diagnostic.location = error.offset.map { SourceLocation(offset: $0, in: source) }
      throw Diagnostics([diagnostic])
    }
    let mistakes = newMistakes(in: edited, since: source)
    guard mistakes.isEmpty else { throw mistakes }
    return edited
  }

  /// Returns the mistakes of an edited file that it did not have before.
  private func newMistakes(in edited: SourceText, since source: SourceText) -> Diagnostics {
    guard let mistakes = StreamDocument(edited).mistakes else { return Diagnostics() }
    // Existing mistakes move with the text around them, so they are recognized by their words.
    var known: [String: Int] = [:]
    for item in StreamDocument(source).mistakes?.items ?? [] {
      known["\(item.code) \(item.message)", default: 0] += 1
    }
    return Diagnostics(
      mistakes.items.filter { item in
        let count = known["\(item.code) \(item.message)", default: 0]
        known["\(item.code) \(item.message)"] = count - 1
        return count <= 0
      })
  }

  private func print(_ bytes: [UInt8]) -> ExitCode {
    let output = OutputFile(.standardOutput)
    output.write(bytes)
    return output.close()
  }
}

extension SourceText {
  /// Returns the text with a byte order mark, if the other text has one.
  fileprivate func marked(like other: SourceText) -> SourceText {
    guard other.hasByteOrderMark else { return self }
    return SourceText(name: name, bytes: Self.byteOrderMark + Array(bytes))
  }
}
