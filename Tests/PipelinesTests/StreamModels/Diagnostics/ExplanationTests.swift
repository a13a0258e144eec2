import TestSupport
import Testing
import Values

@testable import Exporting
@testable import Pipelines
@testable import StreamModels

/// The pages about the codes, compared with the actual diagnostics of their files.
@Suite struct ExplanationTests {
  /// Returns all diagnostics of the first file.
  private func told(
    about files: [Explanation.File], by code: DiagnosticCode
  ) throws -> String {
    let folder = try Folder()
    for file in files { try folder.write(file.text, to: file.name) }
    let source = try SourceText(contentsOfFile: folder / (files.first?.name ?? ""))
    return folder.withoutPath(diagnostics(of: source, told: code).description)
  }

  /// Returns the diagnostics of a file when it is checked or, for some codes, when it is split.
  private func diagnostics(of source: SourceText, told code: DiagnosticCode) -> Diagnostics {
    guard code.isAboutPartitions else {
      return Validation(of: source, data: DataChoice()).diagnostics
    }
    do throws(Diagnostics) {
      _ = try Partitioning(source)
      return Diagnostics()
    } catch {
      return error
    }
  }

  @Test(arguments: DiagnosticCode.allCases)
  func `the example has exactly the stated message`(code: DiagnosticCode) throws {
    let explanation = code.explanation
    #expect(explanation.code == code)
    #expect(try told(about: explanation.example, by: code) == explanation.message)
    #expect(!explanation.message.contains("\n"), "one file, one mistake")
  }

  @Test(arguments: DiagnosticCode.allCases)
  func `the example has only mistakes with the code`(code: DiagnosticCode) throws {
    let folder = try Folder()
    for file in code.explanation.example { try folder.write(file.text, to: file.name) }
    let source = try SourceText(contentsOfFile: folder / "pipe.json")
    #expect(diagnostics(of: source, told: code).codes == [code])
  }

  @Test(arguments: DiagnosticCode.allCases)
  func `the repaired example has no diagnostics`(code: DiagnosticCode) throws {
    #expect(try told(about: code.explanation.repaired, by: code) == "")
  }

  @Test func `the explanation of sources names each of them`() throws {
    let text = try #require(DiagnosticCode.source.explanation.paragraphs.first)
    for spec in SourceSpec.all { #expect(text.contains("'\(spec.name)'"), "\(spec.name)") }
  }

  @Test(arguments: DiagnosticCode.allCases)
  func `a page fits on 80 columns`(code: DiagnosticCode) {
    let page = code.explanation.page
    let tooWide = page.split(separator: "\n").filter { $0.count > 80 }
    #expect(tooWide == [])
    #expect(page.hasPrefix("\(code.number) \(code.rawValue): ") && page.hasSuffix("}\n"))
    #expect(page.allSatisfy { $0 != "\t" } && !page.contains("\n\n\n"))
  }

  @Test(arguments: DiagnosticCode.allCases)
  func `a summary is a phrase, and the paragraphs are sentences`(code: DiagnosticCode) {
    let explanation = code.explanation
    #expect(explanation.summary.first?.isUppercase == false)
    #expect(explanation.summary.count <= 60 && !explanation.summary.hasSuffix("."))
    #expect(explanation.paragraphs.count >= 2)
    #expect(explanation.paragraphs.allSatisfy { $0.hasSuffix(".") && !$0.contains("\n") })
  }

  @Test func `a page has the text, the file, the message and the repaired file`() {
    #expect(
      DiagnosticCode.unreadableFile.explanation.page == """
        E0304 unreadable-file: a file that cannot be read

        A string that begins with './' or '../' or ends in '.json' is the path of a
        stream file, relative to the folder of the file that names it. The message
        contains that path, and the system's description of the error.

        Usually the name is misspelled, or the file was moved. Only regular files are
        read: not folders, nor pipes and devices, which may never end.

        This pipe.json has the mistake:

            { "from": "./nmubers.json" }

        It is reported as:

            pipe.json:1:11: error: cannot read 'nmubers.json': No such file or directory
                [unreadable-file]

        This pipe.json is accepted:

            { "from": "./numbers.json" }

        with this numbers.json beside it:

            { "sequence": [1, 2] }

        """)
  }

  @Test func `a long line of a file is cut in the middle, and a long message is wrapped`() {
    let page = DiagnosticCode.limit.explanation.page
    #expect(page.contains(#"    { "sequence": [[["#) && page.contains("[[ … ]]"))
    #expect(
      DiagnosticCode.source.explanation.page.contains(
        """
            pipe.json:3:3: error: found a second source, 'marbles', beside 'sequence',
                expected one; move one of them into another stream, or remove it
                [source]
        """))
  }

  @Test func `codes are listed once, in the order of the mistakes`() {
    let text = #"{"marbles": "(", "a": 1, "b": 2, "operators": [{"nap": {}}, {"map": {}}]}"#
    let found = mistakes(in: SourceText(name: "t.json", text))
    #expect(found.codes == [.marbles, .unknownKey, .unknownOperator, .missingKey])
    #expect(Diagnostics().codes == [])
  }
}
