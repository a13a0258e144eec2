import Checking
import Exporting
import Expressions
import Playing
import Reactive
import StreamModels
import Values

/// The expressions that return the keys by which the values of two streams are matched.
struct JoinKeys: Sendable {
  typealias Key = (Value) throws(StreamFailure) -> EquivalentValue

  let first: Evaluator
  let second: Evaluator

  /// Checks the expressions of both streams, if there are any; the second is the same as the first
  /// by default.
  static func check(
    _ on: String?, _ otherOn: String?, of other: Upstream, in step: CheckStep
  ) throws(Diagnostics) {
    guard let on else { return }
    let first = try step.check(on, in: .value(step.upstream.type), at: "on")
    let place: Text = otherOn == nil ? "on" : "otherOn"
    let second = try step.check(otherOn ?? on, in: .value(other.type), at: place)
    // The same text has other types in the other stream, so there are always two expressions.
    step.note(first, of: "on")
    step.note(second, of: "otherOn")
  }

  /// Takes the checked expressions of both streams. Returns nil if there are none, so that all
  /// values match.
  init?(_ on: String?, in step: PlanStep) {
    guard on != nil else { return nil }
    first = step.evaluator("on")
    second = step.evaluator("otherOn")
  }

  /// The type of pairs of the values of two streams, of which some may be null.
  static func type(
    of upstream: Upstream, _ other: Upstream, hasNull: Bool
  ) -> ValueType {
    .list(.joined([upstream.type, other.type] + (hasNull ? [.null] : [])))
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

/// An operator that matches the values of two streams by their keys.
protocol KeyedJoin: ExportedOperator {
  /// The expression of the key of a value; nil if all values match.
  var on: String? { get set }
  /// The expression of the key of a value of the other stream; nil if it is the same as `on`.
  var otherOn: String? { get set }
}

extension OperatorParameter where Definition: KeyedJoin {
  static var on: Self {
    .init(
      "on", \.on, "The key of '$0' for matching values; all values match by default.", role: .key)
  }

  static var otherOn: Self {
    .init(
      "otherOn", \.otherOn, "The key of a value '$0' of the other stream; 'on' by default.",
      role: .key)
  }
}
