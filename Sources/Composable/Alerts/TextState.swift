/// The text of an alert, a dialog or a button, as a value that can be compared and tested.
///
/// It contains only the text. The view decides how the text looks.
public struct TextState: Hashable, Sendable {
  private let content: String

  /// Creates a value with the contents of a string.
  public init(_ content: some StringProtocol) {
    self.content = String(content)
  }

  /// Creates a value that is not looked up in a table of translations.
  public init(verbatim content: String) {
    self.content = content
  }

  /// Concatenates two texts.
  public static func + (left: TextState, right: TextState) -> TextState {
    TextState(verbatim: left.content + right.content)
  }
}

extension TextState: CustomStringConvertible {
  public var description: String { content }
}

extension TextState: CustomDumpRepresentable {
  public var customDumpValue: Any { content }
}

extension String {
  /// Creates a string with the contents of a `TextState`.
  public init(state: TextState) {
    self = state.description
  }
}
