import Testing
import Values

@testable import Expressions

struct VariableTests {
  static let everything: Scope = {
    var scope = Scope(first: .int, second: .string, names: [.init("x"), .init("y", .int)])
    (scope.outer, scope.error, scope.key) = (.dyn, .string, .dyn)
    return scope
  }()

  @Test(arguments: [
    ("$0", "1"), ("$1", "'b'"), ("$outer", "[3]"), ("$error", "'failed'"), ("$key", "'k'"),
    ("$time", "2.5"), ("x", "null"), ("y + $0", "8"), ("[1].map(x, x + y)", "[8]"),
    ("[1].map(x, [x].map(z, z + y))", "[[8]]"),
  ])
  func `a variable is read from its place`(text: String, result: String) throws {
    var frame = Frame(nanoseconds: 2_500_000_000)
    (frame.outer, frame.error, frame.key) = ([3], "failed", "k")
    frame.locals = [.null, 7]
    let evaluator = try CheckedExpression(text, in: Self.everything).evaluator()
    #expect(try evaluator.value(1, "b", in: &frame).text == result)
    // A frame that macros have used is as good as a new one.
    #expect(try evaluator.value(1, "b", in: &frame).text == result)
  }

  @Test(arguments: [
    ("%d != 3", "true"), ("%d + %d", "9"), ("%i * %f", "14"), ("%@ == %K", "false"),
    ("$0 % 2", "0"), ("%d % %d", "2"), ("%d%%d", "2"), ("%d+$0", "4"), ("(%d)", "2"),
  ])
  func `a placeholder represents the next argument`(text: String, result: String) throws {
    #expect(try outcome(text, 2, 7) == result)
  }

  @Test(arguments: [
    (
      "%d + %d", Scope.value(),
      "5..<7 excessArgument: found form 2, but there is 1 value here (each of '%d', '%i', '%f', '%@' and '%K' stands for the next value)"
    ),
    (
      "%d + %d + %i", Scope.pair(),
      "10..<12 excessArgument: found form 3, but there are 2 values here (each of '%d', '%i', '%f', '%@' and '%K' stands for the next value)"
    ),
    (
      "%@", Scope(),
      "0..<2 excessArgument: found form 1, but there are 0 values here (each of '%d', '%i', '%f', '%@' and '%K' stands for the next value)"
    ),
    (
      "$1", Scope.value(),
      "0..<2 unavailableVariable: '$1' is not available here (it is the second value in 'scan', 'reduce' and 'removeDuplicates', the array so far in 'collect', and the previous value of a 'pattern')"
    ),
    (
      "$0", Scope(),
      "0..<2 unavailableVariable: '$0' is not available here (this expression runs before any value exists)"
    ),
    (
      "$error", Scope.value(),
      "0..<6 unavailableVariable: '$error' is not available here (it is the message of the failure inside 'catch')"
    ),
    (
      "$key", Scope.value(),
      "0..<4 unavailableVariable: '$key' is not available here (it is the key of the group inside 'groupBy')"
    ),
  ])
  func `an unavailable variable is reported with the places where it is available`(
    text: String, scope: Scope, mistake: String
  ) {
    #expect(mistakes(text, in: scope) == [mistake])
  }

  @Test func `it is known whether the time is read`() throws {
    #expect(try CheckedExpression("$time > 1.0", in: .value()).usesTime)
    #expect(try !CheckedExpression("$0 > 1.0", in: .value()).usesTime)
    #expect(try CheckedExpression("$time", in: .value()).evaluator().usesTime)
  }

  @Test(
    arguments: [
      (0, 0.0), (1_100_000_000, 1.1), (-2_500_000_000, -2.5), (1, 1e-9),
      (1_700_000_000_250_000_000, 1_700_000_000.25), (9_007_199_254_740_993, 9_007_199.254740993),
      (.max, 9_223_372_036.854776), (.min, -9_223_372_036.854776),
      (1_700_000_000_123_456_789, 1_700_000_000.123456789),
      (36_028_797_018_963_967, 36_028_797.018963967),
    ] as [(Int64, Double)])
  func `the time is the double nearest to its decimal form`(nanoseconds: Int64, seconds: Double) {
    #expect(Frame(nanoseconds: nanoseconds).seconds == seconds)
  }

  @Test(
    arguments: [
      (.int, "a", #"found a string, expected an int in "$0""#),
      (.double, 1, #"found an int, expected a double in "$0""#),
      (.bool, .null, #"found null, expected a bool in "$0""#),
      (.string, 1, #"found an int, expected a string in "$0""#),
      (.list(.int), ["a": 1], #"found a map, expected a list(int) in "$0""#),
      (.map(.dyn), [], #"found a list, expected a map(string, dyn) in "$0""#),
      (.null, false, #"found a bool, expected null in "$0""#),
    ] as [(ValueType, Value, String)])
  func `a value that does not have the promised type is an error`(
    type: ValueType, value: Value, message: String
  ) throws {
    let evaluator = try CheckedExpression("$0", in: .value(type)).evaluator()
    var frame = Frame()
    #expect(throws: EvaluationError(message)) { try evaluator.value(value, in: &frame) }
  }

  @Test func `a name without a value is an error`() throws {
    let evaluator = try CheckedExpression("x", in: Scope(names: [.init("x")])).evaluator()
    var frame = Frame()
    #expect(throws: EvaluationError(#"a variable has no value in "x""#)) {
      try evaluator.value(in: &frame)
    }
  }

  @Test(
    arguments: [
      (1, "int"), ([1, 2], "list(int)"), ([1, 2.5], "list(dyn)"), ([], "list(dyn)"),
      (.null, "null"),
      (["a": 1, "b": 2], "map(string, int)"), ([[1], [2]], "list(list(int))"),
      ([[1], ["a"]], "list(list(dyn))"),
    ] as [(Value, String)])
  func `the type of a value covers everything in it`(value: Value, type: String) {
    #expect(ValueType.of(value).description == type)
  }
}
