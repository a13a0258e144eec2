import Testing
import Values

@testable import Expressions

struct FunctionReferenceTests {
  @Test(arguments: FunctionReference.entries.map(\.name))
  func `each entry describes its purpose, its calls and its results`(name: String) throws {
    let entry = try #require(FunctionReference.entry(named: name))
    #expect(entry.summary.hasSuffix("."))
    #expect(!entry.signatures.isEmpty && !entry.examples.isEmpty)
    for signature in entry.signatures { #expect(signature.contains("\(name)(")) }
    for example in entry.examples {
      #expect(example.text.contains("\(name)("))
      let (found, wanted) = (try outcome(example.text), try outcome(example.result))
      #expect(found == wanted, "\(example.text)")
    }
  }

  @Test func `names are listed once, sorted, and cover everything that can be called`() {
    let names = FunctionReference.entries.map(\.name)
    #expect(names == Set(names).sorted())
    #expect(Set(names) == Set(FunctionTable.names))
  }

  @Test(arguments: [
    ("contains", ["string.contains(string) -> bool"]),
    (
      "size",
      [
        "size(string) -> int", "size(list(dyn)) -> int", "size(map(string, dyn)) -> int",
        "string.size() -> int", "list(dyn).size() -> int", "map(string, dyn).size() -> int",
      ]
    ),
    (
      "math.greatest",
      [
        "math.greatest(int|double...) -> dyn", "math.greatest(list(int)|list(double)) -> dyn",
      ]
    ),
    ("first", ["list(dyn).first() -> optional_type(dyn)"]),
    ("all", ["list.all(x, bool) -> bool", "list.all(i, x, bool) -> bool"]),
  ])
  func `signatures are written in CEL notation`(name: String, signatures: [String]) {
    #expect(FunctionReference.entry(named: name)?.signatures == signatures)
  }
}
