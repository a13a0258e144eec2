import Values

/// A proposal for completion.
struct CompletionItem {
  /// The kinds of the protocol that are used here.
  enum Kind: Int {
    case method = 2
    case function = 3
    case field = 5
    case variable = 6
    case module = 9
    case property = 10
    case value = 12
    case keyword = 14
    case file = 17
    case enumMember = 20
    case constant = 21
    case event = 23
    case operation = 24
  }

  let label: String
  let kind: Kind
  /// A type or a short description.
  var detail: String?
  /// A description in Markdown.
  var documentation: String?
  /// The text to insert. In a snippet, `$1` and so on are places for the cursor.
  var text: String
  var isSnippet = false
  /// The text to insert elsewhere, such as a missing comma.
  var addition: (range: Range<Int>, text: String)?

  init(_ label: String, _ kind: Kind, inserting text: String? = nil) {
    self.label = label
    self.kind = kind
    self.text = text ?? label
  }

  func value(
    replacing range: Range<Int>, in lines: LineTable, number: Int, filter: String? = nil
  ) -> Value {
    .members([
      "label": Value(label), "kind": Value(kind.rawValue),
      "detail": detail.map { Value($0) },
      "documentation": documentation.map { ["kind": "markdown", "value": Value($0)] },
      "sortText": Value(String(String(100_000 + number).dropFirst())),
      "filterText": filter.map { Value($0) },
      "insertTextFormat": Value(isSnippet ? 2 : 1),
      "textEdit": ["range": lines.value(of: range), "newText": Value(text)],
      "additionalTextEdits": addition.map {
        [["range": lines.value(of: $0.range), "newText": Value($0.text)]]
      },
    ])
  }
}
