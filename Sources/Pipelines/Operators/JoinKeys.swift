import Expressions
import Reactive
import Values

/// The expressions that return the keys by which the values of two streams are matched.
struct JoinKeys: Sendable {
  typealias Key = (Value) throws(StreamFailure) -> EquivalentValue

  private let first: Evaluator
  private let second: Evaluator

  /// Checks the expressions of both streams; the second is the same as the first by default.
  /// Returns nil if there is no expression, so that all values match.
  init?(
    _ on: String?, _ otherOn: String?, of upstream: Upstream, _ other: Upstream,
    in context: CompileContext
  ) throws(Diagnostics) {
    guard let on else { return nil }
    first = try context.check(on, in: .value(upstream.type), at: "on").evaluator()
    let place: Text = otherOn == nil ? "on" : "otherOn"
    second = try context.check(otherOn ?? on, in: .value(other.type), at: place).evaluator()
  }

  /// Returns both streams. If the operator tolerates failures of its expressions, the values on
  /// which they fail are left out.
  static func guarded(
    _ upstream: Upstream, _ other: Upstream, by keys: JoinKeys?, in context: CompileContext
  ) -> [Upstream] {
    guard let keys else { return [upstream, other] }
    return [
      context.guarded(upstream, by: keys.first), context.guarded(other, by: keys.second),
    ]
  }

  /// Returns a function for one run that returns the key of a value of the first stream.
  static func first(of keys: JoinKeys?, at place: StagePlace) -> Key {
    key(by: keys?.first, at: place)
  }

  /// Returns a function for one run that returns the key of a value of the second stream.
  static func second(of keys: JoinKeys?, at place: StagePlace) -> Key {
    key(by: keys?.second, at: place)
  }

  private static func key(by evaluator: Evaluator?, at place: StagePlace) -> Key {
    guard let evaluator else { return { _ in EquivalentValue(.null) } }
    let makeKey = evaluator.transform(at: place)
    return { value throws(StreamFailure) in EquivalentValue(try makeKey(value, .null)) }
  }
}

extension ParameterSpec {
  static let on = ParameterSpec(
    "on", .expression, "The key of '$0' for matching values; all values match by default.",
    isRequired: false, role: .key)

  static let otherOn = ParameterSpec(
    "otherOn", .expression, "The key of a value '$0' of the other stream; 'on' by default.",
    isRequired: false, role: .key)

  static let joinKind = ParameterSpec(
    "kind", .word,
    "Values without a partner are dropped ('inner', the default) or get null ('left').",
    isRequired: false, words: Publishers.JoinKind.allCases.map(\.rawValue))
}
