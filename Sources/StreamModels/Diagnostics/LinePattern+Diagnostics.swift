import Expressions
public import Records
import RegularExpressions

extension LinePattern {
  /// Compiles a pattern. The diagnostic has the range of a mistake within it.
  public init(_ text: String) throws(Diagnostic) {
    do throws(PatternError) {
      self = try LinePattern(compiling: text)
    } catch {
      throw Diagnostic(
        .invalidValue, "bad pattern: \(error.message)", rangeInString: error.range)
    }
  }
}
