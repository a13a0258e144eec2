import Foundation
import Testing
import Values

@testable import Pipelines
@testable import StreamModels

/// The identity of a model.
@Suite struct IdentityTests {
  private func model(_ text: String) throws -> StreamModel<Value> {
    try StreamModel<Value>(SourceText(name: "test.json", text))
  }

  @Test func `a stated id is the id`() throws {
    let id = "0B7D1F1C-9A11-4B6A-9C0E-6F1B7C1E52C2"
    #expect(try model(#"{"id": "\#(id)", "stream": []}"#).id.uuidString == id)
    #expect(try model(#"{"id": "\#(id.lowercased())", "stream": []}"#).id.uuidString == id)
  }

  @Test func `the same content has the same id, however it is spelled`() throws {
    let one = try model(#"{"name": "a", "stream": [{"value": 1}, {"value": "é"}]}"#)
    let other = try model(
      "{\n \"stream\": [{\"operators\": [], \"value\": 1},\t{\"value\": \"\\u00e9\"}], \"name\":\"\\u0061\"}"
    )
    #expect(one.id == other.id)
    #expect(one.id == (try model(#"{"name": "a", "stream": [{"value": 1}, {"value": "é"}]}"#)).id)
    #expect(one.id.uuidString == "78A198E8-FCDA-53AA-A75C-2217518DD25F")
  }

  @Test func `different content has a different id`() throws {
    let texts = [
      #"{"stream": []}"#, #"{"stream": [{"value": 1}]}"#, #"{"stream": [{"value": 1.0}]}"#,
      #"{"stream": [{"value": "1"}]}"#, #"{"stream": [{"value": null}]}"#,
      #"{"stream": [{"value": 1}, {"value": 1}]}"#, #"{"stream": [], "name": ""}"#,
      #"{"stream": [], "description": ""}"#, #"{"stream": [], "isDefault": false}"#,
      #"{"stream": [], "isDefault": true}"#, #"{"stream": [], "format": 1}"#,
      #"{"stream": [], "expect": ""}"#, #"{"stream": [], "$comment": null}"#,
      #"{"stream": [{"$a": 1, "value": 1}]}"#, #"{"stream": [{"value": {"a": 1, "b": 2}}]}"#,
      #"{"stream": [], "operators": [{"delay": {"seconds": 1}}]}"#,
      #"{"stream": [], "operators": [{"delay": {"seconds": 1.000000001}}]}"#,
      #"{"stream": [{"value": 1, "operators": [{"delay": {"seconds": 1}}]}]}"#,
    ]
    #expect(Set(try texts.map { try model($0).id }).count == texts.count)
  }

  @Test func `an id derived from the content is a UUID of version 5`() throws {
    for number in 0..<100 {
      let bytes = try model(#"{"stream": [{"value": \#(number)}]}"#).id.uuid
      #expect(bytes.6 >> 4 == 5)
      #expect(bytes.8 >> 6 == 0b10)
    }
  }

  @Test func `a model that cannot be written still has an id`() {
    let model = StreamModel<Double>(stream: [StreamItem(.nan)])
    #expect(model.id == model.id)
  }

  /// The examples of FIPS 180-4, and the lengths at which the padding changes.
}
