/// The inputs of several playbacks, each of which is read and decoded once.
package final class SharedInputs {
  private var inputs: [String: SharedInput] = [:]

  package init() {}

  /// Returns bindings that read the same records as other playbacks with an input of that name.
  ///
  /// - Parameter readOnce: The names of inputs that can be opened once only.
  package func share(
    _ bindings: InputBindings, readOnce: Set<String> = []
  ) -> InputBindings {
    var bindings = bindings
    for (name, binding) in bindings.bindings {
      let input =
        inputs[name] ?? SharedInput(binding, isReadOnce: readOnce.contains(name))
      inputs[name] = input
      bindings.bindings[name] = input.shared
    }
    return bindings
  }

  /// Notes that all playbacks have opened their inputs.
  package func begin() {
    for input in inputs.values { input.begin() }
  }
}
