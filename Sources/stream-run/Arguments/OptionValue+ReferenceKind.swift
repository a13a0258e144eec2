import Reference

extension OptionValue where Value == ReferenceKind {
  /// Reads the noun of a kind, such as `operator`.
  static let referenceKind = OptionValue(
    placeholder: "KIND", choices: ReferenceKind.allCases.map(\.noun),
    expectation: "expected \(UsageError.list(ReferenceKind.allCases.map(\.noun)))"
  ) { (text, _) throws(UsageError) in
    let nouns = ReferenceKind.allCases.map(\.noun)
    if let kind = ReferenceKind.allCases.first(where: { $0.noun == text }) { return kind }
    throw UsageError(
      "unknown kind '\(text)'",
      hint: UsageError.meant(text, among: nouns) ?? "expected \(UsageError.list(nouns))")
  }
}
