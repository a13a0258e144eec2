import Foundation
import Testing

/// Stream files generated from logs as programs write them. Each plays its own log, at the times of
/// its lines.
@Suite struct LogFormTests {
  struct Log: Sendable, CustomTestStringConvertible {
    let name: String
    let text: String
    /// The times of the records, in seconds since 1970.
    let times: [Double]
    /// The fields of the records.
    let fields: [String]
    var testDescription: String { "\(name): \(text.prefix(30))" }

    init(_ name: String, _ text: String, at times: [Double], _ fields: String...) {
      (self.name, self.text, self.times, self.fields) = (name, text + "\n", times, fields)
    }
  }

  /// The first of March 2026, 08:00 UTC.
  private static let start = 1_772_352_000.0

  private static func times(_ offsets: Double...) -> [Double] { offsets.map { start + $0 } }

  static let logs = [
    Log(
      "syslog",
      """
      Mar  1 08:00:00 host prog[1]: text
      Mar  1 08:00:05 host kernel: [   12.345] usb 1-1: new
      Mar 10 08:00:00 host cron[12]: (root) CMD (run)
      """, at: times(0, 5, 777_600), "time", "host", "program", "pid", "message"),
    Log(
      "access.log",
      #"""
      127.0.0.1 - - [01/Mar/2026:08:00:00 +0000] "GET /a HTTP/1.1" 200 123 "-" "curl/8"
      127.0.0.1 - ann [01/Mar/2026:09:00:02 +0100] "GET /b HTTP/1.1" 404 - "-" "x \"y\""
      """#, at: times(0, 2), "host", "user", "time", "method", "path", "status", "bytes",
      "referer", "agent"),
    Log(
      "error.log",
      """
      [Sun Mar 01 08:00:00.123456 2026] [core:notice] [pid 1:tid 2] AH00094: Command line
      [Sun Mar 01 08:00:01.000001 2026] [error] [client 10.0.0.1:123] PHP Fatal error:  x
      """, at: times(0.123456, 1.000001), "time", "module", "level", "pid", "client", "message"),
    Log(
      "dpkg.log",
      """
      2026-03-01 08:00:00 startup archives unpack
      2026-03-01 08:00:00 status installed libc6:amd64 2.36-9
      """, at: times(0, 0), "time", "action", "message"),
    Log(
      "nginx.log",
      """
      2026/03/01 08:00:00 [error] 12#12: *1 open() "/x" failed, client: 1.2.3.4
      2026/03/01 08:00:09 [warn] 12#12: *2 something
      """, at: times(0, 9), "time", "level", "pid", "message"),
    Log("a.csv", "when,n\n01/03/2026 08:00,1\n13/03/2026 08:00,2", at: times(0, 1_036_800)),
    Log("b.csv", "when,n\n03/01/2026 08:00,1\n03/13/2026 08:00,2", at: times(0, 1_036_800)),
    Log("c.csv", "day,n\n1.3.2026 8:00,1\n1.3.2026 18:30,2", at: times(0, 37800)),
    Log(
      "d.csv", "day,n\n\"Mar 1, 2026 8:00:00 AM\",1\n\"Mar 1, 2026 1:00:00 PM\",2",
      at: times(0, 18000)),
    Log(
      "a.ndjson",
      #"""
      {"ts":"2026-03-01 08:00:00"}
      {"ts":"2026-03-01 08:00:01"}
      """#, at: times(0, 1)),
    Log(
      "history.log",
      """

      Start-Date: 2026-03-01  08:00:00
      Commandline: apt-get upgrade
      End-Date: 2026-03-01  08:00:07

      Start-Date: 2026-03-01  08:00:29
      Commandline: apt-get install git
      End-Date: 2026-03-01  08:00:40
      """, at: times(0, 29), "time", "message"),
    Log(
      "journal.txt",
      """
      2026-03-01T08:00:00+0000 host systemd[1]: Started x.
      2026-03-01T09:00:02+0100 host kernel: up
      """, at: times(0, 2), "time", "host", "program", "pid", "message"),
    Log(
      "rails.log",
      """
      I, [2026-03-01T08:00:00.123456 #1234]  INFO -- : Started GET "/"
      D, [2026-03-01T08:00:01.000456 #1234] DEBUG -- : x
      """, at: times(0.123456, 1.000456), "time", "pid", "level", "program", "message"),
    Log(
      "app.log",
      """
      2026-03-01 08:00:00,123 [main] INFO  com.example.App - started
      2026-03-01 08:00:01,456 [worker-1] ERROR com.example.App - failed
      java.lang.RuntimeException: x
      	at com.example.App.run(App.java:1)

      2026-03-01 08:00:02,000 [main] WARN  com.example.App - done
      """, at: times(0.123, 1.456, 2), "time", "pid", "thread", "level", "message"),
    Log(
      "python.log",
      """
      2026-03-01 08:00:00,123 - app.web - INFO - started
      2026-03-01 08:00:01,123 - app.web - WARNING - slow
      """, at: times(0.123, 1.123), "time", "program", "level", "message"),
    Log(
      "catalina.log",
      """
      01-Mar-2026 08:00:00.123 INFO [main] org.apache.X Server version
      01-Mar-2026 08:00:00.200 WARNING [main] org.apache.X hm
      """, at: times(0.123, 0.2), "time", "pid", "thread", "level", "message"),
    Log(
      "logfmt.log",
      """
      time=2026-03-01T08:00:00Z level=info msg="it works"
      time=2026-03-01T08:00:01.5Z level=error msg="no"
      """, at: times(0, 1.5), "time", "message"),
    Log(
      "squid.log",
      """
      1772352000.123    200 10.0.0.1 TCP_MISS/200 100 GET http://x/
      1772352001.250    200 10.0.0.1 TCP_MISS/200 100 GET http://x/
      """, at: times(0.123, 1.25), "time", "message"),
  ]

  /// Runs a script next to a log that was last changed at a date.
  private func run(_ script: String, _ log: Log, changed: String) throws -> Outcome {
    let folder = try TemporaryFolder()
    try folder.write(log.text, to: log.name)
    return try Command.shell(
      "cd '\(folder.path)'; touch -d '\(changed)' \(log.name); \(script)")
  }

  @Test(arguments: logs)
  func `a log plays at its times`(log: Log) throws {
    let outcome = try run(
      """
      "$0" new x --from-input \(log.name) 2>/dev/null && "$0" test x.json >/dev/null &&
      sed -i 's/"operators": .*/"origin": "epoch", "operators": [],/' x.json &&
      "$0" x.json --input $(grep -o '"input": "[a-z]*"' x.json | cut -d'"' -f4)=\(log.name)
      """, log, changed: "2026-03-20T12:00:00Z")
    #expect(outcome.code == 0, "\(outcome.errors)")
    let events = try outcome.lines.map { line in
      try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    }
    let values = events.filter { $0["value"] != nil }
    if !log.times.isEmpty { #expect(values.map { $0["time"] as? Double } == log.times) }
    for case let value as [String: Any] in values.map({ $0["value"] }) where !log.fields.isEmpty {
      #expect(Set(value.keys) == Set(log.fields))
    }
  }

  @Test func `a log without years gets a year that can be set`() throws {
    let log = Log("a.log", "Mar  1 08:00:00 host prog[1]: text", at: [])
    let outcome = try run(
      """
      "$0" new x --from-input a.log; grep parameters x.json
      sed -i 's/"operators": .*/"origin": "epoch", "operators": [],/' x.json
      "$0" x.json --set year=2024 | head -1 | cut -c-18
      """, log, changed: "2026-03-01T12:00:00Z")
    #expect(
      outcome.output == """
          "parameters": { "year": 2026 },
        {"time":1709280000

        """)
    #expect(
      outcome.errors.contains(
        """
        note: the times have no year; 2026 is that of the last change of the file, and \
        '--set year=2025' or 'parameters' sets another one
        """), "\(outcome.errors)")
  }

  @Test func `a log without years continues after the end of a year`() throws {
    let log = Log("a.log", "Dec 31 23:59:58 h p: a\nJan  1 00:00:03 h p: b", at: [])
    let outcome = try run(
      """
      "$0" new x --from-input a.log 2>/dev/null; grep -o '"year": 20..' x.json
      "$0" x.json | cut -c-10
      """, log, changed: "2026-01-01T00:10:00Z")
    #expect(outcome.output == "\"year\": 2025\n{\"time\":0,\n{\"time\":5,\n{\"time\":5,\n")
  }

  @Test func `a date that can be read in two ways is reported`() throws {
    let log = Log("a.csv", "when,n\n01/03/2026 08:00,1\n02/03/2026 08:00,2", at: [])
    let outcome = try run("\"$0\" new x --from-input a.csv", log, changed: "2026-03-01T12:00:00Z")
    #expect(outcome.errors.contains("note: '01/03/2026 08:00' is read with the day first"))
    #expect(outcome.errors.contains("note: the times have no offset, and are read as UTC"))
  }

  @Test(arguments: [
    "10.1.20.3 is an address", "version 2.1.26 of 2026", "Marching 1 08:00:00", "at 08:00 or so",
    "99/99/2026 08:00:00 x", "2026-13-01 08:00:00 x",
  ])
  func `text that is not a time stays text`(line: String) throws {
    let log = Log("a.log", "\(line)\n\(line)", at: [])
    let outcome = try run(
      "\"$0\" new x --from-input a.log; grep -c '\"records\": \"text\"' x.json; \"$0\" test x.json",
      log, changed: "2026-03-01T12:00:00Z")
    #expect(outcome.output.hasPrefix("1\n") && outcome.code == 0, "\(outcome.errors)")
    #expect(outcome.errors.contains("no field is a time"))
  }
}
