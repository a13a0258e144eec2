import Testing
import Values

@testable import Expressions

/// The fields of `$0` that an expression reads, so that no other fields of a record are decoded.
@Suite struct FieldsReadTests {
  @Test(arguments: [
    ("$0.a", ["a"]), ("$0.a.b + $0.c", ["a", "c"]), ("$0['a'] > 1", ["a"]),
    ("has($0.a) ? $0.a : $0.b", ["a", "b"]), ("has($0.a.b)", ["a"]), ("1 + 2", []),
    ("$0.list.map(x, x.v).sum()", ["list"]), ("$time", []),
    ("{'a': $0.a, 'b': [$0.b]}", ["a", "b"]),
    ("[1, 2].exists(x, x == $0.a)", ["a"]),
  ])
  func `an expression that reads fields reads no more`(text: String, fields: [Text]) throws {
    #expect(try CheckedExpression(text, in: .value()).fieldsRead == Set(fields))
  }

  @Test(arguments: [
    "$0", "$0 == 1", "$0.a + size($0)", "$0[$0.a]", "'a' in $0", "$0.map(k, k)", "[$0]",
    "{'all': $0}", "$0.?a.orValue(1)", "$0[?'a'].orValue(1)", "$0.exists(k, $0.a == k)",
    "dyn($0)", "type($0.a) == type($0)", "$0.a == $0", "$0[0]", "%@.a",
  ])
  func `an expression that may read more reads everything`(text: String) throws {
    #expect(try CheckedExpression(text, in: .value()).fieldsRead == nil)
  }
}
