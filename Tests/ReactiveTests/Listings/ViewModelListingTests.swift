import Reactive
import ReactiveFoundation
import Testing

// View models as in tutorials on Combine. The scheduler is the test's, where the tutorials have
// 'DispatchQueue.main'.

private struct NetworkError: Error {}

private final class SearchViewModel<Clock: Scheduler>: ObservableObject {
  @Published var query = ""
  @Published private(set) var results: [String] = []
  @Published private(set) var isLoading = false

  private var cancellables = Set<AnyCancellable>()

  init(scheduler: Clock, search: @escaping (String) -> AnyPublisher<[String], NetworkError>) {
    $query
      .dropFirst()
      .debounce(for: .milliseconds(300), scheduler: scheduler)
      .removeDuplicates()
      .filter { !$0.isEmpty }
      .handleEvents(receiveOutput: { [weak self] _ in self?.isLoading = true })
      .map { query in
        search(query)
          .replaceError(with: [])
          .eraseToAnyPublisher()
      }
      .switchToLatest()
      .receive(on: scheduler)
      .sink(receiveValue: { [weak self] results in
        self?.isLoading = false
        self?.results = results
      })
      .store(in: &cancellables)
  }
}

private final class SignUpViewModel: ObservableObject {
  @Published var name = ""
  @Published var password = ""
  @Published var passwordAgain = ""
  @Published var isValid = false
  @Published private(set) var message: String?

  private var cancellables: Set<AnyCancellable> = []

  private var isNameValid: AnyPublisher<Bool, Never> {
    $name
      .map { $0.count >= 3 }
      .removeDuplicates()
      .eraseToAnyPublisher()
  }

  private var validatedPassword: AnyPublisher<String?, Never> {
    Publishers.CombineLatest($password, $passwordAgain)
      .map { password, passwordAgain in
        guard password == passwordAgain, password.count > 3 else { return nil }
        return password
      }
      .eraseToAnyPublisher()
  }

  init() {
    isNameValid
      .combineLatest(validatedPassword) { $0 && $1 != nil }
      .assign(to: \.isValid, on: self)
      .store(in: &cancellables)

    validatedPassword
      .map { $0 == nil ? "the passwords do not match" : nil }
      .assign(to: &$message)
  }
}

private final class Button {
  let title: String
  let taps = PassthroughSubject<Void, Never>()

  init(_ title: String) { self.title = title }
}

@Suite struct ViewModelListingTests {
  private let scheduler = DispatchQueue.test

  @Test func `a search begins after a pause in typing, and cancels the previous one`() {
    var asked: [String] = []
    let model = SearchViewModel(scheduler: scheduler) { [scheduler] query in
      asked.append(query)
      guard query != "error" else {
        return Fail(error: NetworkError()).eraseToAnyPublisher()
      }
      return Just([query, query + "!"])
        .setFailureType(to: NetworkError.self)
        .delay(for: .seconds(1), scheduler: scheduler)
        .eraseToAnyPublisher()
    }
    for query in ["s", "sw", "swift"] {
      model.query = query
      scheduler.advance(by: .milliseconds(100))
    }
    #expect(asked == [])
    scheduler.advance(by: .milliseconds(200))
    #expect(asked == ["swift"])
    #expect(model.isLoading)
    model.query = "combine"
    scheduler.advance(by: 1.2)
    #expect(model.results == [])
    scheduler.advance(by: 0.1)
    #expect(model.results == ["combine", "combine!"])
    model.query = ""
    scheduler.advance(by: 1)
    model.query = "error"
    scheduler.advance(by: 1)
    #expect(model.results == [])
    #expect(asked == ["swift", "combine", "error"])
    #expect(!model.isLoading)
  }

  @Test func `a form is valid when all of its fields are`() {
    let model = SignUpViewModel()
    #expect(model.message == "the passwords do not match")
    model.name = "blob"
    model.password = "secret"
    #expect(!model.isValid)
    model.passwordAgain = "secret"
    #expect(model.isValid)
    #expect(model.message == nil)
    model.name = "b"
    #expect(!model.isValid)
  }

  @Test func `the taps of many buttons are one stream`() {
    let buttons = ["left", "right", "fire"].map(Button.init)
    var log: [String] = []
    var cancellables = Set<AnyCancellable>()
    Publishers.MergeMany(buttons.map { button in button.taps.map { button.title } })
      .scan(into: [String: Int]())
      .sink { log.append($0) }
      .store(in: &cancellables)
    Publishers.Merge3(
      buttons[0].taps.map { -1 }, buttons[1].taps.map { 1 }, buttons[2].taps.map { 0 }
    )
    .scan(0, +)
    .sink { log.append("at \($0)") }
    .store(in: &cancellables)
    for button in [1, 1, 0, 2] { buttons[button].taps.send() }
    #expect(
      log == [
        "right 1", "at 1", "right 2", "at 2", "left 1", "at 1", "fire 1", "at 1",
      ])
  }

  @Test func `a value in a subject serves as state`() {
    let count = CurrentValueSubject<Int, Never>(0)
    final class Label {
      var text = "" { didSet { history.append(text) } }
      var history: [String] = []
    }
    let label = Label()
    var cancellables = Set<AnyCancellable>()
    count.map { "\($0) taps" }.assign(to: \.text, on: label).store(in: &cancellables)
    count.value += 1
    count.send(5)
    [6, 7].publisher.assign(to: \.value, on: count).store(in: &cancellables)
    #expect(label.history == ["0 taps", "1 taps", "5 taps", "6 taps", "7 taps"])
    #expect(count.value == 7)
  }
}

extension Publisher where Output == String {
  /// A custom operator that counts values.
  fileprivate func scan(into counts: [String: Int]) -> AnyPublisher<String, Failure> {
    scan((counts, "")) { state, name in
      var (counts, _) = state
      counts[name, default: 0] += 1
      return (counts, "\(name) \(counts[name] ?? 0)")
    }
    .map(\.1)
    .eraseToAnyPublisher()
  }
}
