import Editing
import Expressions
import Pipelines
import Values

/// Completion inside an expression, at a place of its text.
struct ExpressionCompletion {
  private let feature: Feature
  private let node: Int
  private let contents: StringContents
  private let text: ExpressionText
  /// The scalars of the word that is being typed.
  private let word: Range<Int>

  init(_ feature: Feature, _ node: Int, _ contents: StringContents, _ scalar: Int) {
    self.feature = feature
    self.node = node
    self.contents = contents
    text = ExpressionText(contents.text)
    var (start, end) = (scalar, scalar)
    while start > 0, ExpressionText.continuesName(text.scalars[start - 1]) { start -= 1 }
    while end < text.scalars.count, ExpressionText.continuesName(text.scalars[end]) { end += 1 }
    word = start..<end
  }

  /// The proposals in the form of the protocol.
  var items: [Value] {
    let isInString = text.words.contains {
      $0.kind == .string && $0.range.lowerBound < word.lowerBound
        && word.lowerBound < $0.range.upperBound
    }
    guard !isInString else { return [] }
    let range = contents.range(ofScalars: word)
    return proposals.enumerated().map { number, item in
      item.value(
        replacing: range, in: feature.document.lines, number: number, filter: item.label)
    }
  }

  private var proposals: [CompletionItem] {
    var place = word.lowerBound
    while place > 0, text.scalars[place - 1] == " " { place -= 1 }
    if place > 0, text.scalars[place - 1] == "?" { place -= 1 }
    guard place > 0, text.scalars[place - 1] == "." else { return variables + functions }
    return members(behind: place - 1)
  }

  // MARK: - Members

  /// The fields and functions of the value that ends before a dot.
  private func members(behind dot: Int) -> [CompletionItem] {
    guard let (outline, part) = receiver(endingAt: dot) else { return functions(of: .dyn) }
    if text.text(part.range) == Variable.match.rawValue { return steps }
    let samples = outline.samples(
      of: part, first: firstSamples, second: [])
    return fields(of: samples) + functions(of: part.type)
  }

  /// The steps of a pattern that the expression sees.
  private var steps: [CompletionItem] {
    (scope.match ?? []).map { step in
      var item = CompletionItem(step.name.string, .field)
      item.detail = step.type == .dyn ? nil : "\(step.type)"
      return item
    }
  }

  private var scope: Scope { feature.analysis.scope(of: node) }

  /// The values of `$0` in a playback.
  private var firstSamples: [Value] { feature.analysis.samples(forExpressionAt: node) }

  /// Parses the text before a dot, with everything that is open closed.
  private func receiver(
    endingAt dot: Int
  ) -> (outline: ExpressionOutline, part: ExpressionOutline.Part)? {
    let beginning = text.text(0..<dot)
    let open = text.openBrackets(before: dot).reversed()
    let closers = String(
      open.map { $0 == "(" ? ")" : $0 == "[" ? "]" : "}" as Character })
    let (scope, parameters) = (scope, feature.analysis.parameters(of: node))
    for ending in [closers, " : null" + closers, ": null" + closers] {
      guard let outline = ExpressionOutline(beginning + ending, in: scope, with: parameters) else {
        continue
      }
      var end = dot
      while end > 0 {
        if let part = outline.receiver(endingAt: end) { return (outline, part) }
        // Parentheses around a part do not belong to it.
        guard text.scalars[end - 1] == ")" || text.scalars[end - 1] == " " else { break }
        end -= 1
      }
    }
    return nil
  }

  private func fields(of samples: [Value]) -> [CompletionItem] {
    var types: [(Text, ValueType)] = []
    for case .object(let object) in samples {
      for member in object.members {
        let type = ValueType.of(member.value)
        if let known = types.firstIndex(where: { $0.0 == member.key }) {
          types[known].1 = types[known].1.joined(with: type)
        } else {
          types.append((member.key, type))
        }
      }
    }
    return types.prefix(500).compactMap { name, type in
      guard name.string.isName else { return nil }
      var item = CompletionItem(name.string, .field)
      item.detail = "\(type)"
      return item
    }
  }

  private func functions(of type: ValueType) -> [CompletionItem] {
    FunctionReference.entries.compactMap { entry in
      let fitting = entry.signatures.filter { signature in
        FunctionSignature(signature, of: entry.name).accepts(receiver: type)
      }
      return fitting.isEmpty ? nil : call(of: entry, signatures: fitting, kind: .method)
    }
  }

  // MARK: - Names

