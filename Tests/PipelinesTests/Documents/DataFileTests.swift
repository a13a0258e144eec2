import Pipelines
import TestSupport
import Testing
import Values

/// Files of records whose names are used like those of stream files.
@Suite struct DataFileTests {
  @Test(arguments: ["log.ndjson", "log.jsonl", "log.csv", "log.tsv", "log.log"])
  func `recognizes a file of records by its name`(name: String) throws {
    let folder = try Folder()
    try folder.write("{\"a\": 1}\n{\"a\": 2}\n", to: name)
    try folder.write(#"{"from": "./\#(name)"}"#, to: "t.json")
    #expect(
      try told(in: folder)
        == "t.json:1:10: error: './\(name)' does not contain a stream model; to read records, write "
        + #"{"input": "log"} in its place, and play with '--input log=PATH'"#)
  }

  @Test func `plays a stream file with the name of a data file`() throws {
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
