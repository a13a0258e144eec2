import Testing

/// Options that play some keys of a log as a part of the whole.
struct ShardOptionTests {
  private static let grouped = #"""
    {"input": "a", "time": "$0.t", "operators": [{"groupBy": {"key": "$0.k", "operators": [
      {"collect": {"gap": 3}}, {"map": {"expression": "[$key, $0.size()]"}}]}}]}
    """#

  private func run(
    _ line: String, _ document: String = Self.grouped,
    records: String = "{\"t\":100,\"k\":1}\n{\"t\":101,\"k\":1}\n{\"t\":110,\"k\":1}\n"
  ) throws -> Outcome {
    let folder = try TemporaryFolder()
    try folder.write(document, to: "a.json")
    try folder.write(records, to: "a.ndjson")
    return try Command.shell(
      "cd '\(folder.path)'; run() { \"$0\" a.json -f values \"$@\"; }; \(line)")
  }

  @Test func `pending values are emitted at the end of the whole`() throws {
    let outcome = try run(
      "\"$0\" a.json --shard --origin 90 --input-end a=21 -i a=a.ndjson -f json")
    #expect(
      outcome.output == """
        {"time":14,"value":[1,2]}
        {"time":21,"value":[1,1]}
        {"time":21,"completion":"finished"}

        """)
    #expect(outcome.code == 0)
  }

  @Test(arguments: ["a=21", "21", "a=21 --input-end 2", "a=21s", "a=1970-01-01T00:01:51Z"])
  func `an end is given by name or for all inputs`(ends: String) throws {
    let outcome = try run("run --shard --origin 90 --input-end \(ends) -i a=a.ndjson --summary")
    #expect(outcome.output == "[1,2]\n[1,1]\n")
    #expect(outcome.errors.contains(#""time":21,"#) && outcome.errors.contains(#""records":3,"#))
  }

  @Test func `times can be before zero`() throws {
    let outcome = try run(
      "\"$0\" a.json --shard --origin -5.5 --input-end a=-1 -i a=a.ndjson -f json",
      #"{"input": "a", "time": "$0.t", "origin": "epoch"}"#, records: "{\"t\":-2}\n")
    #expect(
      outcome.output
        == "{\"time\":-2,\"value\":{\"t\":-2}}\n{\"time\":-1,\"completion\":\"finished\"}\n")
  }

  @Test func `a record that has no place in a part is a failure`() throws {
    let late = try run("run --shard --origin 90 --input-end a=19 -i a=a.ndjson")
    #expect(
      late
        == Outcome(
          output: "",
          errors: """
            a.ndjson:3: input 'a', 110 s: the record is 1 s after the last record of its input in \
            the whole; the end of an input must be the time of its last record of all parts
            stream-run: the stream failed at 11 s

            """, code: 2))
    let caught = try run(
      "run --shard --origin 90 --input-end a=18 -i a=a.ndjson",
      #"""
      {"input": "a", "time": "$0.t", "operators": [{"groupBy": {
        "key": "$0.?k.orValue(0)", "onError": "skip",
        "operators": [{"map": {"expression": "$0.t"}}, {"replaceError": {"with": "none"}}]}}]}
      """#)
    #expect(caught.output == "100\n101\n\"none\"\n")
    #expect(caught.code == 2)
  }

  @Test(arguments: [
    (
      "--shard -i a=a.ndjson",
      "'--shard' needs '--origin'; write the time of the first record of the whole, of all its inputs"
    ),
    (
      "--shard --origin 1 -i a=a.ndjson",
      "'--shard' needs '--input-end a=TIME'; write the time of the last record of 'a' in the whole"
    ),
    (
      "--shard --origin 1 --input-end other=2 -i a=a.ndjson",
      "option '--input-end': the stream reads no input 'other'; there is only 'a'"
    ),
    (
      "--shard --origin 1 --input-end a=2 --input-end a=3 -i a=a.ndjson",
      "option '--input-end' is given twice for 'a'; give it once for each input"
    ),
    (
      "--shard --origin 1 --input-end 2 --input-end 3 -i a=a.ndjson",
      "option '--input-end' is given twice for all inputs; give it once for each input"
    ),
    (
      "--shard --origin 1 --input-end a=-1 -i a=a.ndjson",
      "the input 'a' ends before '--origin'; expected a later '--input-end'"
    ),
    (
      "--shard --origin 1 --input-end =1 -i a=a.ndjson",
      "option '--input-end' is '=1', which has no name of an input; expected a name and a time, such "
        + "as trades=1h30m"
    ),
    (
      "--shard --origin 1 --input-end 2 --limit 3 -i a=a.ndjson",
      "'--shard' and '--limit' cannot be combined; leave it out: a part must be played to its end"
    ),
    (
      "--shard --origin 1 --input-end 2 --speed 3 -i a=a.ndjson",
      "'--shard' and '--realtime' or '--speed' cannot be combined; leave it out: a part is played by the "
        + "times of its records"
    ),
    (
      "--shard --origin 1 --input-end 2 --tee a=b -i a=a.ndjson",
      "'--shard' and '--tee' cannot be combined; leave it out: a part emits only the events of the "
        + "stream that is played"
    ),
    (
      "--shard --origin 1 --input-end 2 --max-bad 3 -i a=a.ndjson",
      "'--shard' and '--max-bad' cannot be combined; leave it out: bad records are counted in the whole, "
        + "not in a part"
    ),
    (
      "--input-end a=2 -i a=a.ndjson",
      "option '--input-end a=TIME' needs '--shard'; write the time without 'a=' to end all inputs"
    ),
    (
      "--input-end 1 --input-end 2 -i a=a.ndjson",
      "option '--input-end' is given twice; give it once"
    ),
  ])
  func `contradictory options are rejected`(options: String, message: String) throws {
    let outcome = try run("run \(options)")
    #expect(outcome.errors.hasPrefix("stream-run: \(message)\n"), "\(outcome.errors)")
    #expect(outcome.code == 64)
  }

  @Test func `an input that is bound to no part is rejected`() throws {
    let outcome = try run(
      "run --shard --origin 1 --input-end 2",
      #"{"input": "a", "time": "$0.t", "path": "a.ndjson"}"#)
    let message = """
      '--shard' needs the records of the input 'a'; write '--input a=PATH' with those of the part
      """
    #expect(outcome.errors.hasPrefix("stream-run: \(message)\n"), "\(outcome.errors)")
    #expect(outcome.code == 64)
  }

  @Test(arguments: [
    #"{"input": "a"}"#, #"{"sequence": []}"#,
    #"{"input": "a", "time": "$0.t", "operators": [{"debounce": {"seconds": 1}}]}"#,
  ])
  func `a file whose inputs cannot be split has no parts`(document: String) throws {
    let outcome = try run(
      "run --shard --origin 1 --input-end 2 -i a=a.ndjson", document)
    #expect(outcome.errors.contains("[not-splittable]"), "\(outcome.errors)")
    #expect(
      outcome.errors.hasSuffix("stream-run: the inputs of 'a.json' cannot be split by a key\n"),
      "\(outcome.errors)")
    #expect(outcome.code == 1)
  }
}
