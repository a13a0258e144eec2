import Console
import Tuning

extension TextStyle {
  /// Returns a line in the color of a kind of change.
  func painted(_ line: String, _ kind: EventChange.Kind?) -> String {
    switch kind {
    case .came: green(line)
    case .went: red(line)
    case .moved, .changed: yellow(line)
    case nil: bold(line)
    }
  }
}
