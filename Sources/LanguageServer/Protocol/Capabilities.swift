import Values

/// The abilities of a client that matter here.
struct ClientCapabilities {
  var encoding = PositionEncoding.utf16
  var folders: [String] = []
  var takesSnippets = false
  var takesRelatedInformation = false
  var takesNestedSymbols = false
  var refreshesLenses = false
  var refreshesHints = false
  var watchesFiles = false

  init() {}

  init(_ parameters: Value) {
    let capabilities = parameters["capabilities"]
    let offered = capabilities?["general"]?["positionEncodings"]?.elements ?? []
    encoding = PositionEncoding(offered: offered.compactMap(\.text))
    folders = Self.folders(of: parameters)
    let document = capabilities?["textDocument"]
    takesSnippets =
      document?["completion"]?["completionItem"]?["snippetSupport"]?.flag ?? false
    takesRelatedInformation =
      document?["publishDiagnostics"]?["relatedInformation"]?.flag ?? false
    takesNestedSymbols =
      document?["documentSymbol"]?["hierarchicalDocumentSymbolSupport"]?.flag ?? false
    watchesFiles =
      capabilities?["workspace"]?["didChangeWatchedFiles"]?["dynamicRegistration"]?.flag ?? false
    refreshesLenses =
      capabilities?["workspace"]?["codeLens"]?["refreshSupport"]?.flag ?? false
    refreshesHints =
      capabilities?["workspace"]?["inlayHint"]?["refreshSupport"]?.flag ?? false
  }

  private static func folders(of parameters: Value) -> [String] {
    let stated = parameters["workspaceFolders"]?.elements ?? []
    let root = parameters["rootUri"]?.text
    let addresses =
      stated.isEmpty ? [root].compactMap(\.self) : stated.compactMap { $0["uri"]?.text }
    return addresses.compactMap { DocumentURI($0).path }
  }
}

/// The abilities of the server.
enum ServerCapabilities {
  static func value(for client: ClientCapabilities) -> Value {
    [
      "positionEncoding": Value(client.encoding.rawValue),
      "textDocumentSync": ["openClose": true, "change": 2, "save": true],
      "completionProvider": [
        "triggerCharacters": ["\"", ":", ".", "$", "/"], "resolveProvider": false,
      ],
      "hoverProvider": true,
      "definitionProvider": true,
      "referencesProvider": true,
      "documentHighlightProvider": true,
      "renameProvider": ["prepareProvider": true],
      "documentSymbolProvider": true,
      "documentFormattingProvider": true,
      "documentRangeFormattingProvider": true,
      "codeActionProvider": ["codeActionKinds": ["quickfix"]],
      "inlayHintProvider": true,
      "codeLensProvider": ["resolveProvider": false],
      "executeCommandProvider": [
        "commands": .array(ServerCommand.allCases.map { Value($0.rawValue) })
      ],
      "workspace": [
        "workspaceFolders": ["supported": true, "changeNotifications": true]
      ],
    ]
  }
}
