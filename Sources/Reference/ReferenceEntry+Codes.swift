import Pipelines
import Values

extension ReferenceEntry {
  init(_ explanation: Explanation) {
    let code = explanation.code
    self.init(
      name: code.rawValue,
      label: "\(code.number) \(code.rawValue)",
      calls: [code.number],
      usage: [],
      summary: explanation.summary,
      page: explanation.page,
      examples: [],
      json: .members([
        "name": .string(Text(code.rawValue)),
        "number": .string(Text(code.number)),
        "summary": .string(Text(explanation.summary)),
        "paragraphs": .strings(explanation.paragraphs),
        "example": .array(explanation.example.map(Self.json)),
        "message": .string(Text(explanation.message)),
        "repaired": .array(explanation.repaired.map(Self.json)),
      ]))
  }

  private static func json(_ file: Explanation.File) -> Value {
    .members(["name": .string(Text(file.name)), "text": .string(Text(file.text))])
  }
}
