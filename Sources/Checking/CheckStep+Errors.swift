import StreamModels
import Values

extension CheckStep {
  /// Returns the treatment of values on which an operator's expression fails; nil if that makes the
  /// operator fail.
  func tolerance(of next: Operator) throws(Diagnostics) -> Tolerance? {
    guard let policy = try boundErrorPolicy(of: next) else { return nil }
    if case .output(let name) = policy.kind { try checkOutput(name, at: place(of: "onError")) }
    return whole.sideOutputs.add(policy, for: .failed, at: place)
  }

  /// Checks the name of a side output, which belongs to the document.
  func checkOutput(_ name: String, at path: DocumentPath) throws(Diagnostics) {
    guard whole.definitionNames(document).contains(name) else { return }
    throw Diagnostics([
      Diagnostic(
        .duplicateKey, "the output '\(name.abbreviated)' has the same name as a definition",
        hint: "choose another name", at: path)
    ])
  }
}
