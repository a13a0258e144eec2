import Pipelines
import TestSupport
import Testing
import Values

/// Items with the same text as previous ones, which are compared instead of being read again.
@Suite struct RepeatedItemsTests {
  static let values = [
    "1", "12", "-3.5", "1e3", "\"a\"", "\"}\"", "true", "null", "[]", "[1, {\"a\": 2}]",
    "{\"a\": 1}",
    "{\"a\": 1, \"a\": 2}", "1 ", "x", "", "1.", "{\"value\": 1}",
  ]
  static let shapes = [
    "{\"value\":V}", "{\"value\": V}", "{\"value\":V }", "{\"value\":V,}", "{\"value\":V",
    "{\"value\":V,\"operators\":[{\"delay\":{\"seconds\":1}}]}",
    "{\"value\":V,\"operators\":[{\"delay\":{\"seconds\":2}}]}",
    "{\"operators\":[{\"delay\":{\"seconds\":1}}],\"value\":V}",
    "{\"operators\":[{\"delay\":{\"seconds\":2}}],\"value\":V}",
    "{\"value\":V,\"operators\":[{\"map\":{\"expression\":\"[$0]\"}}]}",
    "{\"value\":V,\"operators\":[{\"map\":{\"expression\":\"[$1]\"}}]}",
    "{\"value\":V,\"operators\":[{\"dealy\":{\"seconds\":1}}]}",
    "{\"value\":V,\"operators\":[{\"delay\":{\"seconds\":1},\"$a\":{\"b\":1,\"b\":2}}]}",
    "{\"value\":V,\"$note\":1}", "{\"$note\":1,\"value\":V}", "{\"value\":V,\"value\":V}",
    "{\"value\":V,\"vlaue\":1}", "{\"operators\":[]}",
    "{\"operators\":[],\"operators\":[],\"value\":V}",
  ]

  /// Whitespace of a different length after each first bracket, so that no text is repeated.
  @Test func `items have the same meaning if no text is repeated`() {
    let seed = freshSeed()
    var random = SplitMix64(seed: seed)
    var kinds = (good: 0, bad: 0)
    for _ in 0..<3000 {
      let shapes = (0...random.below(2)).map { _ in Self.shapes[random.below(Self.shapes.count)] }
      let items = (0...random.below(5)).map { _ in
        shapes[random.below(shapes.count)]
          .replacing("V", with: Self.values[random.below(Self.values.count)])
      }
      let padded = items.enumerated().map { index, item in
        "{" + String(repeating: " ", count: index) + item.dropFirst()
      }
      let note: Comment = "\(items), seed \(seed)"
      let (result, expected) = (reading(items), reading(padded))
      #expect(result == expected, note)
      if result.model == nil { kinds.bad += 1 } else { kinds.good += 1 }
    }
    #expect(kinds.good > 300 && kinds.bad > 300)
  }

  @Test func `repeated items obey the nesting limit`() {
    func nested(_ depth: Int) -> String {
      String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    }
    // Two brackets are outside an item's members, those of the file and of the list, and then its
    // own.
    let atLimit = "{\"value\":\(nested(JSONReader.nestingLimit - 3))}"
    let beyond = "{\"value\":\(nested(JSONReader.nestingLimit - 2))}"
    #expect(reading([atLimit, atLimit]).mistakes == [])
    #expect(reading([atLimit, beyond]).mistakes.count == 1)
  }

  private struct Reading: Equatable {
    var model: StreamModel<Value>?
    var mistakes: [String] = []
  }

  private func reading(_ items: [String]) -> Reading {
    let text = "{\"stream\":[\(items.joined(separator: ",\n"))]}"
    do throws(Diagnostics) {
      let model = try StreamModel<Value>(SourceText(name: "t.json", text))
      return Reading(model: model)
    } catch {
      return Reading(mistakes: error.items.map { "\($0.code) \($0.path): \($0.message)" })
    }
  }
}
