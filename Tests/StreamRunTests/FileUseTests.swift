import Foundation
import Testing

/// Files arranged so that an output could collide with an input. Whatever they are called, the
/// command is refused and every file keeps its bytes.
@Suite struct FileUseTests {
  /// The files in the folder before each line is run.
  private static let files: KeyValuePairs<String, String> = [
    "play.json": #"{"input": "x"}"#,
    "n.ndjson": "1\n2\n",
    "pair.json": #"{"definitions": {"a": {"sequence": [1]}}, "from": "a"}"#,
    "outer.json": #"{"from": "./sub/inner.json"}"#,
    "sub/inner.json":
      #"""
    {"input": "y", "tests": [{"inputs": {"y": "./data.ndjson"}, "expect": "[1|]"}]}
    """#,
    "sub/data.ndjson": "1\n",
    "logs/1.ndjson": "1\n",
  ]

  struct Arrangement: CustomTestStringConvertible, Sendable {
    let line: String
    let message: String
    /// The setup that is done in the folder first.
    var setup = ":"

    init(_ line: String, _ message: String, after setup: String = ":") {
      (self.line, self.message, self.setup) = (line, message, setup)
    }

    var testDescription: String { setup == ":" ? line : "\(setup); \(line)" }
  }

  private static let overwrites = "would overwrite the input 'x' ('n.ndjson'); name another file"

  static let inputs: [Arrangement] = [
    Arrangement("play.json -i x=n.ndjson -o n.ndjson", "'-o n.ndjson' \(overwrites)"),
    Arrangement("play.json -i x=n.ndjson -o ./n.ndjson", "'-o ./n.ndjson' \(overwrites)"),
    Arrangement("play.json -i x=n.ndjson -o sub/../n.ndjson", "'-o sub/../n.ndjson' \(overwrites)"),
    Arrangement(
      "play.json -i x=n.ndjson -o \"$PWD/n.ndjson\" 2>&1 | sed \"s:$PWD:.:\" >&2; exit 64",
      "'-o ./n.ndjson' \(overwrites)"),
    Arrangement("play.json -i x=n.ndjson -o l", "'-o l' \(overwrites)", after: "ln -s n.ndjson l"),
    Arrangement(
      "play.json -i x=n.ndjson -o l", "'-o l' \(overwrites)",
      after: "ln -s n.ndjson m; ln -s m l"),
    Arrangement("play.json -i x=n.ndjson -o l", "'-o l' \(overwrites)", after: "ln n.ndjson l"),
    Arrangement(
      "play.json -i x=n.ndjson -o d/n.ndjson", "'-o d/n.ndjson' \(overwrites)",
      after: "ln -s . d"),
    Arrangement(
      "play.json -i x=l -o n.ndjson",
      "'-o n.ndjson' would overwrite the input 'x' ('l'); name another file",
      after: "ln -s n.ndjson l"),
    Arrangement(
      "play.json -i x=- -o n.ndjson <n.ndjson",
      "'-o n.ndjson' would overwrite the input 'x' (standard input); name another file"),
    Arrangement(
      "play.json -i x=/dev/stdin -o n.ndjson <n.ndjson",
      "'-o n.ndjson' would overwrite the input 'x' ('/dev/stdin'); name another file"),
    Arrangement(
      "play.json -i x=n.ndjson -o /dev/fd/7 7>>n.ndjson",
      "'-o /dev/fd/7' would write to the input 'x' ('n.ndjson'); name another file"),
    Arrangement(
      "play.json -i x=n.ndjson -o n.ndjson --append",
      "'-o n.ndjson' would append to the input 'x' ('n.ndjson'); name another file"),
    Arrangement("play.json -i x=n.ndjson -r -o n.ndjson", "'-o n.ndjson' \(overwrites)"),
    Arrangement(
      "play.json -i x=o.partial -o o",
      "'-o o' is first written to 'o.partial', which is the input 'x' ('o.partial'); "
        + "name another file", after: "echo 1 >o.partial"),
    Arrangement(
      "play.json -i x=n.ndjson --on-bad-record dead-letter=n.ndjson",
      "'dead-letter=n.ndjson' \(overwrites)"),
    Arrangement(
      "play.json -i x=logs -o logs/1.ndjson",
      "'-o logs/1.ndjson' would overwrite 'logs/1.ndjson', a file of the input 'x' ('logs'); "
        + "name another file"),
    Arrangement(
      "play.json -i x=logs -o n.ndjson",
      "'-o n.ndjson' would overwrite 'logs/2.ndjson', a file of the input 'x' ('logs'); "
        + "name another file", after: "ln -s ../n.ndjson logs/2.ndjson"),
  ]

  static let streamFiles: [Arrangement] = [
    Arrangement(
      "pair.json -o pair.json",
      "'-o pair.json' would overwrite the stream file 'pair.json'; name another file"),
    Arrangement(
      "pair.json --tee a=pair.json",
      "'--tee a=pair.json' would overwrite the stream file 'pair.json'; name another file"),
    Arrangement(
      "- -o pair.json <pair.json",
      "'-o pair.json' would overwrite the stream file (standard input); name another file"),
    Arrangement(
      "outer.json -i y=n.ndjson -o sub/inner.json",
      "'-o sub/inner.json' would overwrite 'sub/inner.json', which the stream file names; "
        + "name another file"),
    Arrangement(
      "outer.json -i y=n.ndjson -o l",
      "'-o l' would overwrite 'sub/data.ndjson', which the stream file names; name another file",
      after: "ln -s sub/data.ndjson l"),
    Arrangement(
      "test sub --coverage-file sub/inner.json",
      "'--coverage-file sub/inner.json' would overwrite 'sub/inner.json', which is tested; "
        + "name another file"),
  ]

  static let outputs: [Arrangement] = [
    Arrangement(
      "pair.json -o out --tee a=./out",
      "'-o out' and '--tee a=./out' are the same file; name another one for one of them"),
    Arrangement(
      "pair.json -o out --tee a=l",
      "'-o out' and '--tee a=l' are the same file; name another one for one of them",
      after: "ln -s out l"),
    Arrangement(
      "pair.json --tee a=d/out -o out",
      "'-o out' and '--tee a=d/out' are the same file; name another one for one of them",
      after: "ln -s . d"),
    Arrangement(
      "pair.json --tee a=out --tee a=out",
      "'--tee a=out' and '--tee a=out' are the same file; name another one for one of them"),
    Arrangement(
      "play.json -i x=n.ndjson -o out --on-bad-record dead-letter=out",
      "'-o out' and 'dead-letter=out' are the same file; name another one for one of them"),
    Arrangement(
      "pair.json -o out --tee a=out.partial",
      "'-o out' is first written to 'out.partial', which '--tee a=out.partial' writes too; "
        + "name another file for one of them"),
    Arrangement(
      "pair.json --tee a=-",
      "the stream itself and '--tee a=-' would both write to standard output; "
        + "name a file with '-o'"),
    Arrangement(
      "pair.json -o - --tee a=-",
      "'-o -' and '--tee a=-' would both write to standard output; "
        + "name a file for one of them"),
    Arrangement(
      "pair.json --append",
      "'--append' needs a file to append to; name one with '-o', '--tee', '--outputs' or 'dead-letter='"
    ),
    Arrangement(
      "pair.json -o out 2>out; code=$?; cat out >&2; : >out; exit $code",
      "standard error goes to the file of '-o out'; send it to another file",
      after: ": >out"),
  ]

  static let redirections: [Arrangement] = [
    Arrangement(
      "play.json -i x=n.ndjson >>n.ndjson",
      "standard output goes to the input 'x' ('n.ndjson'); send it to another file"),
    Arrangement(
      "play.json -i x=n.ndjson -o - >>n.ndjson",
      "standard output goes to the input 'x' ('n.ndjson'); send it to another file"),
    Arrangement(
      "play.json -i x=empty >empty",
      "standard output goes to the input 'x' ('empty'); send it to another file",
      after: ": >empty"),
    Arrangement(
      "play.json -i x=logs >>logs/1.ndjson",
      "standard output goes to 'logs/1.ndjson', a file of the input 'x' ('logs'); "
        + "send it to another file"),
    Arrangement(
      "outer.json -i y=n.ndjson >>sub/inner.json",
      "standard output goes to 'sub/inner.json', which the stream file names; "
        + "send it to another file"),
    Arrangement(
      "outer.json -i y=n.ndjson >sub/inner.json",
      "standard output goes to 'sub/inner.json', which the stream file names; "
        + "send it to another file", after: ": >sub/inner.json"),
    Arrangement(
      "pair.json --tee a=out >out",
      "standard output goes to the file of '--tee a=out'; send it to another file",
      after: ": >out"),
    Arrangement(
      "eval '$0' - <n.ndjson >>n.ndjson",
      "standard output goes to the file that standard input reads; send it to another file"),
    Arrangement(
      "test pair.json >>pair.json",
      "standard output goes to 'pair.json', which is tested; send it to another file"),
  ]

  @Test(arguments: inputs + streamFiles + outputs + redirections)
  func `a file cannot be both read and written, or written twice`(arrangement: Arrangement) throws {
    let folder = try Self.folder()
    let setup = "cd '\(folder.path)' && \(arrangement.setup)"
    #expect(try Command.shell(setup).code == 0)
    let before = try Self.contents(of: folder)
    let outcome = try Command.shell("cd '\(folder.path)' && \"$0\" \(arrangement.line)")
    #expect(outcome.errors.hasPrefix("stream-run: \(arrangement.message)\nusage: "))
    #expect(outcome.code == 64 && outcome.output == "")
    #expect(try Self.contents(of: folder) == before)
  }

  @Test func `even the rejection is not written to a file that is read`() throws {
    let folder = try Self.folder()
    let line = "cd '\(folder.path)' && \"$0\" play.json -i x=n.ndjson"
    let message = "stream-run: standard error goes to the input 'x' ('n.ndjson'); "
    let outcome = try Command.shell(line + " 2>>n.ndjson")
    #expect(outcome.output.hasPrefix(message) && outcome.code == 64)
    #expect(try Command.shell(line + " >>n.ndjson 2>&1").code == 64)
    #expect(try folder.read("n.ndjson") == "1\n2\n")
  }

  @Test(arguments: [
    "-o /dev/null --tee a=/dev/null", "-o /dev/stdout --tee a=/dev/stdout | cat",
    "-o >(cat) --tee a=>(cat)", "--tee a=out >out2 2>&1", "-o /dev/stderr 2>out",
  ])
  func `devices, pipes and files that are not written are not compared`(line: String) throws {
    let folder = try Self.folder()
    let outcome = try Command.shell("cd '\(folder.path)' && \"$0\" pair.json \(line)")
    #expect(outcome.code == 0 && outcome.errors == "")
  }

  @Test func `a folder is not read where the same run writes`() throws {
    let folder = try Self.folder()
    let run = "cd '\(folder.path)' && \"$0\" play.json -i x=logs -f values"
    for (file, option) in [("o", ""), ("p", "--append"), ("q", "--speed 1000")] {
      let line = "\(run) -o logs/\(file) \(option) && cat logs/\(file); rm logs/\(file)"
      #expect(try Command.shell(line) == Outcome(output: "1\n", errors: "", code: 0))
    }
    // A file left over from an earlier run is not an input either.
    try folder.write("9\n", to: "logs/o.partial")
    #expect(try Command.shell("\(run) -o logs/o && cat logs/o").output == "1\n")
  }

  @Test func `a file that coverage is written to cannot be a tested file`() throws {
    let folder = try Self.folder()
    let line = "cd '\(folder.path)' && \"$0\" test sub --coverage-file sub/c.json"
    for _ in 0..<2 {
      let outcome = try Command.shell(line)
      #expect(outcome.code == 0 && outcome.errors == "")
    }
    #expect(try folder.read("sub/c.json").hasPrefix(#"{"covered":"#))
    let named = try Command.shell(
      "cd '\(folder.path)' && \"$0\" test sub/c.json --coverage-file sub/c.json")
    #expect(named.code == 64)
  }

  private static func folder() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    for name in ["sub", "logs"] {
      try FileManager.default.createDirectory(
        atPath: "\(folder.path)/\(name)", withIntermediateDirectories: true)
    }
    for (name, text) in files { try folder.write(text, to: name) }
    return folder
  }

  /// Returns the bytes of every file in and below the folder, by its path.
  private static func contents(of folder: TemporaryFolder) throws -> [String: String] {
    var contents: [String: String] = [:]
    for name in try FileManager.default.subpathsOfDirectory(atPath: folder.path) {
      var isFolder: ObjCBool = false
      let path = "\(folder.path)/\(name)"
      guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
        contents[name] = "dangling"
        continue
      }
      contents[name] = isFolder.boolValue ? "folder" : try folder.read(name)
    }
    return contents
  }
}
