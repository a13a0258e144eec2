import Marbles
import Reactive
import StreamTesting
import Testing

// An example to read from top to bottom: a search field, once with publishers and once with tasks,
// and typical tests for it. Nothing in it waits for real time.

/// The first form of the tested code: the scheduler is passed in, so that a test can pass in its
/// own.
private struct SearchField {
  let scheduler: any Scheduler

  /// Returns the strings to search for: those that were followed by 300 ms without typing, without
  /// duplicates.
  func queries(
    _ texts: some Publisher<String, Never>
  ) -> some Publisher<String, Never> {
    texts
      .debounce(for: .milliseconds(300), scheduler: scheduler)
      .removeDuplicates()
  }
}

/// The second form of the tested code: the clock is passed in, and can be any clock.
private actor SearchModel {
  private let clock: any Clock<Duration>
  private let answer: @Sendable (String) async throws -> [String]
  private var search: Task<Void, any Error>?
  private(set) var results: [String] = []
  private(set) var isSearching = false

  init(
    clock: any Clock<Duration>, answer: @escaping @Sendable (String) async throws -> [String]
  ) {
    self.clock = clock
    self.answer = answer
  }

  func type(_ text: String) {
    // A user who continues to type is not interested in the previous text.
    search?.cancel()
    search = Task {
      try await clock.sleep(for: .milliseconds(300))
      isSearching = true
      let found = try await answer(text)
      // A late answer to an old question must not replace a newer one.
      try Task.checkCancellation()
      results = found
      isSearching = false
    }
  }
}

@Suite private struct SearchExample {
  /// One diagram contains the typed text, and another the expected output. With `frame`, one
  /// character is 100 ms. The text that "b" represents is in `values`.
  @Test func `a query is emitted when typing has stopped`() throws {
    try withTestScheduler { scheduler in
      let typed = Timeline<String>.marbles("ab-----b---|", frame: .milliseconds(100))
      let queries = SearchField(scheduler: scheduler).queries(
        typed.publisher(on: scheduler).assertNoFailure)
      let timeline = try queries.play(on: scheduler)
      // The second "b" is a duplicate. If `debounce` were longer than the pause, both lines would
      // be drawn on one axis, with a caret where they differ.
      #expect(timeline == .marbles("----b------|", frame: .milliseconds(100)))
    }
  }

  /// In virtual time the tasks of the model and of the test take turns. When all of them sleep,
  /// time moves to the instant at which the first one wakes.
  @Test func `a slow answer does not replace a newer one`() async throws {
    let results = try await withVirtualTime { clock in
      let model = SearchModel(clock: clock) { text in
        // The longer the text, the quicker the answer, which is the worst case for the model.
        try await clock.sleep(for: .milliseconds(text == "s" ? 900 : 100))
        return ["about \(text)"]
      }
      await model.type("s")
      try await clock.sleep(for: .milliseconds(500))
      #expect(await model.isSearching)
      await model.type("swift")
      try await clock.sleep(for: .seconds(5))
      return await model.results
    }
    #expect(results == ["about swift"])
  }

  /// The same under every order of the jobs that are ready at one instant. Here both texts are
  /// typed at exactly the instant at which the first search would begin.
  @Test func `no order of jobs shows an outdated answer`() async throws {
    try await explore(limit: 200) { clock in
      let model = SearchModel(clock: clock) { ["about \($0)"] }
      await model.type("s")
      try await clock.sleep(for: .milliseconds(300))
      await model.type("swift")
      try await clock.sleep(for: .seconds(1))
      return await model.results
    }
  }
}

extension Publisher {
  /// The same publisher without the failure, which the test knows will not happen.
  fileprivate var assertNoFailure: some Publisher<Output, Never> {
    self.catch { _ in Empty<Output, Never>() }
  }
}
