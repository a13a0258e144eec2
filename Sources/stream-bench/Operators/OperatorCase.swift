import Pipelines

/// An operator to be measured, with parameters that let all items take their usual path.
struct OperatorCase {
  let name: String
  /// The parameters in the notation of a stream file. `#` represents the path to an object's
  /// number. `other` is a stream as long as the measured one.
  let parameters: String
  /// The reason why it costs more than its neighbours, if there is one.
  let reason: String?
  /// Whether it does not apply to objects.
  let isForNumbersOnly: Bool

  /// The number of streams that play, including the operator's own upstream.
  var streamCount: Int { parameters.contains(#""other""#) ? 2 : 1 }

  func parameters(for kind: ItemKind) -> String {
    parameters.split(separator: "#", omittingEmptySubsequences: false)
      .joined(separator: kind == .ints ? "" : ".n")
  }
}

/// The kind of a stream's items.
enum ItemKind: String, CaseIterable {
  case ints, objects
}

extension OperatorCase {
  /// Every operator, in each of its forms, with parameters derived from their specs.
  static let all: [OperatorCase] = Operator.specs.flatMap(cases)

  static func cases(of spec: OperatorSpec) -> [OperatorCase] {
    spec.measuredForms.flatMap { form in
      form.reduce([[]]) { lists, parameter in
        lists.flatMap { list in
          parameter.measuredValues.map { list + [(parameter.name, $0)] }
        }
      }
      .map { OperatorCase(spec, $0) }
    }
  }

  private init(_ spec: OperatorSpec, _ values: [(name: String, value: MeasuredValue)]) {
    name = spec.name
    let members = values.map { #""\#($0)":\#($1.json)"# }
    parameters = "{\(members.joined(separator: ","))}"
    reason = values.lazy.compactMap(\.value.cost).first ?? spec.cost
    isForNumbersOnly = spec.ordersValues
  }
}

extension OperatorSpec {
  /// The parameters of each measurement: those of each form or, if all parameters can be combined,
  /// the required ones, and then each optional expression in addition to them.
  fileprivate var measuredForms: [[ParameterSpec]] {
    guard forms.isEmpty else {
      let whole = forms.map { OperatorForm($0) }
      return whole.filter { !lacksMeasured($0, among: whole) }.flatMap { form in
        form.measured(of: parameters).map { names in
          parameters.filter { names.contains($0.name) }
        }
      }
    }
    // A parameter whose spec has measured values is needed, even if a file can omit it.
    let needed = parameters.filter { $0.isRequired || !$0.measured.isEmpty }
    let further = parameters.filter {
      $0.kind == .expression && !$0.isRequired && $0.measured.isEmpty
    }
    return [needed] + further.map { needed + [$0] }
  }
}

extension OperatorSpec {
  /// Whether a required expression is missing that another form requires in addition and that has
  /// measured values. Without it the operator ends too early to be measured.
  func lacksMeasured(_ form: OperatorForm, among forms: [OperatorForm]) -> Bool {
    parameters.contains { parameter in
      parameter.kind == .expression && !parameter.measured.isEmpty
        && !form.names.contains(parameter.name)
        && forms.contains {
          $0.required.contains(parameter.name) && form.names.isSubset(of: $0.names)
        }
    }
  }
}

extension OperatorForm {
  /// The combinations to measure: with each of the parameters that can be chosen, and with each
  /// optional parameter that has measured values.
  fileprivate func measured(of parameters: [ParameterSpec]) -> [Set<String>] {
    let chosen = parameters.filter { choices.joined().contains($0.name) }
    let bases = chosen.isEmpty ? [required] : chosen.map { required.union([$0.name]) }
    let further = parameters.filter { optional.contains($0.name) && !$0.measured.isEmpty }
    return bases + further.map { bases[0].union([$0.name]) }
  }
}

extension ParameterSpec {
  /// The measured values: those of the spec, or one that its kind allows and that lets all items
  /// take their usual path.
  fileprivate var measuredValues: [MeasuredValue] {
    if !measured.isEmpty { return measured }
    return switch kind {
    case .duration, .durations, .interval: ["2"]
    case .expression: [role.measured]
    case .value: ["0"]
    case .count, .number: ["1"]
    case .flag: ["true"]
    case .text: [#""text""#]
    case .word, .errorPolicy: words.prefix(1).map { MeasuredValue(stringLiteral: #""\#($0)""#) }
    case .streams: [#"["other"]"#]
    case .stream: [#"{"sequence":[1]}"#]
    case .operators: ["[]"]
    case .selection: [#""$0""#]
    case .objects: [#"[{}]"#]
    case .namedObjects: [#"{"a":{}}"#]
    case .repetition: ["2"]
    }
  }
}

extension ExpressionRole {
  fileprivate var measured: MeasuredValue {
    switch self {
    case .result: #""$0# * 2""#
    case .condition: #""$0# >= 0""#
    case .duration: #""2""#
    case .key: #""$0# % 100""#
    case .accumulation: #""$0 + $1#""#
    case .comparison: #""$0# == $1#""#
    }
  }
}
