import Editing
import Foundation
import TestSupport
import Testing

struct UnifiedDiffTests {
  @Test func `lines that differ are shown among those that do not`() {
    let old = Array("a\nb\nc\nd\ne\nf\ng\nh\ni\nj\nk\nl".utf8)
    let new = Array("a\nb\nC\nd\ne\nf\ng\nh\ni\nj\nl\nm\n".utf8)
    #expect(
      String(decoding: UnifiedDiff.text(from: old, to: new, of: "x y"), as: UTF8.self) == """
        --- x y\t
        +++ x y\t
        @@ -1,6 +1,6 @@
         a
         b
        -c
        +C
         d
         e
         f
        @@ -8,5 +8,5 @@
         h
         i
         j
        -k
        -l
        \\ No newline at end of file
        +l
        +m

        """)
    #expect(UnifiedDiff.text(from: old, to: old, of: "x") == [])
  }

  /// `patch` makes the new text from any old one and the difference.
  @Test func `patch applies the difference`() throws {
    let folder = try Folder()
    var random = SplitMix64(seed: 7)
    func text() -> String {
      let lines = (0..<random.below(30)).map { _ in ["a", "b", "c", "", "d e"][random.below(5)] }
      return lines.joined(separator: "\n") + (random.oneIn(2) ? "\n" : "")
    }
    var (patch, names) = ("", [(String, String)]())
    for index in 0..<200 {
      let (old, new) = (text(), text())
      guard !old.isEmpty, !new.isEmpty else { continue }
      try folder.write(old, to: "f\(index)")
      names.append(("f\(index)", new))
      patch += String(
        decoding: UnifiedDiff.text(from: Array(old.utf8), to: Array(new.utf8), of: "f\(index)"),
        as: UTF8.self)
    }
    try folder.write(patch, to: "patch")
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = ["-c", "cd '\(folder.path)' && patch -s -p0 <patch"]
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    for (name, new) in names {
      let found = try Data(contentsOf: URL(fileURLWithPath: folder / name))
      #expect(String(decoding: found, as: UTF8.self) == new, "\(name)")
    }
  }

  @Test func `texts that differ everywhere are compared quickly`() {
    let old = (0..<50_000).map { "old \($0)\n" }.joined()
    let new = (0..<50_000).map { "new \($0)\n" }.joined()
    let diff = UnifiedDiff.text(from: Array(old.utf8), to: Array(new.utf8), of: "x")
    #expect(diff.count(where: { $0 == UInt8(ascii: "\n") }) == 100_003)
  }
}
