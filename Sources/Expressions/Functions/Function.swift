import Values

/// A function of the language, with everything that the checker, the compiler and the reference
/// need.
struct Function: Sendable {
  let name: String
  /// A sentence that describes the function.
  let summary: String
  let examples: [Example]
  let overloads: [Overload]

  /// An expression that calls the function, and an expression of its result.
  struct Example: Sendable {
    let text: String
    let result: String

    init(_ text: String, returns result: String) {
      self.text = text
      self.result = result
    }
  }

  init(_ name: String, _ summary: String, _ examples: Example..., overloads: [Overload]) {
    self.init(name, summary, examples, overloads)
  }

  init(_ name: String, _ summary: String, _ examples: [Example], _ overloads: [Overload]) {
    self.name = name
    self.summary = summary
    self.examples = examples
    self.overloads = overloads
  }
}
