/// Works on several elements at once, and passes the results to `receive` in the order of the elements,
/// until it returns false.
///
/// - Parameters:
///   - jobs: The number of elements that are worked on at once.
///   - work: Works on an element, on any thread.
package func workInOrder<Element: Sendable, Outcome: Sendable>(
  on elements: [Element], jobs: Int, _ work: @escaping @Sendable (Element) -> Outcome,
  isolation: isolated (any Actor)? = #isolation, receive: (Outcome) -> Bool
) async {
  await withTaskGroup(of: (Int, Outcome).self) { group in
    var started = 0
    func startNext() {
      guard started < elements.count else { return }
      let (index, element) = (started, elements[started])
      started += 1
      group.addTask { (index, work(element)) }
    }
    for _ in 0..<max(1, min(jobs, elements.count)) { startNext() }
    // Results that are ready before it is their turn.
    var done: [Int: Outcome] = [:]
    var next = 0
    while let (index, outcome) = await group.next() {
      startNext()
      done[index] = outcome
      while let outcome = done.removeValue(forKey: next) {
        next += 1
        if !receive(outcome) { return group.cancelAll() }
      }
    }
  }
}
