package import Values

/// The values that a user of a document sets for its parameters.
package struct ParameterSettings: Sendable {
  /// A value of a parameter.
  package struct Setting: Sendable {
    /// The form of a value.
    enum Content: Sendable {
      case value(Value)
      /// The text of an option. The type of the parameter determines how it is read.
      case text(String)
    }

    package let name: String
    let content: Content
    /// The path of the value in the document; nil for a value from elsewhere.
    package let path: DocumentPath?
  }

  private(set) var settings: [Setting] = []
  /// The definition whose parameters the settings apply to first; the rest apply to the document.
  /// Nil for the document itself.
  package var stream: String?
  /// Whether the document is only checked: parameters need no values, and it may be an operator.
  package var onlyChecks = false
  /// Whether the check also looks for things that are allowed but unlikely to be intended.
  package var isThorough = false
  /// The names of the definitions of a document that has been checked, so that only the parts that
  /// are played are linked; nil for a document that still has to be checked.
  package private(set) var checked: DefinitionNames?

  package init() {}

  /// The settings for a document that is only checked.
  package static var checking: ParameterSettings {
    var settings = ParameterSettings()
    settings.onlyChecks = true
    return settings
  }

  /// Creates settings from the values of a test; nil for a check without a test.
  ///
  /// - Parameter names: The definitions of the document, which has been checked.
  package init(_ played: PlayedTest?, of stream: String?, in names: DefinitionNames) {
    self.stream = stream
    checked = names
    guard let played else { return }
    settings = played.test.with.filter { !$0.key.isAnnotation }.map {
      Setting(
        name: $0.key.string, content: .value($0.value), path: played.path(ofArgument: $0.key))
    }
  }

  /// Creates settings from values that are not part of a document.
  package init(_ values: KeyValuePairs<String, Value>) {
    settings = values.map { Setting(name: $0.key, content: .value($0.value), path: nil) }
  }

  /// Creates settings from the texts of options.
  package init(texts: [(name: String, text: String)], of stream: String?) {
    self.stream = stream
    settings = texts.map { Setting(name: $0.name, content: .text($0.text), path: nil) }
  }

  /// Returns the settings for the parameters that a model declares or, if inverted, all others.
  package func settings(ofThoseIn names: Set<String>, inverted: Bool) -> [Setting] {
    settings.filter { names.contains($0.name) != inverted }
  }
}

extension ParameterSettings.Setting {
  /// Whether it is an option of the command.
  package var isOption: Bool { if case .text = content { true } else { false } }

  /// Returns the value for a parameter of a type.
  package func value(for kind: ParameterDeclaration.Kind) -> Value {
    switch content {
    case .value(let value): return value
    case .text(let text):
      let isModel = kind == .stream && text.hasPrefix("{")
      let isText = kind == .string || kind == .expression || kind == .stream && !isModel
      if !isText, let value = Self.json(text) { return value }
      return .string(Text(text))
    }
  }

  /// Returns the value of a JSON text; nil if it is not JSON, so that it is a literal string.
  private static func json(_ text: String) -> Value? {
    do throws(ReadError) {
      return try JSONReader.value(of: SourceText(name: "", text)).value
    } catch {
      return nil
    }
  }
}
