import Testing
import Values

@testable import Expressions

/// Divisions of ints whose remainder is probably needed, and those that may be intended.
@Suite struct CutDivisionTests {
  private func means(_ text: String, _ type: ValueType = .dyn) throws -> [String] {
    try CheckedExpression(text, in: .value(type)).cutMeans.map(\.wayOut)
  }

  private func times(_ text: String) throws -> [String] {
    try CheckedExpression(text, in: .value(.dyn)).cutTimes.map(\.wayOut)
  }

  @Test(arguments: [
    ("$0.sum() / $0.size()", [".avg()"]),
    ("$0.map(x, x.n).sum() / size($0)", [".avg()"]),
    ("{'mean': $0.sum() / $0.size(), 'n': $0.size()}", [".avg()"]),
    ("double($0.sum() / $0.size())", [".avg()"]),
    ("int($0.sum() / $0.size())", []),
    ("double($0.sum()) / $0.size()", []),
    ("$0.sum() * 1.0 / $0.size()", []),
    ("$0.sum() / 60", []),
    ("$0.size() / 2", []),
    ("$0.total / $0.count", []),
    ("$0.minute / 60", []),
  ])
  func `a sum divided by a size is a mean`(_ text: String, _ found: [String]) throws {
    #expect(try means(text) == found)
  }

  @Test(arguments: [
    ("($0[0] + $0[1]) / 2", ["/ 2.0"]),
    ("($0[0] + $0[1] + $0[2]) / 3", ["/ 3.0"]),
    ("($0[0] + $0[1]) / 60", []),
    ("$0[0] / 1", []),
    ("double($0[0] / $0[1])", ["double(…) / …"]),
    ("double($0[0] / 60)", ["/ 60.0"]),
    ("$0[0] / 60", []),
    ("double($0[0]) / 60", []),
  ])
  func `added ints, and results that become doubles`(_ text: String, _ found: [String]) throws {
    #expect(try means(text, .list(.int)) == found)
    #expect(try means(text, .list(.double)) == [])
  }

  @Test(arguments: [
    ("$0.ms / 1000", ["/ 1000.0"]),
    ("($0.us / 1000000)", ["/ 1000000.0"]),
    ("$0.base + $0.ms / 1000", ["/ 1000.0"]),
    ("double($0.ms / 1000)", ["/ 1000.0"]),
    ("$0.isMs ? $0.t / 1000 : $0.t", ["/ 1000.0"]),
    ("int($0.ms) / 1000", ["/ 1000.0"]),
    ("$0.ms / 1e3", []),
    ("$0.ms / 1000.0", []),
    ("double($0.ms) / 1000", []),
    ("int($0.ms / 1000)", []),
    ("$0.t / 60 * 60", []),
    ("$0.t / 1", []),
    ("timestamp($0.ms / 1000)", []),
    ("$0.t", []),
  ])
  func `a time divided by an int is cut, unless it is sorted into steps`(
    _ text: String, _ found: [String]
  ) throws {
    #expect(try times(text) == found)
  }

  @Test func `the range covers the division`() throws {
    let text = "'ä' + string($0.sum() / $0.size())"
    let cut = try #require(try CheckedExpression(text, in: .value(.dyn)).cutMeans.first)
    #expect(
      String(String.UnicodeScalarView(Array(text.unicodeScalars)[cut.range]))
        == "$0.sum() / $0.size()")
  }

  @Test(arguments: [
    ("$0.a + $0['b c']", ["a", "b c"]),
    ("$0.a.x", ["a"]),
    ("has($0.a) && $0.a > 1", []),
    ("$0.?a.orValue($0.b)", ["b"]),
    ("'a' in $0 ? $0.a : $0.c", ["c"]),
    ("$0[$0.a]", ["a"]),
    ("[1].map(x, $0.n + x)", ["n"]),
    ("$1.a + $0", []),
  ])
  func `needed fields are read without checking whether they exist`(
    _ text: String, _ names: [String]
  ) throws {
    let checked = try CheckedExpression(text, in: .pair(.dyn, .dyn))
    #expect(checked.fieldsNeeded.map(\.name) == names)
  }
}
