import Foundation
import Testing

/// The language server over pipes.
struct LanguageServerCommandTests {
  private func message(_ json: String) -> String {
    "Content-Length: \(json.utf8.count)\r\n\r\n\(json)"
  }

  private func serve(_ input: String) throws -> Outcome {
    try Command.run("lsp", "--stdio", input: input)
  }

  private let hello = #"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{}}"#

  @Test func `a session ends with an exit message`() throws {
    let outcome = try serve(
      message(hello) + message(#"{"jsonrpc":"2.0","id":2,"method":"shutdown"}"#)
        + message(#"{"jsonrpc":"2.0","method":"exit"}"#))
    #expect(outcome.code == 0 && outcome.errors == "")
    #expect(outcome.output.hasPrefix("Content-Length: "))
    #expect(outcome.output.hasSuffix(message(#"{"jsonrpc":"2.0","id":2,"result":null}"#)))
  }

  @Test func `a client that disappears ends the server`() throws {
    #expect(try serve(message(hello)).code == 1)
    #expect(try serve("").code == 1)
  }

  @Test func `data that is not a message is reported`() throws {
    let outcome = try serve("GET / HTTP/1.1\r\n\r\n")
    #expect(
      outcome
        == Outcome(
          output: "",
          errors: "stream-run: the editor sent a header without a valid 'Content-Length'\n",
          code: 74))
    let answer = try serve(message("{") + message(hello))
    #expect(answer.output.contains(#""code":-32700"#) && answer.code == 1)
  }

  @Test func `messages that arrived before a mistake are answered`() throws {
    let outcome = try serve(
      message(hello) + message(#"{"jsonrpc":"2.0","id":2,"method":"shutdown"}"#)
        + "Content-Length: -1\r\n\r\n")
    #expect(outcome.output.contains(#""capabilities":"#) && outcome.code == 74)
    #expect(outcome.output.hasSuffix(message(#"{"jsonrpc":"2.0","id":2,"result":null}"#)))
    #expect(outcome.errors.hasPrefix("stream-run: the editor sent a header without"))
  }

  @Test func `the server ends with the client's process, even if the input stays open`() throws {
    let client = Process()
    client.executableURL = URL(fileURLWithPath: "/bin/sleep")
    client.arguments = ["1000"]
    try client.run()
    let (server, input) = (Process(), Pipe())
    server.executableURL = URL(fileURLWithPath: Command.path)
    server.arguments = ["lsp"]
    (server.standardInput, server.standardOutput) = (input, FileHandle.nullDevice)
    try server.run()
    let hello = hello.replacing("{}", with: #"{"processId":\#(client.processIdentifier)}"#)
    try input.fileHandleForWriting.write(contentsOf: Data(message(hello).utf8))
    // A process that the tests start can inherit a mask that blocks a gentler signal.
    kill(client.processIdentifier, SIGKILL)
    server.waitUntilExit()
    #expect(server.terminationStatus == 1)
    try input.fileHandleForWriting.close()
  }

  @Test(arguments: ["null", "0", "-1", "1e300", #""1""#, "2147483648"])
  func `a client without a process is served`(number: String) throws {
    let hello = hello.replacing("{}", with: #"{"processId":\#(number)}"#)
    let outcome = try serve(
      message(hello) + message(#"{"jsonrpc":"2.0","id":2,"method":"shutdown"}"#)
        + message(#"{"jsonrpc":"2.0","method":"exit"}"#))
    #expect(outcome.code == 0 && outcome.errors == "")
  }

  @Test func `an operand is rejected`() throws {
    let outcome = try Command.run("lsp", "a.json")
    #expect(outcome.code == 64)
    #expect(outcome.errors.hasPrefix("stream-run: unexpected 'a.json'; 'lsp' has no operands\n"))
  }
}
