import Editing
import TestSupport
import Testing
import Values

struct RepairedTextTests {
  private func repaired(_ text: String) -> String {
    let repaired = RepairedText(JSONSyntax(SourceText(name: "a.json", text)))
    return String(decoding: repaired.source.bytes, as: UTF8.self)
  }

  @Test(arguments: [
    ("", "null"),
    ("{", "{}"),
    ("{}", "{}"),
    ("[1, 2", "[1, 2]"),
    ("[1, 2,]", "[1, 2 ]"),
    ("[1 2]", "[1, 2]"),
    ("[,1,,2]", "[ 1, 2]"),
    (#"{"a"}"#, #"{"a": null}"#),
    (#"{"a":}"#, #"{"a": null}"#),
    (#"{"a": , "b": 1}"#, #"{"a": null , "b": 1}"#),
    (#"{"a" 1}"#, #"{"a": null, "1": null}"#),
    (#"{"a" "b"}"#, #"{"a": "b"}"#),
    (#"{a: 1}"#, #"{"a": 1}"#),
    (#"{"a": 1} x"#, #"{"a": 1}  "#),
    (#"{"a": tru}"#, #"{"a": null}"#),
    (#"{"a": 1e999}"#, #"{"a": null}"#),
    (#"{"a": 01}"#, #"{"a": null}"#),
    (#"{"a": "b}"#, #"{"a": "b"}"#),
    (#"{"a": {"b": "$0 + }}"#, #"{"a": {"b": "$0 + "}}"#),
    (#"{"a": "b, "c": 1}"#, #"{"a": "b", "c": 1}"#),
    (#"{"a": [1, 2}"#, #"{"a": [1, 2]}"#),
    ("{\"a\": [1,\n \"b\": 2}", "{\"a\": [1] \n ,\"b\": 2}"),
    ("{\"a\":\n \"b\": 2}", "{\"a\": null,\n \"b\": 2}"),
    (#"[{"a": 1 {"b": 2}]"#, #"[{"a": 1} ,{"b": 2}]"#),
    (#"{"a": "\q\u12\ud800"}"#, #"{"a": " q u12?"}"#),
    ("{\"a\": 1, // no\n\"b\": /* x */ 2}", "{\"a\": 1,  \n\"b\":   2}"),
  ])
  func `unfinished text becomes the text that was probably intended`(text: String, result: String) {
    #expect(repaired(text) == result)
  }

  @Test func `the offset of a byte that was kept is found`() {
    let text = #"{"a": , "b": [1, "c": 2}"#
    let syntax = JSONSyntax(SourceText(name: "a.json", text))
    let repaired = RepairedText(syntax)
    let damaged = Array(text.utf8)
    var found: Set<Int> = []
    for (place, byte) in repaired.source.bytes.enumerated() where byte > 0x20 {
      let offset = repaired.originalOffset(of: place)
      guard !repaired.isRepaired(at: offset) else { continue }
      #expect(damaged[offset] == byte)
      found.insert(offset)
    }
    for offset in damaged.indices where damaged[offset] > 0x20 {
      #expect(repaired.isRepaired(at: offset) || found.contains(offset))
    }
  }

  @Test func `whatever the bytes, the repaired text is JSON`() throws {
    let seed = freshSeed()
    var random = SplitMix64(seed: seed)
    let seeds = [
      #"{"marbles": "a-b|", "operators": [{"map": {"expression": "$0 + 1"}}, {"delay": 2.5e3}]}"#,
      "{\n  \"from\": [\"\\u00e9\\ud83d\\ude00\", null, true, -1.5],\n  \"x\": {\"y\": {}}\n}\n",
      "[[[[1, 2], {\"a\": \"b\\\\\"}], \"ä€😀\"], 0]",
    ]
    let rounds = RandomCampaign.cases.map { $0 * 20 } ?? 3_000
    for _ in 0..<rounds {
      var bytes = Array(seeds[random.below(seeds.count)].utf8)
      for _ in 0...random.below(4) { mutate(&bytes, with: &random) }
      let source = SourceText(name: "a.json", bytes: bytes)
      let syntax = JSONSyntax(source)
      let repaired = RepairedText(syntax)
      var mistake: String?
      do throws(ReadError) {
        _ = try JSONReader.value(of: repaired.source)
      } catch {
        mistake = error.message
      }
      #expect(
        mistake == nil,
        "seed \(seed): \(String(decoding: bytes, as: UTF8.self))")
      for (number, node) in syntax.nodes.enumerated() {
        #expect(node.range.upperBound <= bytes.count)
        if let parent = node.parent {
          let outer = syntax.nodes[parent].range
          #expect(
            outer.lowerBound <= (node.key ?? node.range).lowerBound
              && node.range.upperBound <= outer.upperBound,
            "seed \(seed): node \(number) of \(String(decoding: bytes, as: UTF8.self))")
        }
      }
    }
  }

  private func mutate(_ bytes: inout [UInt8], with random: inout SplitMix64) {
    let place = random.below(bytes.count + 1)
    switch random.below(5) {
    case 0: bytes.removeSubrange(place...)
    case 1 where place < bytes.count: bytes[place] = UInt8(random.below(256))
    case 2: bytes.insert(Array("{}[]:,\"\\ \n1a$".utf8)[random.below(13)], at: place)
    case 3 where place < bytes.count:
      bytes.removeSubrange(place..<min(bytes.count, place + 1 + random.below(6)))
    default:
      let piece = bytes[place..<min(bytes.count, place + 8)]
      bytes.insert(contentsOf: piece, at: random.below(bytes.count + 1))
    }
  }
}
