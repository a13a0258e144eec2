/// The text of an alert, a dialog or a button, as a value that can be compared and tested.
///
/// It holds the text alone: how a text looks is decided by what shows it.
public struct TextState: Hashable, Sendable {
  private let content: String

  public init(_ content: some StringProtocol) {
    self.content = String(content)
  }

  public init(verbatim content: String) {
    self.content = content
  }

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
