import Editing
import Pipelines
import Values

/// The place of a request: a document, its analysis, and usually a position.
struct Feature {
  let server: LanguageServer
  let workspace: Workspace
  let document: Document
  let analysis: Analysis
  let parameters: Value
  let client: ClientCapabilities

  init(_ parameters: Value, in server: LanguageServer) throws(Message.Failure) {
    guard let uri = parameters["textDocument"]?["uri"]?.text.map({ DocumentURI($0) }) else {
      throw .init(.methodNotFound, "this server has no such method")
    }
    guard let document = server.workspace.document(uri) else {
      throw .init(.invalidParameters, "'\(uri.text)' is not open")
    }
    self.server = server
    workspace = server.workspace
    self.document = document
    analysis = workspace.analysis(of: document)
    self.parameters = parameters
    client = server.client
  }

  var index: SyntaxIndex { analysis.index }
  var syntax: JSONSyntax { analysis.index.syntax }

  /// The path of the document, which the paths in it are relative to.
  var path: String { document.uri.name }

  /// The offset of the position of the request.
  func offset() throws(Message.Failure) -> Int {
    guard let position = Position(parameters["position"]) else {
      throw .init(.invalidParameters, "the request has no position")
    }
    return document.lines.offset(of: position)
  }

  func value(_ range: Range<Int>) -> Value { document.lines.value(of: range) }

  /// The result of a request; nil for an unknown method.
  func result(of method: String) throws(Message.Failure) -> Value? {
    if analysis.isForeign, method.hasPrefix("textDocument/") { return .null }
    switch method {
    case "textDocument/completion": return try completion()
    case "textDocument/hover": return try hover()
    case "textDocument/definition": return try definition()
    case "textDocument/references": return try references()
    case "textDocument/documentHighlight": return try highlights()
    case "textDocument/prepareRename": return try prepareRename()
    case "textDocument/rename": return try rename()
    case "textDocument/documentSymbol": return documentSymbols()
    case "textDocument/formatting", "textDocument/rangeFormatting": return formatting()
    case "textDocument/codeAction": return codeActions()
    case "textDocument/inlayHint": return inlayHints()
    case "textDocument/codeLens": return codeLenses()
    default: return nil
    }
  }
}