  private var variables: [CompletionItem] {
    let scope = scope
    var items: [CompletionItem] = localNames.map { CompletionItem($0, .variable) }
    for variable in Variable.allCases {
      guard let type = scope[variable] else { continue }
      var item = CompletionItem(variable.rawValue, .variable)
      item.detail = type == .dyn ? nil : "\(type)"
      item.documentation = documentation(of: variable)
      items.append(item)
    }
    for (name, node) in feature.index.names(in: "parameters", from: feature.index.homes[node]) {
      var item = CompletionItem("$\(name)", .constant)
      item.detail = feature.text(of: node)
      item.documentation = feature.index.member("description", of: node)
        .flatMap(feature.syntax.string(at:))
      items.append(item)
    }
    if scope.first != nil {
      items += fields(of: firstSamples).map { field in
        var item = CompletionItem("$0.\(field.label)", .field)
        item.detail = field.detail
        return item
      }
    }
    return items + ["true", "false", "null"].map { CompletionItem($0, .keyword) }
  }

  private func documentation(of variable: Variable) -> String {
    var text = variable.availabilityHint
    if variable == .first, let sample = firstSamples.first {
      text += "\n\n```json\n\(sample.description.shortened(to: 300))\n```"
    }
    return text
  }

  /// The variables of the macros around the cursor, the innermost first.
  private var localNames: [String] {
    var names: [String] = []
    for (index, word) in text.words.enumerated()
    where word.isCalled && word.range.upperBound <= self.word.lowerBound
      && FunctionSignature.macros.contains(word.text)
    {
      let depth = text.openBrackets(before: word.range.upperBound).count
      guard text.openBrackets(before: self.word.lowerBound).count > depth else { continue }
      names =
        text.words[(index + 1)...].prefix(2)
        .filter { $0.kind == .name && !$0.isCalled && !$0.followsDot }.map(\.text) + names
    }
    var seen: Set<String> = []
    return names.filter { !$0.hasPrefix("$") && seen.insert($0).inserted }
  }

  private var functions: [CompletionItem] {
    FunctionReference.entries.compactMap { entry in
      let fitting = entry.signatures.filter { FunctionSignature($0, of: entry.name).isGlobal }
      return fitting.isEmpty ? nil : call(of: entry, signatures: fitting, kind: .function)
    }
  }

  private func call(
    of entry: FunctionReference.Entry, signatures: [String], kind: CompletionItem.Kind
  ) -> CompletionItem {
    var item = CompletionItem(entry.name, kind)
    item.detail = signatures.first
    item.documentation = Markdown.page(of: entry)
    let isCalled = word.upperBound < text.scalars.count && text.scalars[word.upperBound] == "("
    if !isCalled {
      let takesNothing = signatures.allSatisfy { $0.contains("\(entry.name)()") }
      item.isSnippet = feature.client.takesSnippets && !takesNothing
      item.text = entry.name + (takesNothing ? "()" : item.isSnippet ? "($1)" : "(")
    }
    return item
  }
}

/// The signature of a function in CEL notation, such as `string.contains(string) -> bool`.
struct FunctionSignature {
  /// The types of the value before the dot; nil for a function that is called by its name only.
  private let receiver: [Substring]?

  init(_ text: String, of name: String) {
    guard !text.hasPrefix(name + "("), let dot = text.range(ofText: ".\(name)(") else {
      receiver = nil
      return
    }
    receiver = text[..<dot].split(separator: "|")
  }

  /// The names of the macros, which declare their own variables.
  static let macros: Set<String> = [
    "all", "exists", "exists_one", "existsOne", "map", "filter", "transformList", "transformMap",
    "transformMapEntry", "sortBy", "groupBy", "maxBy", "minBy", "optMap", "optFlatMap", "bind",
  ]

  var isGlobal: Bool { receiver == nil }

  /// Whether a value of a type can come before the dot.
  func accepts(receiver type: ValueType) -> Bool {
    guard let receiver else { return false }
    if type == .dyn { return true }
    return receiver.contains { name in
      let head = name.prefix { $0 != "(" }
      return head == "dyn" || head == "any" || head == type.head
    }
  }
}

extension ValueType {
  /// The name of the type without the types of its contents, in the form used in signatures.
  fileprivate var head: Substring {
    switch self {
    case .optional: "optional"
    default: description.prefix { $0 != "(" }
    }
  }
}

extension String {
  /// The place of the first occurrence of a string.
  fileprivate func range(ofText text: String) -> String.Index? {
    indices.first { self[$0...].hasPrefix(text) }
  }

  /// Whether the string is a name that can follow a dot.
  fileprivate var isName: Bool {
    guard let first = unicodeScalars.first, first.isASCII, first != "$",
      ExpressionText.beginsName(first)
    else { return false }
    return unicodeScalars.allSatisfy { $0.isASCII && $0 != "$" && ExpressionText.continuesName($0) }
  }
}
