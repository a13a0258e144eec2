import Dispatch
import Foundation
import Marbles
import Reactive
import Synchronization
import TestSupport
import Testing

@testable import Pipelines
@testable import Playing
@testable import Records
@testable import Values

/// A thread that decodes records ahead changes only the duration of a playback.
@Suite struct ReadingAheadTests {
  private static let eager = ReadingAhead.Plan(firstByte: 0, needsProcessor: false)

  /// Repeated bytes, with a record of how they are read.
  private final class Endless: ByteSource {
    struct Rest: ThreadBytes {
      let line: [UInt8]
      var left: Int
      let last: ByteReading
      let watch: Watch
      var canWait: Bool { true }

      mutating func read(into target: UnsafeMutableRawBufferPointer) -> ByteReading {
        guard left > 0 else { return last }
        left -= 1
        let count = target.count / line.count * line.count
        for place in stride(from: 0, to: count, by: line.count) {
          for (index, byte) in line.enumerated() { target[place + index] = byte }
        }
        watch.bytes.withLock { $0 += count }
        return .bytes(count)
      }

      func close() {
        watch.closings.withLock { $0 += 1 }
        watch.closed.signal()
      }
    }

    final class Watch: Sendable {
      let bytes = Mutex(0)
      let closings = Mutex(0)
      let closed = DispatchSemaphore(value: 0)
    }

    private var rest: Rest
    var onNews: (() -> Void)?

    /// Creates a number of blocks of lines, followed by another reading.
    init(_ line: String, blocks: Int = .max, then last: ByteReading = .end, _ watch: Watch) {
      rest = Rest(line: Array(line.utf8), left: blocks, last: last, watch: watch)
    }

    func read(into target: UnsafeMutableRawBufferPointer) -> ByteReading { rest.read(into: target) }
    func cancel() {}
    func bytesForThread(endedBy stop: ReadingStop) -> (any ThreadBytes)? { rest }
    func leaveToThread() {}
  }

  private func play(
    _ document: String, _ source: @escaping () -> any ByteSource, plan: ReadingAhead.Plan = eager,
    badRecords: BadRecordPolicy = .fail
  ) throws -> String {
    let binding = InputBinding { (_) throws(InputError) in
      TextRecords(source(), format: .ndjson, name: "log")
    }
    return try ReadingAhead.Plan.$current.withValue(plan) {
      try program(document).play(
        inputs: InputBindings(["log": binding], badRecords: badRecords)
      ).brief
    }
  }

  @Test func `a thread stops soon after its stream needs no more values`() throws {
    let watch = Endless.Watch()
    let document = #"{"input": "log", "operators": [{"prefix": {"count": 3}}]}"#
    let plan = ReadingAhead.Plan(firstByte: 0, queueLength: 4, needsProcessor: false)
    let found = try play(document, { Endless("{\"v\":\"a\"}\n", watch) }, plan: plan)
    #expect(found == #"{"v":"a"}@0 {"v":"a"}@0 {"v":"a"}@0 |@0"#)
    watch.closed.wait()
    #expect(watch.closings.withLock { $0 } == 1)
    // Two blocks of 64 KB in addition to the contents of the queue.
    #expect(watch.bytes.withLock { $0 } <= 200_000)
  }

  @Test func `very many short lines pass through a queue of two`() throws {
    let watch = Endless.Watch()
    let plan = ReadingAhead.Plan(firstByte: 0, queueLength: 2, needsProcessor: false)
    let document = #"{"input": "log", "operators": [{"count": {}}]}"#
    let found = try play(document, { Endless("1\n", blocks: 4, watch) }, plan: plan)
    #expect(found == "\(watch.bytes.withLock { $0 } / 2)@0 |@0")
    watch.closed.wait()
    #expect(watch.closings.withLock { $0 } == 1)
  }

