import Reactive
import Testing
import Values

@testable import Pipelines
@testable import Playing
@testable import Records
@testable import StreamModels

/// The memory that a playback holds, and its description.
@Suite struct HeldMemoryTests {
  /// A live pipe of which more has been read than played.
  private final class FullPipe: ByteSource {
    let heldByteCount = 8 << 20
    var onNews: (() -> Void)?
    func read(into target: UnsafeMutableRawBufferPointer) -> ByteReading { .notYet }
    func cancel() {}
  }

  @Test func `records that have been read and wait belong to their input`() throws {
    let program = try program(
      #"{"input": "a", "operators": [{"collect": {}}]}"#)
    let binding = InputBinding { _ in TextRecords(FullPipe(), format: .ndjson, nil, name: "a") }
    let session = try InputSession(program, InputBindings(["a": binding]))
    var root: (any Subscription)?
    program.publisher(on: VirtualScheduler(), inputs: session).receive(
      subscriber: AnySubscriber<Value, StreamFailure>(receiveSubscription: { root = $0 }))
    let held = HeldMemory(of: root, room: 1)
    #expect(held.total >= 8 << 20)
    #expect(held.most(atLeast: 8 << 20) == .input("a"))
    #expect(held.most(atLeast: 9 << 20) == nil)
    let failure = MemoryBudget.failure(because: held.most(atLeast: 1 << 20), 64 << 20)
    #expect(
      failure.message
        == "the process needs more than 64MiB of memory, most of it for records of the "
        + "input 'a' that wait")
    #expect(
      failure.cause?.hint
        == "read fewer inputs at once, or allow more with '--max-memory 128MiB'")
  }
}
