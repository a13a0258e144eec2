import Console
import Editing
import Pipelines
import Values

extension SourceText {
  /// Replaces the file that the text was read from. If another program has written the file in the
  /// meantime, it is left alone. Reports the reason if the file cannot be written.
  func replace(with bytes: [UInt8]) -> ExitCode {
    replace { _ = $0(bytes) }
  }

  /// Replaces it with bytes that are written piece by piece.
  func replace(writing write: (_ receive: ([UInt8]) -> Bool) -> Void) -> ExitCode {
    do throws(FileError) {
      let present = try SourceText(contentsOfRegularFile: name)
      guard present.hasByteOrderMark == hasByteOrderMark, present.bytes == bytes else {
        complain("stream-run: '\(name)' was changed in the meantime, and is not written".onOneLine)
        return .outputError
      }
      try AtomicFile.replace(name, writing: write)
      return .done
    } catch {
      complain("stream-run: cannot write '\(name)': \(error.reason)".onOneLine)
      return .outputError
    }
  }
}

extension Diagnostics {
  /// The mistake that ends the reading of a source.
  init(_ error: ReadError, in source: SourceText) {
    var diagnostic = Diagnostic(
      error.isLimit ? .limit : .syntax, error.message, hint: error.hint)
    diagnostic.location = SourceLocation(offset: error.offset, in: source)
    self.init([diagnostic])
  }
}
