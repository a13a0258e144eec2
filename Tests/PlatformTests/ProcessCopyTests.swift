import Testing

@testable import Platform

@Suite struct ProcessCopyTests {
  private func outcome(of copy: ProcessCopy) -> ProcessCopy.Outcome? {
    for _ in 0..<1000 {
      if let outcome = copy.outcome { return outcome }
      CurrentThread.sleep(nanoseconds: 5_000_000)
    }
    return nil
  }

  @Test func `a copy has the memory of its moment, and ends with a status`() throws {
    var number = 7
    let copy = try ProcessCopy { _ in Int32(number) }
    number = 8
    #expect(outcome(of: copy) == .status(7))
  }

  @Test func `a copy that is ended has no status`() throws {
    let copy = try ProcessCopy { isAbandoned in
      while !isAbandoned() { CurrentThread.sleep(nanoseconds: 1_000_000) }
      return 0
    }
    #expect(copy.outcome == nil)
    copy.end()
  }
}
