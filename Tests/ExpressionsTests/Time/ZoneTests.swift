import Testing
import Values

@testable import Expressions

struct ZoneTests {
  static let hasFiles = (try? SourceText(contentsOfRegularFile: "/usr/share/zoneinfo/UTC")) != nil

  private func seconds(_ text: Text) throws -> Int { Int(try Timestamp(text).seconds) }

  @Test(
    arguments: [
      ("CET-1CEST,M3.5.0,M10.5.0/3", "2026-03-29T00:59:59Z", 3_600),
      ("CET-1CEST,M3.5.0,M10.5.0/3", "2026-03-29T01:00:00Z", 7_200),
      ("CET-1CEST,M3.5.0,M10.5.0/3", "2026-10-25T00:59:59Z", 7_200),
      ("CET-1CEST,M3.5.0,M10.5.0/3", "2026-10-25T01:00:00Z", 3_600),
      ("AEST-10AEDT,M10.1.0,M4.1.0/3", "2026-01-01T00:00:00Z", 39_600),
      ("AEST-10AEDT,M10.1.0,M4.1.0/3", "2026-07-01T00:00:00Z", 36_000),
      ("EST5EDT,M3.2.0,M11.1.0", "2026-03-08T07:00:00Z", -14_400),
      ("<+0545>-5:45", "2026-01-01T00:00:00Z", 20_700),
      ("A0B,J60/0,J61/0", "2024-03-01T00:00:00Z", 3_600),
      ("A0B,J60/0,J61/0", "2024-02-29T12:00:00Z", 0),
      ("A0B,59/0,60/0", "2024-02-29T12:00:00Z", 3_600),
      ("<-02>2<-01>,M3.5.0/-1,M10.5.0/0", "2026-03-29T00:59:59Z", -7_200),
      ("<-02>2<-01>,M3.5.0/-1,M10.5.0/0", "2026-03-29T01:00:00Z", -3_600),
    ] as [(String, Text, Int)])
  func `clocks are changed by the rule at the end of a file`(
    rule: String, time: Text, offset: Int
  ) throws {
    #expect(try #require(ZoneRule(rule)).offset(at: try seconds(time)) == offset)
  }

  @Test(arguments: [
    "", "CET", "1", "CET-1CEST,", "CET-1CEST,M3.5.0", "CET-1CEST,M13.5.0,M10.5.0",
    "CET-1CEST,M3.6.0,M10.5.0", "CET-1CEST,M3.5.7,M10.5.0", "CET-1CEST,M3.5.0,M10.5.0/", "<CET-1",
    "CET-200", "CET-1CEST,J0,J1", "CET-1 ",
  ])
  func `an invalid rule is rejected`(text: String) {
    #expect(ZoneRule(text) == nil)
  }

  @Test func `a truncated or invalid file is rejected without a crash`() throws {
    let name: [UInt8] = Array("TZif".utf8)
    #expect(ZoneRules(file: []) == nil)
    #expect(ZoneRules(file: name) == nil)
    #expect(ZoneRules(file: name + Array(repeating: 0xFF, count: 100)) == nil)
    var state: UInt64 = 7
    for _ in 0..<2_000 {
      var bytes = name
      for place in 0..<120 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        // Most counts are small, so that some files are read far.
        bytes.append(place % 4 == 3 || state >> 60 == 0 ? UInt8(state >> 56) & 7 : 0)
      }
      _ = ZoneRules(file: bytes)?.offset(at: 0)
    }
  }

  @Test(
    .enabled(if: hasFiles, "the system has no files of zones"),
    arguments: [
      ("timestamp('2026-01-15T12:00:00Z').getHours('Europe/Berlin')", "13"),
      ("timestamp('2026-07-15T12:00:00Z').getHours('Europe/Berlin')", "14"),
      ("timestamp('2126-07-15T12:00:00Z').getHours('Europe/Berlin')", "14"),
      ("timestamp('2009-02-13T23:31:30Z').getDate('Australia/Sydney')", "14"),
      ("timestamp('1900-01-01T00:00:00Z').getMinutes('Europe/Paris')", "9"),
      ("timestamp(0).getHours('Etc/GMT+5')", "19"),
      ("timestamp(0).getHours('Asia/' + 'Tokyo')", "9"),
      (
        "timestamp('2026-10-25 02:30', 'yyyy-MM-dd HH:mm', 'Europe/Berlin')",
        "'2026-10-25T00:30:00Z'"
      ),
      (
        "timestamp('2026-03-29 02:30', 'yyyy-MM-dd HH:mm', 'Europe/Berlin')",
        "'2026-03-29T01:30:00Z'"
      ),
      (
        "timestamp('2026-03-29 03:30', 'yyyy-MM-dd HH:mm', 'Europe/Berlin')",
        "'2026-03-29T01:30:00Z'"
      ),
    ])
  func `zones have names`(text: String, result: String) throws {
    #expect(try outcome(text) == result)
  }

  @Test(.enabled(if: hasFiles, "the system has no files of zones"))
  func `local times convert back to themselves, unless the clocks are changed`() throws {
    let zone = try Zone("America/New_York")
    var local = try seconds("1990-01-01T00:00:00Z")
    let end = try seconds("2030-01-01T00:00:00Z")
    var changes = 0
    while local < end {
      let instant = zone.seconds(ofLocal: local)
      if instant + zone.offset(at: instant).seconds != local { changes += 1 }
      local += 1_800
    }
    // Two half hours per year are left out in spring.
    #expect(changes == 80)
  }

  @Test(arguments: [
    "Europe/Berln", "../../../etc/passwd", "/etc/passwd", "Europe/../Europe/Berlin",
    "Europe//Berlin",
    "europe.berlin", "tzdata.zi", "Europe", "zone.tab", "leapseconds", "Z", "utc", "",
  ])
  func `a name that is not a zone is rejected`(name: String) throws {
    #expect(throws: EvaluationFailure.self) { try Zone(Text(name)) }
    #expect(mistakes("timestamp(0).getHours('\(name)')").count == 1)
  }
}
