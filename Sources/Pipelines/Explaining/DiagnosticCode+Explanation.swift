public import StreamModels

extension DiagnosticCode {
  /// The explanation of mistakes of this kind.
  public var explanation: Explanation {
    switch self {
    case .syntax: .syntax
    case .limit: .limit
    case .format: .format
    case .unknownKey: .unknownKey
    case .duplicateKey: .duplicateKey
    case .missingKey: .missingKey
    case .wrongType: .wrongType
    case .invalidValue: .invalidValue
    case .unknownOperator: .unknownOperator
    case .unknownStream: .unknownStream
    case .cycle: .cycle
    case .unreadableFile: .unreadableFile
    case .marbles: .marbles
    case .source: .source
    case .expressionSyntax: .expressionSyntax
    case .unknownName: .unknownName
    case .expressionType: .expressionType
    case .largeInteger: .largeInteger
    case .constantCondition: .constantCondition
    case .unpairedValues: .unpairedValues
    case .unreachable: .unreachable
    case .neverEmits: .neverEmits
    case .noEffect: .noEffect
    case .endlessKeys: .endlessKeys
    case .keptValues: .keptValues
    case .unusedDefinition: .unusedDefinition
    case .unusedParameter: .unusedParameter
    case .impossibleExpectation: .impossibleExpectation
    case .untimedInput: .untimedInput
    case .integerDivision: .integerDivision
    case .lateSubscription: .lateSubscription
    case .undecidedOrder: .undecidedOrder
    case .unlikeData: .unlikeData
    case .notSplittable: .notSplittable
    }
  }
}

extension [Explanation.File] {
  /// Returns a list with a single file.
  static func file(_ text: String) -> [Explanation.File] {
    [Explanation.File(name: "pipe.json", text: text)]
  }
}
