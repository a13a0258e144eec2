package import Values

/// The names of a document's definitions, with their places in the list. They are collected once
/// for a document, which may have thousands of tests.
package struct DefinitionNames: Sendable {
  /// The names, in the order of the definitions.
  let names: [String]
  /// The index of each name in the list of definitions; the first index if two names are equal.
  package let indices: [String: Int]

  package init(of definitions: [StreamDefinition]) {
    names = definitions.map(\.name)
    indices = Dictionary(
      names.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// Returns the model of the definition with a name. The definitions must be those of the names.
  package func model(
    named name: String, in definitions: [StreamDefinition]
  ) -> StreamModel<Value>? {
    indices[name].map { definitions[$0].model }
  }
}

/// The names of the definitions that a test can replace by their names alone.
package struct ReplaceableNames {
  /// The definitions of the stream to which the test belongs.
  private let own: [String]
  /// The definitions of the document around it; nil for a test of the document itself.
  private let document: DefinitionNames?

  package init(of definitions: [StreamDefinition], inside document: DefinitionNames? = nil) {
    own = definitions.map(\.name)
    self.document = document
  }

  package func contains(_ name: String) -> Bool {
    document?.indices[name] != nil || own.contains(name)
  }

  package var all: [String] { own + (document?.names ?? []) }
}
