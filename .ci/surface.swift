// Reads symbol graphs, and writes the lists that .ci/surface compares. Arguments: the folder of the
// graphs, which contains a folder for each module, and the folder for the lists.
import Foundation

typealias JSON = [String: Any]

struct Graph {
  let module: String
  let symbols: [JSON]
  let relationships: [JSON]
}

func readGraphs(_ folder: String) throws -> [Graph] {
  var graphs: [Graph] = []
  for module in try FileManager.default.contentsOfDirectory(atPath: folder).sorted() {
    for file in try FileManager.default.contentsOfDirectory(atPath: "\(folder)/\(module)").sorted()
    where file.hasSuffix(".symbols.json") {
      let bytes = try Data(contentsOf: URL(fileURLWithPath: "\(folder)/\(module)/\(file)"))
      let graph = try JSONSerialization.jsonObject(with: bytes) as? JSON ?? [:]
      graphs.append(
        Graph(
          module: module, symbols: graph["symbols"] as? [JSON] ?? [],
          relationships: graph["relationships"] as? [JSON] ?? []))
    }
  }
  return graphs
}

func identifier(of symbol: JSON) -> String {
  (symbol["identifier"] as? JSON)?["precise"] as? String ?? ""
}

func path(of symbol: JSON) -> [String] { symbol["pathComponents"] as? [String] ?? [] }

/// Members that the compiler synthesizes do not appear in the sources.
func isWritten(_ symbol: JSON) -> Bool { symbol["location"] != nil }

func declaration(of symbol: JSON) -> String {
  let fragments = symbol["declarationFragments"] as? [JSON] ?? []
  let text = fragments.map { $0["spelling"] as? String ?? "" }.joined()
  let line = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  return symbol["accessLevel"] as? String == "open" ? "open " + line : line
}

func whereClause(_ constraints: [JSON]) -> String {
  let parts = constraints.compactMap { constraint -> String? in
    guard let left = constraint["lhs"] as? String, let right = constraint["rhs"] as? String,
      right != "Copyable", right != "Escapable"
    else { return nil }
    return left + (constraint["kind"] as? String == "sameType" ? " == " : " : ") + right
  }
  return parts.isEmpty ? "" : " where " + parts.sorted().joined(separator: ", ")
}

func text(of lines: [String]) -> Data { Data(lines.map { $0 + "\n" }.joined().utf8) }

let folder = CommandLine.arguments[1]
let output = CommandLine.arguments[2]
let graphs = try readGraphs(folder)

var symbols: [String: JSON] = [:]
var origins: [String: String] = [:]
for graph in graphs {
  for symbol in graph.symbols { symbols[identifier(of: symbol)] = symbol }
  for relationship in graph.relationships {
    if let source = relationship["source"] as? String,
      let origin = (relationship["sourceOrigin"] as? JSON)?["identifier"] as? String
    {
      origins[source] = origin
    }
  }
}

/// Whether a symbol has a doc comment, or fulfills a requirement that has one. Requirements of other
/// packages count as having one.
func isDocumented(_ symbol: JSON) -> Bool {
  if symbol["docComment"] != nil { return true }
  guard let origin = origins[identifier(of: symbol)] else { return false }
  return symbols[origin].map(isDocumented) ?? true
}

var lists: [String: [String]] = [:]
var undocumented: [String] = []
for graph in graphs {
  for symbol in graph.symbols where isWritten(symbol) {
    let holder = path(of: symbol).dropLast().joined(separator: ".")
    let constraints = (symbol["swiftExtension"] as? JSON)?["constraints"] as? [JSON] ?? []
    let prefix = holder.isEmpty ? "" : holder + whereClause(constraints) + ": "
    let line = prefix + declaration(of: symbol)
    lists[graph.module, default: []].append(line)
    if !isDocumented(symbol) { undocumented.append("\(graph.module): \(line)") }
  }
  let marks: Set = ["Copyable", "Escapable", "SendableMetatype"]
  for relationship in graph.relationships {
    guard let kind = relationship["kind"] as? String,
      kind == "conformsTo" || kind == "inheritsFrom",
      let source = relationship["source"] as? String,
      let target = relationship["target"] as? String
    else { continue }
    let fallback = (relationship["targetFallback"] as? String).map {
      String($0.drop { $0 != "." }.dropFirst())
    }
    let kept = symbols[target].map { path(of: $0).joined(separator: ".") }
    guard let name = kept ?? fallback, !name.hasPrefix("_"), !marks.contains(name) else { continue }
    // A type of another package appears only under its mangled name, which '.ci/surface' demangles.
    let holder =
      symbols[source].map { path(of: $0).joined(separator: ".") } ?? "$s" + source.dropFirst(2)
    let constraints = relationship["swiftConstraints"] as? [JSON] ?? []
    let verb = kind == "conformsTo" ? "conforms to" : "inherits from"
    lists[graph.module, default: []].append("\(holder): \(verb) \(name)\(whereClause(constraints))")
  }
}

for module in Set(graphs.map(\.module)) {
  try text(of: lists[module] ?? []).write(to: URL(fileURLWithPath: "\(output)/\(module).txt"))
}
try text(of: undocumented).write(to: URL(fileURLWithPath: "\(output)/Undocumented.txt"))
