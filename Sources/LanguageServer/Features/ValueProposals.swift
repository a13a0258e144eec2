import Editing
import FileTesting
import Pipelines
import Platform
import Values

/// The values that are possible at a place.
struct ValueProposals {
  private let feature: Feature
  private let slot: Slot
  private let node: Int

  init(_ feature: Feature, _ slot: Slot, at node: Int) {
    self.feature = feature
    self.slot = slot
    self.node = node
  }

  private var index: SyntaxIndex { feature.index }
  private var home: Int { index.isModel(node) ? node : index.homes[node] }

  /// The proposals, each labelled with its JSON text.
  var items: [CompletionItem] {
    switch slot {
    case .stream: return streams + structure("{ }", "a model in place")
    case .streams: return structure("[ ]", "an array of streams")
    case .operatorUse: return operators
    case .operators: return structure("[ ]", "an array of operators")
    case .item: return structure(#"{ "value": 1 }"#, "an item")
    case .errorPolicy(let names): return words(names) + structure(#"{ "output": "bad" }"#, nil)
    case .lateness: return words(["drop", "now"]) + structure(#"{ "reorder": "1m" }"#, nil)
    case .records: return words(["ndjson", "json", "csv", "tsv", "text"])
    case .path: return files(ending: nil) + parameters
    case .durations: return durations
    case .interval: return durations + words(["forever"])
    case .repetition: return parameters + structure(#"{ "minimum": 1 }"#, "a least number")
    case .groups(let spec):
      return spec.kind == .namedObjects
        ? structure("{ }", "objects by name") : structure("[ ]", "an array of objects")
    case .group: return structure("{ }", "an object")
    case .leaf(let leaf): return items(of: leaf)
    default: return []
    }
  }

  private func items(of leaf: Slot.Leaf) -> [CompletionItem] {
    switch leaf {
    case .words(let words): self.words(words) + parameters
    case .flag: ["true", "false"].map { CompletionItem($0, .keyword) } + parameters
    case .duration: durations
    case .count, .text: parameters
    case .inputName: words(index.inputNames, .event) + parameters
    case .outputName: words(index.sideOutputNames, .event)
    case .cron: words(["@hourly", "@daily", "0 6 * * 1-5"], .constant)
    case .zone: words(["UTC"], .constant)
    case .expression(let role): words([role.beginning], .value)
    case .sequence: structure("[ ]", "the values") + words(["lists.range(3)"], .value)
    case .marbles: words(["a-b-c-|"], .value)
    case .data: isSetting ? parameters : []
    }
  }

  /// Whether the value is that of a parameter.
  private var isSetting: Bool {
    switch feature.syntax.nodes[node].parent.flatMap({ index.slots[$0] }) {
    case .with, .ownArguments: true
    default: false
    }
  }

  private func words(
    _ words: [String], _ kind: CompletionItem.Kind = .enumMember
  ) -> [CompletionItem] {
    words.map { item(Value($0).description, kind) }
  }

  /// An item for a JSON text, which is inserted unchanged even where snippets are supported.
  private func item(_ json: String, _ kind: CompletionItem.Kind) -> CompletionItem {
    CompletionItem(json, kind)
  }

  private func structure(_ json: String, _ detail: String?) -> [CompletionItem] {
    var item = CompletionItem(json, .value)
    item.detail = detail
    return [item]
  }

  private var durations: [CompletionItem] {
    words(["250ms", "1s", "30s", "5m", "1h"], .constant) + parameters
  }

  private var parameters: [CompletionItem] {
    index.names(in: "parameters", from: home).map { name, node in
      var item = CompletionItem(Value("$\(name)").description, .variable)
      item.detail = feature.text(of: node)
      item.documentation = index.member("description", of: node)
        .flatMap(feature.syntax.string(at:))
      return item
    }
  }

  private var operators: [CompletionItem] {
    KeyProposals(feature, .operatorUse, of: node, besides: []).items.map { proposal in
      let snippet = Snippet(takesPlaces: feature.client.takesSnippets)
      var item = CompletionItem(proposal.name, proposal.kind)
      item.text =
        "{ \"\(proposal.name)\": \(snippet.value(for: proposal.slot)) \(snippet.literal("}"))"
      item.isSnippet = feature.client.takesSnippets
      item.detail = proposal.detail
      item.documentation = proposal.documentation
      return item
    }
  }

  private var streams: [CompletionItem] {
    let own = index.names(in: "definitions", from: home)
      .filter { !index.isOperator($0.node) && !isAround(node, $0.node) }
      .map { name, node in
        var item = CompletionItem(Value(name).description, .event)
        item.detail = feature.analysis.type(ofStreamAt: node).map { "emits \($0)" }
        item.documentation = index.member("description", of: node)
          .flatMap(feature.syntax.string(at:))
        return item
      }
    let group = isInsideGroup ? words([StreamInput.groupName], .variable) : []
    return own + group + words(index.sideOutputNames, .event) + parameters
      + files(ending: ".json")
  }

  /// Whether a node is inside another one, because a definition cannot refer to itself.
  private func isAround(_ node: Int, _ definition: Int) -> Bool {
    var next: Int? = node
    while let inner = next {
      if inner == definition { return true }
      next = feature.syntax.nodes[inner].parent
    }
    return false
  }

  private var isInsideGroup: Bool {
    var next: Int? = node
    while let inner = next {
      if let parent = feature.syntax.nodes[inner].parent,
        case .arguments(let builtIn)? = index.slots[parent], let key = index.key(of: inner),
        builtIn.spec.parameters.contains(where: { $0.name == key && $0.providesGroup })
      {
        return true
      }
      next = feature.syntax.nodes[inner].parent
    }
    return false
  }

  /// The files next to the document, and in the folder that the text names so far.
  private func files(ending: String?) -> [CompletionItem] {
    guard let path = feature.document.uri.path else { return [] }
    let typed = feature.syntax.string(at: node) ?? ""
    let folder =
      typed.contains("/") ? String(typed[...(typed.lastIndex(of: "/") ?? typed.startIndex)]) : "./"
    let contents: FolderContents
    do throws(SystemError) {
      contents = try FolderContents(of: SymbolTable.path(of: folder + ".", besides: path))
    } catch {
      return []
    }
    return contents.entries.sorted { $0.name < $1.name }.prefix(200).compactMap { entry in
      guard entry.isNamedInUTF8, !entry.name.hasPrefix(".") else { return nil }
      switch entry.kind {
      case .folder, .linkToFolder: return item(Value("\(folder)\(entry.name)/").description, .file)
      case .file:
        guard ending.map(entry.name.hasSuffix) ?? true, folder + entry.name != "./" + path.lastPart
        else { return nil }
        return item(Value(folder + entry.name).description, .file)
      default: return nil
      }
    }
  }
}

extension String {
  fileprivate var lastPart: String { split(separator: "/").last.map(String.init) ?? self }
}

extension Feature {
  /// The text of a value, on one line and shortened.
  func text(of node: Int) -> String {
    let blank = UInt8(ascii: " ")
    let words = document.source.bytes[syntax.nodes[node].range].prefix(1024)
      .split { $0 <= blank }
    return String(decoding: Array(words.joined(separator: [blank])), as: UTF8.self)
      .shortened(to: 60)
  }
}
