/// One operator as it is measured: with parameters that let all items go their usual way.
struct OperatorCase {
  let name: String
  /// As a stream file writes them. `#` is where an object's number is read; `other` is a stream as
  /// long as the one that is measured.
  let parameters: String
  /// Why it costs more than its neighbours, if it has to.
  var reason: String?
  /// Whether it can do nothing with objects.
  var isForNumbersOnly = false

  /// How many streams play, the operator's own upstream among them.
  var streamCount: Int { parameters.contains(#""other""#) ? 2 : 1 }

  func parameters(for kind: ItemKind) -> String {
    parameters.split(separator: "#", omittingEmptySubsequences: false)
      .joined(separator: kind == .ints ? "" : ".n")
  }
}

/// What the items of a stream are.
enum ItemKind: String, CaseIterable {
  case ints, objects
}

private let aRunAValue = "a run of an inner stream for each value"
private let anArray = "an array for each value"

/// Every operator, and each of its forms.
let operatorCases: [OperatorCase] = [
  OperatorCase(name: "allSatisfy", parameters: #"{"expression":"$0# >= 0"}"#),
  OperatorCase(name: "append", parameters: #"{"streams":[{"sequence":[1]}]}"#),
  OperatorCase(name: "audit", parameters: #"{"seconds":2}"#),
  OperatorCase(name: "catch", parameters: #"{"stream":{"sequence":[1]}}"#),
  OperatorCase(name: "collect", parameters: "{}"),
  OperatorCase(name: "collect", parameters: #"{"count":3}"#),
  OperatorCase(name: "collect", parameters: #"{"seconds":10}"#),
  OperatorCase(
    name: "collect", parameters: #"{"seconds":10,"every":5}"#, reason: "each value goes into two"),
  OperatorCase(name: "collect", parameters: #"{"gap":2}"#),
  OperatorCase(
    name: "combineLatest", parameters: #"{"streams":["other"]}"#,
    reason: "two arrays for each value"
  ),
  OperatorCase(name: "compactMap", parameters: #"{"expression":"$0# * 2"}"#),
  OperatorCase(
    name: "concatMap", parameters: #"{"stream":{"sequence":[1]}}"#, reason: aRunAValue),
  OperatorCase(name: "contains", parameters: #"{"value":-1}"#),
  OperatorCase(name: "contains", parameters: #"{"expression":"$0# < 0"}"#),
  OperatorCase(name: "count", parameters: "{}"),
  OperatorCase(name: "debounce", parameters: #"{"seconds":2}"#),
  OperatorCase(name: "delay", parameters: #"{"seconds":1}"#),
  OperatorCase(name: "distinct", parameters: "{}", reason: "all values are kept in a set"),
  OperatorCase(name: "distinct", parameters: #"{"expression":"$0# % 100"}"#),
  OperatorCase(name: "dropFirst", parameters: #"{"count":10}"#),
  OperatorCase(name: "dropUntilOutput", parameters: #"{"stream":{"sequence":[1]}}"#),
  OperatorCase(name: "dropWhile", parameters: #"{"expression":"$0# < 0"}"#),
  OperatorCase(
    name: "exhaustMap", parameters: #"{"stream":{"sequence":[1]}}"#, reason: aRunAValue),
  OperatorCase(name: "fail", parameters: #"{"error":"negative","expression":"$0# < 0"}"#),
  OperatorCase(name: "filter", parameters: #"{"expression":"$0# % 2 == 0"}"#),
  OperatorCase(name: "first", parameters: #"{"expression":"$0# < 0"}"#),
  OperatorCase(
    name: "flatMap", parameters: #"{"stream":{"sequence":[1]}}"#, reason: aRunAValue),
  OperatorCase(
    name: "flatMap", parameters: #"{"stream":{"marbles":"1|","frame":0.5}}"#,
    reason: "a run of an inner stream for each value, with a clock"),
  OperatorCase(name: "groupBy", parameters: #"{"key":"$0# % 100","operators":[]}"#),
  OperatorCase(name: "groupBy", parameters: #"{"key":"$0# % 100","stream":{"from":"$group"}}"#),
  OperatorCase(name: "ignoreOutput", parameters: "{}"),
  OperatorCase(name: "last", parameters: "{}"),
  OperatorCase(name: "last", parameters: #"{"expression":"$0# >= 0"}"#),
  OperatorCase(name: "map", parameters: #"{"expression":"$0# * 2"}"#),
  OperatorCase(name: "materialize", parameters: "{}", reason: "an object for each value"),
  OperatorCase(name: "max", parameters: "{}", isForNumbersOnly: true),
  OperatorCase(name: "measureInterval", parameters: "{}"),
  OperatorCase(name: "merge", parameters: #"{"streams":["other"]}"#),
  OperatorCase(name: "min", parameters: "{}", isForNumbersOnly: true),
  OperatorCase(name: "pairwise", parameters: "{}", reason: anArray),
  OperatorCase(name: "prefix", parameters: #"{"count":1000000000}"#),
  OperatorCase(name: "prefixUntilOutput", parameters: #"{"stream":{"marbles":""}}"#),
  OperatorCase(name: "prefixWhile", parameters: #"{"expression":"$0# >= 0"}"#),
  OperatorCase(name: "prepend", parameters: #"{"streams":[{"sequence":[1]}]}"#),
  OperatorCase(name: "print", parameters: "{}", reason: "a line is written for each value"),
  OperatorCase(name: "race", parameters: #"{"streams":[{"marbles":""}]}"#),
  OperatorCase(name: "reduce", parameters: #"{"initialValue":0,"expression":"$0 + $1#"}"#),
  OperatorCase(name: "removeDuplicates", parameters: "{}"),
  OperatorCase(name: "removeDuplicates", parameters: #"{"expression":"$0# == $1#"}"#),
  OperatorCase(name: "repeat", parameters: #"{"count":1}"#),
  OperatorCase(name: "replaceEmpty", parameters: #"{"with":0}"#),
  OperatorCase(name: "replaceError", parameters: #"{"with":0}"#),
  OperatorCase(name: "replaceNil", parameters: #"{"with":0}"#),
  OperatorCase(name: "retry", parameters: #"{"count":1}"#),
  OperatorCase(name: "sample", parameters: #"{"seconds":2}"#),
  OperatorCase(name: "sample", parameters: #"{"stream":"other"}"#),
  OperatorCase(name: "scan", parameters: #"{"initialValue":0,"expression":"$0 + $1#"}"#),
  OperatorCase(
    name: "switchMap", parameters: #"{"stream":{"sequence":[1]}}"#, reason: aRunAValue),
  OperatorCase(
    name: "switchMap", parameters: #"{"stream":{"marbles":"-1|"}}"#,
    reason: "a run of an inner stream for each value, with a clock"),
  OperatorCase(name: "throttle", parameters: #"{"seconds":2}"#),
  OperatorCase(name: "timeout", parameters: #"{"seconds":100}"#),
  OperatorCase(name: "withLatestFrom", parameters: #"{"stream":"other"}"#, reason: anArray),
  OperatorCase(name: "zip", parameters: #"{"streams":["other"]}"#, reason: anArray),
]
