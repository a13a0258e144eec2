/// The text of an alert, a dialog or a button, as a value that can be compared and tested.
///
/// It contains only the text. The view decides how the text looks.
public struct TextState: Hashable, Sendable {
  private let content: String

  /// Creates a text from a string.
  public init(_ content: some StringProtocol) {
    self.content = String(content)
  }

  /// Creates a text that is not looked up in a table of translations.
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
  /// Creates a string with the content of a text state.
  public init(state: TextState) {
    self = state.description
  }
}
