import Foundation
import Reactive
import Testing

@Suite struct CompletionTests {
  private struct Failed: Error, Hashable, Codable { var code: Int }

  @Test func `completions are equal if their failures are`() {
    typealias Completion = Subscribers.Completion<Failed>
    let all: [Completion] = [.finished, .failure(Failed(code: 1)), .failure(Failed(code: 2))]
    #expect(Set(all + all).count == 3)
  }

  @Test(arguments: [
    (Subscribers.Completion<Failed>.finished, #"{"success":true}"#),
    (.failure(Failed(code: 3)), #"{"error":{"code":3},"success":false}"#),
  ])
  private func `a completion is encoded as in Combine, and decoded`(
    _ completion: Subscribers.Completion<Failed>, _ text: String
  ) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let data = try encoder.encode(completion)
    #expect(String(decoding: data, as: UTF8.self) == text)
    #expect(
      try JSONDecoder().decode(Subscribers.Completion<Failed>.self, from: data) == completion)
  }

  @Test func `a failure type that is only encodable is enough for encoding`() throws {
    struct Written: Error, Encodable { var code = 1 }
    let data = try JSONEncoder().encode(Subscribers.Completion<Written>.finished)
    #expect(String(decoding: data, as: UTF8.self) == #"{"success":true}"#)
  }
}
