import Pipelines
import TestSupport
import Values

extension Folder {
  /// Returns the timeline of a file, or its diagnostics without the folder's own path.
  func outcome(of name: String, stream: String? = nil) -> String {
    do {
      let source = try SourceText(contentsOfFile: self / name)
      return try Program(source, stream: stream).play().brief
    } catch {
      return withoutPath("\(error)")
    }
  }
}
