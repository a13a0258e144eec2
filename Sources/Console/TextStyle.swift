package import Platform

/// The colors of a terminal, or none.
package struct TextStyle: Sendable {
  package let isColored: Bool

  package init(isColored: Bool) { self.isColored = isColored }

  package func bold(_ text: String) -> String { styled(text, "1") }
  package func dim(_ text: String) -> String { styled(text, "2") }
  package func red(_ text: String) -> String { styled(text, "1;31") }
  package func yellow(_ text: String) -> String { styled(text, "1;33") }
  package func green(_ text: String) -> String { styled(text, "1;32") }

  private func styled(_ text: String, _ code: String) -> String {
    isColored ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
  }
}

extension ColorChoice {
  /// Returns the style for an output.
  package func style(for descriptor: FileDescriptor) -> TextStyle {
    switch self {
    case .always: TextStyle(isColored: true)
    case .never: TextStyle(isColored: false)
    case .auto: TextStyle(isColored: descriptor.isTerminal && Self.isWelcome)
    }
  }

  /// Whether the environment permits colors; see no-color.org.
  private static var isWelcome: Bool {
    guard CurrentProcess.environmentVariable("NO_COLOR") ?? "" == "" else { return false }
    return !["", "dumb"].contains(CurrentProcess.environmentVariable("TERM") ?? "")
  }
}

/// When to use colors.
package enum ColorChoice: String, CaseIterable {
  case auto, always, never
}
