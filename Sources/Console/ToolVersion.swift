/// The version of the command.
package enum ToolVersion {
  package static let text = "0.1.0"
}