  @Test func `a reading error is emitted after the records before it`() throws {
    let watch = Endless.Watch()
    let document = #"{"input": "log", "operators": [{"map": {"expression": "$0.v"}}]}"#
    let found = try play(document) {
      Endless("{\"v\": \"a\"}\n", blocks: 1, then: .failed("gone"), watch)
    }
    let count = watch.bytes.withLock { $0 } / 11
    #expect(
      found == String(repeating: "\"a\"@0 ", count: count)
        + "#input 'log': cannot read 'log': gone@0")
  }

  @Test func `a long input has a thread, and a short one has none`() throws {
    let document = #"{"input": "log", "operators": [{"count": {}}]}"#
    let plan = ReadingAhead.Plan(needsProcessor: false)
    for (blocks, closings) in [(1, 0), (2, 1), (9, 1)] {
      let watch = Endless.Watch()
      let found = try play(document, { Endless("1234567\n", blocks: blocks, watch) }, plan: plan)
      #expect(found == "\(watch.bytes.withLock { $0 } / 8)@0 |@0")
      if closings > 0 { watch.closed.wait() }
      #expect(watch.closings.withLock { $0 } == closings)
    }
  }

  @Test func `a thread is used only if time waits for reading`() {
    ReadingAhead.Plan.$current.withValue(Self.eager) {
      #expect(ReadingAhead.plan(on: VirtualScheduler()) != nil)
      #expect(ReadingAhead.plan(on: AnyScheduler(VirtualScheduler())) != nil)
      #expect(ReadingAhead.plan(on: WallClockScheduler()) == nil)
      #expect(ReadingAhead.plan(on: AnyScheduler(WallClockScheduler())) == nil)
    }
  }

  @Test func `a silent pipe does not delay the end, and later bytes are not read`() throws {
    let pipe = Pipe()
    pipe.fileHandleForWriting.write(Data("{\"v\":1}\n{\"v\":2}\n{\"v\":3}\n".utf8))
    let document = #"{"input": "log", "operators": [{"prefix": {"count": 2}}]}"#
    let found = try ReadingAhead.Plan.$current.withValue(Self.eager) {
      let binding = InputBinding.descriptor(
        pipe.fileHandleForReading.fileDescriptor, name: "<stdin>")
      return try program(document).play(inputs: InputBindings(["log": binding])).brief
    }
    #expect(found == #"{"v":1}@0 {"v":2}@0 |@0"#)
    pipe.fileHandleForWriting.write(Data("later".utf8))
    #expect(pipe.fileHandleForReading.availableData == Data("later".utf8))
  }

  @Test func `a stop ends the reading even while the thread waits`() throws {
    let pipe = Pipe()
    pipe.fileHandleForWriting.write(Data("{\"v\":1}\n{\"v\":2}\n".utf8))
    let stop = ReadingStop()
    let binding = InputBinding.descriptor(
      pipe.fileHandleForReading.fileDescriptor, name: "<stdin>")
    let program = try program(#"{"input": "log"}"#)
    var found: [String] = []
    try ReadingAhead.Plan.$current.withValue(Self.eager) {
      let session = try InputSession(program, InputBindings(["log": binding], stop: stop))
      let scheduler = VirtualScheduler(now: session.start)
      let subscription = program.publisher(on: scheduler, inputs: session).sink(
        receiveCompletion: { found.append("\($0)") },
        receiveValue: { value in
          found.append("\(value)")
          if found.count == 2 { stop.stop() }
        })
      _ = scheduler.run()
      subscription.cancel()
    }
    #expect(found == [#"{"v":1}"#, #"{"v":2}"#, "finished"])
  }

  @Test(arguments: [1, 2, 7, 64])
  func `tables and lines are read as without a thread`(size: Int) throws {
    let rows = (0..<500).map { "\($0),name \($0 % 7),\"a, \"\"long\"\" text of row \($0)\"" }
    let table = (["id,name,text"] + rows).joined(separator: "\n")
    let lines = (0..<500).map { number in
      number % 50 == 49
        ? "{\"id\":" : #"{"id":\#(number),"name":"name \#(number % 7)","in":{"a":["x"]}}"#
    }.joined(separator: "\n")
    let document = #"""
      {"input": "log", "operators": [{"filter": {"expression": "$0.id % 3 == 0"}},
                                     {"collect": {"count": 10}}]}
      """#
    let plan = ReadingAhead.Plan(
      firstByte: 0, batchSize: size, queueLength: 3, needsProcessor: false)
    for (text, format) in [(table, RecordFormat.csv), (lines, .ndjson)] {
      func played(_ plan: ReadingAhead.Plan) throws -> String {
        try ReadingAhead.Plan.$current.withValue(plan) {
          let bindings = InputBindings(["log": .parted(text, format: format)], badRecords: .skip)
          return try program(document).play(inputs: bindings).brief
        }
      }
      #expect(try played(plan) == played(ReadingAhead.Plan(firstByte: .max)))
    }
  }

  @Test func `the files of a folder are read one after another`() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    for file in 0..<5 {
      let lines = (0..<300).map { "\(file * 300 + $0)\n" }.joined()
      try Data(lines.utf8).write(to: folder.appendingPathComponent("\(file).ndjson"))
    }
    let found = try ReadingAhead.Plan.$current.withValue(Self.eager) {
      try program(#"{"input": "log"}"#).play(
        inputs: InputBindings(["log": .file(folder.path)])
      ).brief
    }
    #expect(found == (0..<1500).map { "\($0)@0 " }.joined() + "|@0")
  }
}
