import TestSupport

/// A stream of a document with which the engine is compared. It is written as a stream file, and
/// played by `SlowPlayer`.
final class SlowStream {
  enum Source {
    case sequence([Int])
    /// A diagram with the times of its events, in seconds.
    case marbles(String, [(time: Int, event: SlowEvent)], isHot: Bool)
    case stream([(value: Int, steps: [Step])])
    case append([SlowStream])
    case merge([SlowStream])
    case zip([SlowStream])
    case from(SlowStream)
  }

  enum Step {
    case delay(Int)
    case dropFirst(Int)
    case append([SlowStream])
    case prepend([SlowStream])
    case merge([SlowStream])
    case zip([SlowStream])
  }

  /// The name in `definitions`; nil for an inline stream.
  let name: String?
  let source: Source
  let steps: [Step]

  init(name: String?, source: Source, steps: [Step]) {
    self.name = name
    self.source = source
    self.steps = steps
  }
}

enum SlowEvent {
  case value(String)
  case finished
  case failed
}

// MARK: - The text

extension SlowStream {
  /// The members of the model's object, without the braces.
  var members: String {
    let operators = steps.map(\.text).joined(separator: ", ")
    let source =
      switch source {
      case .sequence(let values): #""sequence": \#(values)"#
      case .marbles(let text, _, let isHot): #""marbles": "\#(text)", "hot": \#(isHot)"#
      case .stream(let items): #""stream": [\#(items.map(Self.text).joined(separator: ", "))]"#
      case .append(let inputs): #""append": \#(inputs.text)"#
      case .merge(let inputs): #""merge": \#(inputs.text)"#
      case .zip(let inputs): #""zip": \#(inputs.text)"#
      case .from(let input): #""from": \#(input.reference)"#
      }
    return steps.isEmpty ? source : "\(source), \"operators\": [\(operators)]"
  }

  fileprivate var reference: String { name.map { "\"\($0)\"" } ?? "{\(members)}" }

  private static func text(of item: (value: Int, steps: [Step])) -> String {
    let operators = item.steps.map(\.text).joined(separator: ", ")
    return #"{"value": \#(item.value), "operators": [\#(operators)]}"#
  }
}

extension [SlowStream] {
  fileprivate var text: String { "[\(map(\.reference).joined(separator: ", "))]" }
}

extension SlowStream.Step {
  fileprivate var text: String {
    switch self {
    case .delay(let seconds): #"{"delay": {"seconds": \#(seconds)}}"#
    case .dropFirst(let count): #"{"dropFirst": {"count": \#(count)}}"#
    case .append(let inputs): #"{"append": {"streams": \#(inputs.text)}}"#
    case .prepend(let inputs): #"{"prepend": {"streams": \#(inputs.text)}}"#
    case .merge(let inputs): #"{"merge": {"streams": \#(inputs.text)}}"#
    case .zip(let inputs): #"{"zip": {"streams": \#(inputs.text)}}"#
    }
  }
}

// MARK: - Random streams

extension SplitMix64 {
  /// Returns definitions, each of which uses the previous ones, and the stream that plays.
  mutating func slowDocument() -> (definitions: [SlowStream], root: SlowStream) {
    var definitions: [SlowStream] = []
    for index in 0..<below(4) {
      definitions.append(randomStream("n\(index)", definitions, depth: 2))
    }
    return (definitions, randomStream(nil, definitions, depth: 3))
  }

  private mutating func randomStream(
    _ name: String?, _ names: [SlowStream], depth: Int
  ) -> SlowStream {
    let source: SlowStream.Source =
      switch below(depth == 0 ? 4 : 9) {
      case 0: .sequence((0..<below(3)).map { $0 + 1 })
      case 1, 2: diagram()
      case 3: .stream((0..<below(4)).map { ($0 + 5, steps(names, depth: depth, atMost: 2)) })
      case 4, 5: .append(inputs(names, depth: depth))
      case 6, 7: .merge(inputs(names, depth: depth))
      default: .zip(inputs(names, depth: depth, least: 2))
      }
    let limit = oneIn(2) ? 0 : 2
    return SlowStream(
      name: name, source: source, steps: steps(names, depth: depth, atMost: limit))
  }

  private mutating func inputs(
    _ names: [SlowStream], depth: Int, least: Int = 0
  ) -> [SlowStream] {
    (0..<least + below(3)).map { _ in
      !names.isEmpty && oneIn(2)
        ? names[below(names.count)] : randomStream(nil, names, depth: max(0, depth - 1))
    }
  }

  private mutating func steps(
    _ names: [SlowStream], depth: Int, atMost limit: Int
  ) -> [SlowStream.Step] {
    (0..<below(limit + 1)).map { _ in
      switch below(depth == 0 ? 4 : 8) {
      case 0, 1: .delay(1)
      case 2: .delay(0)
      case 3: .dropFirst(below(3))
      case 4: .append(inputs(names, depth: depth))
      case 5: .prepend(inputs(names, depth: depth))
      case 6: .merge(inputs(names, depth: depth))
      default: .zip(inputs(names, depth: depth))
      }
    }
  }

  private mutating func diagram() -> SlowStream.Source {
    let diagrams: [(String, [(time: Int, event: SlowEvent)])] = [
      ("a|", [(0, .value(#""a""#)), (1, .finished)]),
      ("-b-c|", [(1, .value(#""b""#)), (3, .value(#""c""#)), (4, .finished)]),
      ("-(de|)", [(1, .value(#""d""#)), (1, .value(#""e""#)), (1, .finished)]),
      ("fg--#", [(0, .value(#""f""#)), (1, .value(#""g""#)), (4, .failed)]),
      ("--|", [(2, .finished)]), ("|", [(0, .finished)]), ("-h", [(1, .value(#""h""#))]),
    ]
    let (text, events) = diagrams[below(diagrams.count)]
    return .marbles(text, events, isHot: oneIn(3))
  }
}
