import Pipelines
import TestSupport
import Values

extension Folder {
  /// What playing a file gives, or all that is said about it; the folder's own path is left out.
  func outcome(of name: String, stream: String? = nil) -> String {
    do {
      let source = try SourceText(contentsOfFile: self / name)
      return try Program(source, stream: stream).play().brief
    } catch {
      return withoutPath("\(error)")
    }
  }
}
