/// The text of an alert, a dialog or a button, as a value that can be compared and tested.
///
/// It holds the text alone: how a text looks is decided by what shows it.
public struct TextState: Hashable, Sendable {
  private let content: String

  /// Creates a text.
  public init(_ content: some StringProtocol) {
    self.content = String(content)
  }

  /// Creates a text that is not looked up in a table of translations.
  public init(verbatim content: String) {
    self.content = content
  }

  /// One text after the other.
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
  /// The text as it is.
  public init(state: TextState) {
    self = state.description
  }
}
