import Testing
import Values

@testable import Expressions
@testable import RegularExpressions

/// Searches in lines find the same as a search that follows all paths at the same time.
@Suite struct LineSearchTests {
  /// Returns the match of a pattern in a string, and the matches of its named groups.
  private func found(_ pattern: String, in text: String) throws -> [String?]? {
    let matcher = try LineMatcher(pattern)
    var search = LineSearch(matcher)
    let bytes = Array(text.utf8)
    guard case .match = bytes.withUnsafeBufferPointer({ search.run($0) }) else { return nil }
    return matcher.names.indices.map { index in
      search.range(ofName: index).map { String(decoding: bytes[$0], as: UTF8.self) }
    }
  }

  @Test func `named groups are found, and are nil if they took no part`() throws {
    #expect(try found(#"(?P<a>\d+)-(?P<b>\w+)"#, in: "x 12-é 3-four") == ["3", "four"])
    #expect(try found(#"^(?:(?P<a>a)|(?P<b>b))$"#, in: "b") == [nil, "b"])
    #expect(try found(#"(x)(?P<a>y*)(z)?(?P<b>.)"#, in: "xyyé") == ["yy", "é"])
    #expect(try found(#"(?P<a>(b|c)*)$"#, in: "abc") == ["bc"])
    #expect(try found(#"(?P<a>a)"#, in: "b") == nil)
    #expect(try found(#"^(?P<a>)$"#, in: "") == [""])
    #expect(try LineMatcher("(?<first>a)(b)(?P<last>c)").names == ["first", "last"])
  }

  @Test func `a pattern has a limited number of groups`() throws {
    #expect(try LineMatcher(String(repeating: "(a)", count: 100)).names.isEmpty)
    #expect(throws: PatternError.self) { try LineMatcher(String(repeating: "(a)", count: 101)) }
  }

  @Test func `a long line is searched in linear time`() throws {
    let line = String(repeating: "a", count: 300_000)
    #expect(try found("(?P<x>(a|aa)*)$", in: line)?.first??.count == 300_000)
    #expect(try found("(?P<x>(a|aa)*b)", in: String(repeating: "a", count: 20_000)) == nil)
  }

  @Test(arguments: [1, 2, 3] as [UInt64])
  func `both ways of searching find the same match`(seed: UInt64) throws {
    var random = RandomExpressions(seed: seed)
    for round in 0..<3_000 {
      let parts = [
        PatternOracle.random(&random, depth: 3), PatternOracle.random(&random, depth: 3),
      ]
      let pattern = "(?P<a>\(parts[0].text))(?:(?P<b>\(parts[1].text))|(?P<c>.))"
      let matcher = try LineMatcher(pattern)
      var search = LineSearch(matcher)
      for _ in 0..<4 {
        var string = String.UnicodeScalarView()
        for _ in 0..<random.next() % 9 {
          let count = UInt64(PatternOracle.alphabet.count)
          string.append(PatternOracle.alphabet[Int(random.next() % count)])
        }
        let bytes = Array(String(string).utf8)
        var other = PatternSearch(matcher.program.program, from: .start)
        let match = bytes.withUnsafeBufferPointer { other.run($0, from: 0) }
        let outcome = bytes.withUnsafeBufferPointer { search.run($0) }
        let groups = matcher.names.indices.map { search.range(ofName: $0) }
        let isSame =
          if case .match = outcome {
            groups == matcher.groups.map { match?.range(ofGroup: $0) } && match != nil
          } else {
            match == nil
          }
        if !isSame {
          Issue.record("seed \(seed), round \(round): \(pattern) in \(String(string)): \(groups)")
          return
        }
      }
    }
  }
}
