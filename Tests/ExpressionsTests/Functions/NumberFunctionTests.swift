import Testing
import Values

@testable import Expressions

struct NumberFunctionTests {
  @Test(arguments: [
    ("math.greatest(1)", "1"), ("math.greatest(1, 2.5, 2)", "2.5"), ("math.greatest(2, 2.0)", "2"),
    ("math.greatest([1.5, 3])", "3"), ("math.least(2.0, 2)", "2.0"), ("math.least(3, -1, 2)", "-1"),
    ("math.least([4])", "4"),
    ("math.ceil(-1.5)", "-1.0"), ("math.floor(-1.5)", "-2.0"), ("math.round(-2.5)", "-3.0"),
    ("math.round(0.49)", "0.0"), ("math.trunc(2.9)", "2.0"), ("math.abs(-0.0)", "0.0"),
    ("math.sign(-2.5)", "-1.0"), ("math.sign(0)", "0"), ("math.sqrt(2.25)", "1.5"),
    ("math.isNaN(math.sign(0.0 / 0.0))", "true"), ("math.isNaN(1.0)", "false"),
    ("math.isInf(1.0 / 0.0)", "true"), ("math.isFinite(1.0 / 0.0)", "false"),
    ("math.bitAnd(-1, 255)", "255"), ("math.bitOr(1, 4)", "5"), ("math.bitXor(7, 2)", "5"),
    ("math.bitNot(5)", "-6"), ("math.bitShiftLeft(1, 63)", "-9223372036854775808"),
    ("math.bitShiftLeft(1, 64)", "0"), ("math.bitShiftRight(-1, 1)", "9223372036854775807"),
    ("math.bitShiftRight(8, 9223372036854775807)", "0"),
    ("math.round(1.005, 2)", "1.01"), ("math.round(-2.345, 2)", "-2.35"),
    ("math.round(0.1, 400)", "0.1"), ("math.round(1e300, 2)", "1e+300"),
    ("math.round(123.4, -9223372036854775808)", "0.0"), ("math.round($0, -1)", "10.0"),
    ("math.round(5e-324, 322)", "0.0"), ("math.round(5e-324, 323)", "1e-323"),
    ("math.isNaN(math.round(0.0 / 0.0, 1))", "true"),
    ("math.greatest($0, 3)", "7"), ("math.abs(-$0)", "7"),
  ])
  func `numbers are rounded, compared and shifted`(text: String, result: String) throws {
    #expect(try outcome(text, 7) == result)
  }

  @Test(arguments: [
    ("math.abs(-9223372036854775808)", "int overflow"),
    ("math.greatest([])", "'math.greatest' needs a list that is not empty"),
    ("math.greatest([dyn('a')])", "'math.greatest' cannot be applied to a string"),
    ("math.greatest(dyn('a'), 1)", "'math.greatest' cannot be applied to a string and an int"),
    ("math.round(dyn(1))", "'math.round' cannot be applied to an int"),
    (
      "math.bitShiftLeft(1, -1)",
      "found a distance of -1 for 'math.bitShiftLeft', expected 0 or more"
    ),
    ("math.bitOr(dyn(1.5), 1)", "'math.bitOr' cannot be applied to a double and an int"),
    ("math.sqrt(-1)", "the result is NaN, which is not a JSON number"),
  ])
  func `an unsuitable number is an error`(text: String, message: String) throws {
    #expect(try outcome(text) == "\(message) in \"\(text)\"")
  }
}
