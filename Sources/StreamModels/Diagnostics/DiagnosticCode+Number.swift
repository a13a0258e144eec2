extension DiagnosticCode {
  /// The number of the code, such as `E0301`.
  ///
  /// The letter is `W` for a code that only warnings have. The first two digits are the phase that
  /// finds the mistake. A number never changes, and is never given to another code, not even after
  /// its own code is gone. A new code gets the next number of its phase, here and in the list of
  /// `DiagnosticNumberTests`.
  public var number: String {
    switch self {
    // 01: the text of the file.
    case .syntax: "E0101"
    case .limit: "E0102"
    case .duplicateKey: "E0103"
    case .largeInteger: "W0104"
    // 02: the shape of the model, its keys and their values.
    case .format: "E0201"
    case .unknownKey: "E0202"
    case .missingKey: "E0203"
    case .wrongType: "E0204"
    case .invalidValue: "E0205"
    case .source: "E0206"
    case .marbles: "E0207"
    // 03: names.
    case .unknownOperator: "E0301"
    case .unknownStream: "E0302"
    case .cycle: "E0303"
    case .unreadableFile: "E0304"
    case .unusedDefinition: "W0305"
    case .unusedParameter: "W0306"
    // 04: expressions and their types.
    case .expressionSyntax: "E0401"
    case .unknownName: "E0402"
    case .expressionType: "E0403"
    case .constantCondition: "W0404"
    case .integerDivision: "W0405"
    // 05: what can happen in a playback.
    case .neverEmits: "W0501"
    case .unreachable: "W0502"
    case .noEffect: "W0503"
    case .unpairedValues: "W0504"
    case .endlessKeys: "W0505"
    case .lateSubscription: "W0506"
    case .impossibleExpectation: "E0507"
    case .keptValues: "W0508"
    // 06: the data of inputs.
    case .untimedInput: "W0601"
    case .undecidedOrder: "W0602"
    case .unlikeData: "W0603"
    // 07: the split into parts.
    case .notSplittable: "E0701"
    }
  }

  /// Returns the code with a number; nil if no code has it.
  public init?(number: String) {
    guard let code = Self.allCases.first(where: { $0.number == number }) else { return nil }
    self = code
  }
}
