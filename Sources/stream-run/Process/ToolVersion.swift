/// The version of the command.
enum ToolVersion {
  static let text = "0.1.0"
}
