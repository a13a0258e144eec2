import Foundation
import Testing

@testable import Diagrams

@Suite struct PlayerFilesTests {
  private static let folder = URL(filePath: #filePath)
    .deletingLastPathComponent().appending(path: "../../../Sources/Diagrams/Player/Page")
    .standardizedFileURL

  private func files(_ kind: String) throws -> [String: String] {
    let names = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path)
    let pairs = try names.filter { $0.hasSuffix(".\(kind)") }.map { name in
      (name, try String(contentsOf: Self.folder.appending(path: name), encoding: .utf8))
    }
    return Dictionary(uniqueKeysWithValues: pairs)
  }

  @Test func `the script consists of every part once, in one function`() throws {
    let parts = try files("js")
    #expect(parts.count == 13)
    for (name, text) in parts {
      #expect(PlayerFiles.script.components(separatedBy: text).count == 2, "\(name)")
    }
    let start = "(() => {\n'use strict';\n"
    let end = "})();\n"
    #expect(PlayerFiles.script.hasPrefix(start))
    #expect(PlayerFiles.script.hasSuffix(end))
    let length = parts.values.reduce(start.utf8.count + end.utf8.count) { $0 + $1.utf8.count }
    #expect(PlayerFiles.script.utf8.count == length)
  }

  @Test func `the style is the style sheet, without its last line break`() throws {
    #expect(try files("css").map { $0.value } == [PlayerFiles.style + "\n"])
  }

  @Test func `neither the script nor the style ends its element`() {
    #expect(!PlayerFiles.script.contains("</"))
    #expect(!PlayerFiles.script.contains("<!--"))
    #expect(!PlayerFiles.style.contains("<"))
  }

  @Test func `the page has a place for each part, and two for the title`() {
    #expect(
      PlayerFiles.template.places == [.policy, .title, .style, .title, .trace, .script])
  }

  @Test(arguments: [("{", "}"), ("(", ")")])
  func `each brace and parenthesis of the style has its counterpart`(
    opening: Character, closing: Character
  ) {
    var depth = 0
    for character in PlayerFiles.style {
      if character == opening { depth += 1 }
      if character == closing { depth -= 1 }
      #expect(depth >= 0)
    }
    #expect(depth == 0)
  }

  @Test func `each element of the page that can have content is closed, in order`() throws {
    let empty: Set = ["meta", "input"]
    var open: [Substring] = []
    let page = PlayerFiles.template.filled { _ in "" }
    for tag in page.matches(of: /<(\/?)([a-z][a-z0-9]*)(?:\s[^<>]*?)?(\/?)>/) {
      if !tag.1.isEmpty {
        #expect(open.popLast() == tag.2)
      } else if tag.3.isEmpty && !empty.contains(String(tag.2)) {
        open.append(tag.2)
      }
    }
    #expect(open == [])
    // There are no other '<' than those of the tags and of the document type.
    let tags = page.matches(of: /<\/?[a-z][a-z0-9]*(?:\s[^<>]*?)?\/?>/)
    #expect(page.count { $0 == "<" } == tags.count + 1)
  }
}
