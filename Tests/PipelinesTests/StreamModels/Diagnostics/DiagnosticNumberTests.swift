import Pipelines
import Testing

/// The numbers of the codes, which people and tools look up for years.
@Suite struct DiagnosticNumberTests {
  /// Every number that was ever assigned, with its code. Lines are only added: a code that is
  /// removed moves to `retired`, and its number stays taken.
  static let given = [
    "E0101": "syntax", "E0102": "limit", "E0103": "duplicate-key", "W0104": "large-integer",
    "E0201": "format", "E0202": "unknown-key", "E0203": "missing-key", "E0204": "wrong-type",
    "E0205": "invalid-value", "E0206": "source", "E0207": "marbles",
    "E0301": "unknown-operator", "E0302": "unknown-stream", "E0303": "cycle",
    "E0304": "unreadable-file", "W0305": "unused-definition", "W0306": "unused-parameter",
    "E0401": "expression-syntax", "E0402": "unknown-name", "E0403": "expression-type",
    "W0404": "constant-condition", "W0405": "integer-division",
    "W0501": "never-emits", "W0502": "unreachable", "W0503": "no-effect",
    "W0504": "unpaired-values", "W0505": "endless-keys", "W0506": "late-subscription",
    "W0508": "kept-values",
    "E0507": "impossible-expectation",
    "W0601": "untimed-input", "W0602": "undecided-order", "W0603": "unlike-data",
    "E0701": "not-splittable",
  ]

  /// The numbers of removed codes, with the words of these codes.
  static let retired: [String: String] = [:]

  @Test func `a number keeps its code`() {
    let numbers = DiagnosticCode.allCases.map { ($0.number, $0.rawValue) }
    #expect(Dictionary(numbers, uniquingKeysWith: { "\($0), \($1)" }) == Self.given)
    #expect(Set(Self.retired.keys).isDisjoint(with: Self.given.keys))
  }

  @Test func `digits are unique without their letter`() {
    let digits = (Array(Self.given.keys) + Self.retired.keys).map { $0.dropFirst() }
    #expect(Set(digits).count == digits.count && digits.allSatisfy { $0.count == 4 })
  }

  @Test(arguments: DiagnosticCode.allCases)
  func `the letter is that of the severity`(code: DiagnosticCode) {
    let isWarning = code.explanation.message.contains(": warning: ")
    #expect(code.number.first == (isWarning ? "W" : "E"))
  }

  @Test(arguments: DiagnosticCode.allCases)
  func `a number leads to its code`(code: DiagnosticCode) {
    #expect(DiagnosticCode(number: code.number) == code)
    #expect(DiagnosticCode(number: code.rawValue) == nil)
  }
}
