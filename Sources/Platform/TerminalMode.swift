#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The mode of a terminal in which each key arrives when it is pressed, and is not shown.
package struct TerminalMode {
  private let descriptor: FileDescriptor
  private let former: termios

  /// Turns the mode on; nil if the descriptor is not a terminal.
  package init?(_ descriptor: FileDescriptor) {
    var mode = termios()
    guard unsafe tcgetattr(descriptor.rawValue, &mode) == 0 else { return nil }
    self.descriptor = descriptor
    former = mode
    mode.c_lflag &= ~tcflag_t(ECHO | ICANON | ISIG | IEXTEN)
    mode.c_iflag &= ~tcflag_t(IXON | ICRNL)
    guard unsafe tcsetattr(descriptor.rawValue, TCSAFLUSH, &mode) == 0 else { return nil }
  }

  /// Turns the mode off.
  package func restore() {
    var mode = former
    unsafe _ = tcsetattr(descriptor.rawValue, TCSAFLUSH, &mode)
  }
}
