import Expressions
import StreamModels

extension ForeignNames {
  /// Operators of Rx, SQL, jq, PromQL, Vector and Swift's own libraries. Plain synonyms are listed
  /// in the specs of the operators; the names here need an explanation.
  static let streamOperators = ForeignNames(
    Operator.specs.map {
      .called($0.name, ($0.otherNames + $0.suggestedFor).joined(separator: " "))
    }
      + [numbers, lists, records, joining, times, failures, effects].flatMap { $0 })

  private static let numbers = [
    Row("sum total add", #"write "reduce": {"initialValue": 0, "expression": "$0 + $1"}"#),
    Row(
      "avg mean average",
      "use 'collect', then 'map' with '$0.avg()'"),
    Row(
      "median percentile quantile p95 p99",
      "use 'collect', then 'map' with '$0.percentile(50)'"),
    Row("stddev stdev", "use 'collect', then 'map' with '$0.stddev()'"),
    Row("variance histogram", "use 'collect', then compute it from the list in 'map'"),
    Row(
      "countBy countIf",
      "put 'filter' before 'count', or both into 'groupBy' for one count per key"),
    Row("minBy maxBy argMin argMax", "use 'collect', then 'map' with '$0.minBy(x, …)'"),
    Row(
      "rate irate increase delta deriv diff difference",
      "use 'pairwise', which emits each value with the previous one, then 'map' with '$0[1] - "
        + "$0[0]'"),
    Row(
      "movingAverage rollingMean sma slidingWindow hop hopping rolling",
      #"write "collect": {"seconds": 60, "every": 10}, then 'map'"#),
    Row("sessionWindow session sessionize", #"write "collect": {"gap": 30}"#),
  ]

  private static let lists = [
    Row(
      "sort sorted orderBy order sortBy",
      "a stream is ordered by time; use 'collect', then 'map' with '$0.sort()' or "
        + "'$0.sortBy(x, …)'"),
    Row(
      "top topk topN bottomk",
      "use 'collect', then 'map' with '$0.sort().reverse().slice(0, 3)'"),
    Row("reverse reversed", "use 'collect', then 'map' with '$0.reverse()'"),
    Row(
      "takeLast tail suffix lastN skipLast dropLast",
      "write 'last' for one value, or use 'collect' and cut the list in 'map'"),
    Row("elementAt nth at output get", "write 'dropFirst' followed by 'first'"),
    Row("isEmpty", "write 'count', then 'map' with '$0 == 0'"),
    Row(
      "flatten explode unnest split unwind concatAll mergeAll expand",
      #"write "flatMap": {"stream": {"sequence": "$outer"}}"#),
    Row(
      "windowCount windowTime bufferToggle windowToggle windowWhen bufferUntil windowUntil",
      "write 'collect' with 'count', 'seconds', 'gap', 'endsWhen' or 'startsWhen'"),
  ]

  private static let records = [
    Row(
      "select", "write 'map' to change each value, or 'filter' to drop values"),
    Row("reject filterNot exclude", #"write "filter": {"expression": "!(…)"}"#),
    Row("pluck extract project columns fields", #"write "map": {"expression": "$0.name"}"#),
    Row("mapTo constant", #"write "map": {"expression": "1"}"#),
    Row(
      "del delete remove dropFields removeField removeFields unset omit without redact",
      #"write "map": {"expression": "$0.without(['a'])"}"#),
    Row(
      "set put addField addFields assign update remap extend",
      #"write "map": {"expression": "$0.with({'a': 1})"}"#),
    Row(
      "rename renameField",
      #"write "map": {"expression": "$0.without(['a']).with({'b': $0.a})"}"#),
    Row(
      "parse parseJSON decode json encode",
      "records are read as JSON or CSV already; "
        + #"for a string in one, write "map": {"expression": "$0.text.parseJSON()"}"#),
    Row("timestamp withTimestamp", #"write "map": {"expression": "{'time': $time, 'value': $0}"}"#),
    Row("if case when choose iif", "write 'condition ? x : y' in a 'map'"),
  ]

  private static let joining = [
    Row(
      "crossJoin",
      "'join' without 'on' pairs all values that are close in time, and 'combineLatest' pairs "
        + "the latest"),
    Row("forkJoin combineAll", "write 'zip' of streams that each end in 'last'"),
    Row(
      "share publish multicast shareReplay refCount connect replay publishReplay autoconnect cache",
      "streams are not shared: a name used twice is two subscriptions, but an input is read only "
        + "once"
    ),
    Row("pipe compose lift let flow", "list the operators one after another in 'operators'"),
  ]

  private static let times = [
    Row(
      "interval timer every_second ticker",
      #"it is a source: {"sequence": [1], "operators": [{"delay": {"seconds": 1}}, {"repeat": {}}]}"#
    ),
    Row("timeoutWith", "write 'timeout' followed by 'catch'"),
    Row(
      "delaySubscription", "write 'flatMap' of a stream with 'delay'"),
    Row(
      "subscribeOn observeOn receiveOn receive publishOn runOn",
      "a stream plays on one clock; remove it"),
  ]

  private static let failures = [
    Row("mapError mapErrors", #"write "catch" of a stream with 'fail'"#),
    Row(
      "finalize finally doFinally doOnComplete onComplete handleCompletion",
      "write 'append' with the values to emit at the end"),
    Row("assert assertNoFailure expect", "write it under 'expect' or 'tests', beside 'operators'"),
    Row("dematerialize", "there is no such operator; 'materialize' must be the last one"),
  ]

  private static let effects = [
    Row(
      "tee write toFile file store save",
      "'--output PATH' and '--tee NAME=PATH' write files"),
    Row(
      "http fetch request post send call ajax",
      "a stream cannot query a server; bind an input to records"),
    Row(
      "of just from_list fromArray range never empty",
      "it is a source, which belongs beside "
        + "'operators'"),
  ]
}
