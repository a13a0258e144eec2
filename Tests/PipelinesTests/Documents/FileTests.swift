import Foundation
import Pipelines
import TestSupport
import Testing
import Values

/// Files that name other files.
@Suite struct FileTests {
  @Test func `looks for a file in the folder of the file that names it`() throws {
    let folder = try Folder([
      "top.json": #"{"append": ["a/one.json", "./two.json", "a/../two.json"]}"#,
      "a/one.json": #"{"append": ["./b/three.json", "../two.json", "two.json"]}"#,
      "a/b/three.json": #"{"append": [{"sequence": [3]}, "../../two.json"]}"#,
      "a/two.json": #"{"sequence": ["a"]}"#,
      "two.json": #"{"sequence": [2]}"#,
    ])
    #expect(folder.outcome(of: "top.json") == #"3@0 2@0 2@0 "a"@0 2@0 2@0 |@0"#)
    // This is independent of the path of the first file.
    #expect(folder.outcome(of: "a/../a/./one.json") == #"3@0 2@0 2@0 "a"@0 |@0"#)
  }

  @Test func `a file can also be named by its absolute path`() throws {
    let folder = try Folder(["two.json": #"{"sequence": [2]}"#])
    try folder.write(#"{"from": "\#(folder / "two.json")"}"#, to: "a/top.json")
    #expect(folder.outcome(of: "a/top.json") == "2@0 |@0")
  }

  @Test(arguments: [
    "two words.json", "ÄÖ😀.json", "#%?&*.json", "'quotes'.json", "a\u{301}.json", "-.json",
    ".json", "line\\nbreak.json", "back\\\\slash.json",
  ])
  func `names can contain unusual characters`(name: String) throws {
    let folder = try Folder(["top.json": #"{"append": ["\#(name)", "./\#(name)"]}"#])
    let file = name.replacing("\\n", with: "\n").replacing("\\\\", with: "\\")
    try folder.write(#"{"sequence": [1]}"#, to: file)
    #expect(folder.outcome(of: "top.json") == "1@0 1@0 |@0")
  }

  @Test func `a file without the extension is named with its folder`() throws {
    let folder = try Folder(["top.json": #"{"from": "./two"}"#, "two": #"{"sequence": [2]}"#])
    #expect(folder.outcome(of: "top.json") == "2@0 |@0")
  }

  @Test func `a file that is named twice plays twice, and its mistakes are reported once`() throws {
    let folder = try Folder([
      "top.json": #"{"zip": ["a.json", "./a.json"]}"#, "a.json": #"{"marbles": "1-2|"}"#,
      "wrong.json": #"{"zip": ["b.json", {"from": "./b.json"}, "c/../b.json"]}"#,
      "b.json": #"{"sequence": 1}"#,
    ])
    #expect(folder.outcome(of: "top.json") == "[1,1]@0 [2,2]@2 |@3")
    #expect(
      folder.outcome(of: "wrong.json") == """
        b.json:1:14: error: found a number, expected an array, or an expression that returns a list
        wrong.json:1:10: note: the file is named here
        """)
  }

  @Test func `a file has access only to its own definitions`() throws {
    let folder = try Folder([
      "top.json": """
      {"definitions": {"x": {"sequence": ["top"]}, "y": {"sequence": [9]}},
       "append": ["x", "a.json", "x"]}
      """,
      "a.json": #"{"definitions": {"x": {"sequence": ["a"]}}, "append": ["x", "b.json"]}"#,
      "b.json": #"{"sequence": ["b"]}"#,
      "wrong.json": #"{"definitions": {"xs": {"sequence": [1]}}, "append": ["xs", "c.json"]}"#,
      "c.json": #"{"definitions": {"cx": {"from": "xs"}}, "append": ["cx"]}"#,
    ])
    #expect(
      folder.outcome(of: "top.json") == #""top"@0 "a"@0 "b"@0 "top"@0 |@0"#)
    #expect(
      folder.outcome(of: "wrong.json") == """
        c.json:1:33: error: unknown stream 'xs'; there is only 'cx'
        wrong.json:1:61: note: the file is named here
        """)
    #expect(folder.outcome(of: "top.json", stream: "y") == "9@0 |@0")
  }

  @Test func `reports the mistakes of several files in the order in which they are read`() throws {
    let folder = try Folder([
      "top.json": """
      {"definitions": {"unused": {"from": "b.json"}},
       "from": "a.json",
       "operators": [{"nap": {}}]}
      """,
      "a.json": #"{"append": ["./c.json", "z"]}"#,
      "b.json": #"{"sequence": [1], "operators": [{"map": {"expression": "x"}}]}"#,
      "c.json": #"{"stream": ["#,
    ])
    #expect(
      folder.outcome(of: "top.json") == """
        top.json:3:17: error: unknown operator 'nap'; did you mean 'map'?
        a.json:1:25: error: unknown stream 'z'; define it in 'definitions'; the path of a file \
        begins with './' or '../', or ends in '.json'
        top.json:2:10: note: the file is named here
        c.json:1:13: error: the JSON ends within an array, expected a value; close the array \
        opened at line 1, column 12 with ']'
        a.json:1:13: note: the file is named here
        b.json:1:57: error: unknown variable 'x'; write '$0' for the value
        top.json:1:37: note: the file is named here
        """)
  }

  @Test func `a file with a newer format has only that mistake`() throws {
    let folder = try Folder([
      "top.json": #"{"append": ["a.json", "x"]}"#, "a.json": #"{"future": [], "format": 2}"#,
    ])
    #expect(
      folder.outcome(of: "top.json") == """
        top.json:1:23: error: unknown stream 'x'; define it in 'definitions'; the path of a file \
        begins with './' or '../', or ends in '.json'
        a.json:1:26: error: format 2 is newer than this tool, which supports 1; update the tool
        top.json:1:13: note: the file is named here
        """)
  }
}

/// Files that name themselves, and files that cannot be read.
@Suite struct UnreadableFileTests {
  @Test(arguments: [
    (["a": "./a.json"], "a.json:1:10: error: a cycle: 'a.json' → 'a.json'"),
    (["a": "a.json"], "a.json:1:10: error: a cycle: 'a.json' → 'a.json'"),
    (
      ["a": "b.json", "b": "./a.json"],
      "b.json:1:10: error: a cycle: 'a.json' → 'b.json' → 'a.json'"
    ),
    (
      ["a": "b.json", "b": "x/c.json", "x/c": "../b.json"],
      "x/c.json:1:10: error: a cycle: 'b.json' → 'x/c.json' → 'b.json'"
    ),
  ])
  func `prints a cycle of files`(files: [String: String], mistake: String) throws {
    let folder = try Folder()
    for (name, named) in files { try folder.write(#"{"from": "\#(named)"}"#, to: "\(name).json") }
    let told = folder.outcome(of: "a.json")
    let first = told.split(separator: "\n").first.map(String.init)
    #expect(first == "\(mistake); a stream cannot contain itself")
  }

  @Test func `prints a whole cycle of names and files`() throws {
    let folder = try Folder([
      "a.json": #"{"definitions": {"x": {"merge": [{"from": "b.json"}]}}, "from": "x"}"#,
      "b.json": #"""
      {"definitions": {"y": {"sequence": [], "operators": [{"prepend": {"streams": ["./a.json"]}}]}},
       "stream": [{"value": 1, "operators": [{"append": {"streams": ["y"]}}]}]}
      """#,
    ])
    #expect(
      folder.outcome(of: "a.json") == """
        b.json:1:79: error: a cycle: 'a.json' → 'x' → 'b.json' → 'y' → 'a.json'; a stream cannot \
        contain itself
        a.json:1:43: note: the file is named here
        """)
  }

  @Test func `a use of the whole document is a cycle only if the document uses it in turn`() throws
  {
    let folder = try Folder([
      "a.json": """
      {"definitions": {"twice": {"append": ["./a.json", "./a.json"]}}, "sequence": [1]}
      """
    ])
    #expect(folder.outcome(of: "a.json") == "1@0 |@0")
    #expect(folder.outcome(of: "a.json", stream: "twice") == "1@0 1@0 |@0")
  }

  @Test func `follows a limited number of links`() throws {
    let folder = try Folder(["a.json": #"{"from": "./b.json"}"#])
    try FileManager.default.createSymbolicLink(
      atPath: folder / "b.json", withDestinationPath: "a.json")
    try FileManager.default.createSymbolicLink(atPath: folder / "here", withDestinationPath: ".")
    try FileManager.default.createSymbolicLink(
      atPath: folder / "round.json", withDestinationPath: "round.json")
    try folder.write(#"{"from": "here/deep.json"}"#, to: "deep.json")
    try folder.write(#"{"from": "round.json"}"#, to: "r.json")
    #expect(
      folder.outcome(of: "a.json").hasPrefix(
        "b.json:1:10: error: a cycle: 'b.json' → 'b.json'; a stream cannot contain itself\n"))
    #expect(folder.outcome(of: "deep.json").contains("symbolic links"))
    #expect(
      folder.outcome(of: "r.json")
        == "r.json:1:10: error: cannot read 'round.json': Too many levels of symbolic links")
  }

  @Test(arguments: [
    ("gone.json", "cannot read 'gone.json': No such file or directory"),
    ("./gone", "cannot read 'gone': No such file or directory"),
    ("./folder", "cannot read 'folder': Is a directory"),
    ("./", "cannot read '': Is a directory"),
    ("folder/../folder/", ""),
    ("./pipe", "cannot read 'pipe': not a regular file"),
    ("./file/x.json", "cannot read 'file/x.json': Not a directory"),
    ("a\\u0000.json", "cannot read 'a\\u0000.json': the name has a NUL character"),
    ("./../../../../../../../../../../../../gone.json", ""),
  ])
  func `reports a file that cannot be read at its name`(name: String, reason: String) throws {
    let folder = try Folder([
      "top.json": "{\"append\": [\"\(name)\",\n \"\(name)\"]}", "folder/x": "", "file": "",
    ])
    try #require(mkfifo(folder / "pipe", 0o600) == 0)
    let told = folder.outcome(of: "top.json").replacing("'\(folder.path)'", with: "''")
    let lines = told.split(separator: "\n").map(String.init)
    #expect(lines.count == 2)
    guard !reason.isEmpty else { return }
    #expect(lines == ["top.json:1:13: error: \(reason)", "top.json:2:2: error: \(reason)"])
  }

  @Test func `reports a file without read permission`() throws {
    let folder = try Folder(["top.json": #"{"from": "a.json"}"#, "a.json": "{}"])
    try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: folder / "a.json")
    // A user with permission to read everything finds a mistake inside instead.
    let mistakes = [
      "top.json:1:10: error: cannot read 'a.json': Permission denied",
      "a.json:1:1: error: a stream model needs one of the sources",
    ]
    let told = folder.outcome(of: "top.json")
    #expect(mistakes.contains { told.hasPrefix($0) })
  }

  @Test func `shows the end of a long name, and the reason`() throws {
    let name = String(repeating: "x", count: 5000)
    let folder = try Folder(["top.json": #"{"from": "./\#(name).json"}"#])
    let shown = "…" + String(repeating: "x", count: 195) + ".json"
    #expect(
      folder.outcome(of: "top.json")
        == "top.json:1:10: error: cannot read '\(shown)': File name too long")
  }
}

/// The limit of files named by files.
@Suite struct FileLimitTests {
  /// Files that each name the next; the last one has a value.
  private func chain(of count: Int) throws -> Folder {
    let folder = try Folder()
    for index in 0..<count {
      try folder.write(#"{"from": "./f\#(index + 1).json"}"#, to: "f\(index).json")
    }
    try folder.write(#"{"sequence": [7]}"#, to: "f\(count).json")
    return folder
  }

  @Test func `a thousand files, each named by the previous one, play on any stack`() async throws {
    let folder = try chain(of: 1000)
    let path = folder.path
    await onStack(megabytes: 1) {
      let told = outcome {
        try Program(SourceText(contentsOfFile: "\(path)/f0.json")).play().brief
      }
      #expect(told == "7@0 |@0")
    }
    withExtendedLifetime(folder) {}
  }

  @Test func `one more file is an error`() throws {
    let folder = try chain(of: 1001)
    #expect(
      folder.outcome(of: "f0.json") == """
        f1000.json:1:10: error: too many files; the limit is 1000 files that other files name
        f999.json:1:10: note: the file is named here
        """)
  }

  @Test func `reports the first file beyond the limit`() throws {
    let folder = try Folder()
    for index in 0..<1200 { try folder.write(#"{"sequence": [1]}"#, to: "f\(index).json") }
    func outcome(naming count: Int) throws -> String {
      let names = (0..<count).map { #""f\#($0).json""# } + [#""f0.json""#]
      try folder.write("{\"merge\": [\n\(names.joined(separator: ",\n"))]}", to: "top.json")
      return folder.outcome(of: "top.json")
    }
    #expect(try outcome(naming: 1000).hasSuffix("1@0 |@0"))
    #expect(
      try outcome(naming: 1200)
        == "top.json:1002:1: error: too many files; the limit is 1000 files that other files name")
  }
}
