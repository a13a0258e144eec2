import Dispatch
import Platform
import Synchronization
import Testing

@testable import Pipelines
@testable import Records
@testable import Values

/// A queue between this thread and one that adds batches.
@Suite struct BatchQueueTests {
  /// Returns a batch that has a number as its mark.
  private static func batch(_ number: Int) -> HandedBatch {
    var handed = HandedBatch()
    let batch = RecordBatch()
    batch.add(.int(Int64(number)), line: number, start: 0, end: 0)
    batch.exchange(with: &handed)
    return handed
  }

  private static func number(_ handed: inout HandedBatch) -> Int? {
    let batch = RecordBatch()
    batch.exchange(with: &handed)
    return batch.count == 0 ? nil : batch[0].line
  }

  @Test(arguments: [1, 2, 3, 16])
  func `batches arrive in order, however few fit into the queue`(length: Int) {
    let queue = BatchQueue(length: length)
    let count = 2000
    #expect(
      DetachedThread.start {
        for number in 0..<count {
          var batch = Self.batch(number)
          if number % 7 == 0 { queue.flush() }
          guard queue.put(&batch) else { return }
        }
        var last = HandedBatch()
        last.end = .end
        _ = queue.put(&last)
      })
    var (numbers, handed) = ([Int](), HandedBatch())
    repeat {
      handed.end = nil
      #expect(queue.take(&handed))
      if handed.end == nil { numbers.append(Self.number(&handed) ?? -1) }
    } while handed.end == nil
    #expect(numbers == Array(0..<count))
  }

  @Test func `a closed queue releases a thread that waits for room`() {
    let queue = BatchQueue(length: 2)
    let full = Mutex(0)
    let over = DispatchSemaphore(value: 0)
    #expect(
      DetachedThread.start {
        var batch = Self.batch(0)
        while queue.put(&batch) {
          full.withLock { $0 += 1 }
          batch = Self.batch(0)
        }
        over.signal()
      })
    queue.close()
    over.wait()
    #expect(full.withLock { $0 } <= 2)
  }

  @Test func `a closed queue has an end`() {
    let queue = BatchQueue(length: 4)
    var batch = Self.batch(1)
    #expect(queue.put(&batch))
    queue.close()
    var handed = HandedBatch()
    #expect(queue.take(&handed))
    #expect(Self.number(&handed) == 1)
    #expect(!queue.take(&handed))
    #expect(!queue.take(&handed))
    #expect(!queue.put(&batch))
  }
}
