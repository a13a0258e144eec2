package import Values

/// A message of JSON-RPC.
package enum Message {
  case request(id: Value, method: String, parameters: Value)
  case notification(method: String, parameters: Value)
  /// The client's answer to a request of the server.
  case response(id: Value, result: Value)

  /// The error codes of the protocol.
  package enum ErrorCode: Int64 {
    case parseError = -32700
    case invalidRequest = -32600
    case methodNotFound = -32601
    case invalidParameters = -32602
    case notInitialized = -32002
    case requestCancelled = -32800
    case requestFailed = -32803
  }

  /// An answer that rejects a request.
  package struct Failure: Error {
    package let code: ErrorCode
    package let message: String

    package init(_ code: ErrorCode, _ message: String) {
      self.code = code
      self.message = message
    }
  }

  /// Reads a message; nil for a value that is not a message.
  package init?(_ value: Value) {
    let parameters = value["params"] ?? .object(Object([]))
    switch (value["id"], value["method"]?.text) {
    case (let id?, let method?) where id != .null:
      self = .request(id: id, method: method, parameters: parameters)
    case (_, let method?): self = .notification(method: method, parameters: parameters)
    case (let id?, nil): self = .response(id: id, result: value["result"] ?? .null)
    case (nil, nil): return nil
    }
  }

  package static func answer(to id: Value, _ result: Value) -> Value {
    ["jsonrpc": "2.0", "id": id, "result": result]
  }

  package static func refusal(of id: Value, _ failure: Failure) -> Value {
    [
      "jsonrpc": "2.0", "id": id,
      "error": [
        "code": .int(failure.code.rawValue), "message": .string(Text(failure.message)),
      ],
    ]
  }

  package static func notification(_ method: String, _ parameters: Value) -> Value {
    ["jsonrpc": "2.0", "method": .string(Text(method)), "params": parameters]
  }

  package static func request(_ id: Int, _ method: String, _ parameters: Value) -> Value {
    [
      "jsonrpc": "2.0", "id": .int(Int64(id)), "method": .string(Text(method)),
      "params": parameters,
    ]
  }
}
