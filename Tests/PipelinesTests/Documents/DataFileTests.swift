import Pipelines
import TestSupport
import Testing
import Values

/// Files of records that are named as if they were stream files.
@Suite struct DataFileTests {
  @Test(arguments: ["log.ndjson", "log.jsonl", "log.csv", "log.tsv", "log.log"])
  func `a file of records is told to be one`(name: String) throws {
    let folder = try Folder()
    try folder.write("{\"a\": 1}\n{\"a\": 2}\n", to: name)
    try folder.write(#"{"from": "./\#(name)"}"#, to: "t.json")
    #expect(
      try told(in: folder)
        == "t.json:1:10: error: './\(name)' holds no stream model; records are read by "
        + #"{"input": "log"} in its place, with '--input log=PATH'"#)
  }

  @Test func `a stream file of such a name plays`() throws {
    let folder = try Folder()
    try folder.write(#"{"sequence": [1]}"#, to: "log.ndjson")
    try folder.write(#"{"from": "./log.ndjson"}"#, to: "t.json")
    #expect(try told(in: folder) == "")
  }

  private func told(in folder: Folder) throws -> String {
    folder.withoutPath(
      mistakes(in: try SourceText(contentsOfFile: folder / "t.json")).description)
  }
}
