import Composable
import Testing

/// Values and differences as text.
@Suite struct CustomDumpTests {
  private struct User {
    var name = "Blob"
    var friends = ["Blob Jr."]
  }

  @Test func `a value is written as a tree`() {
    var text = ""
    customDump(User(), to: &text, name: "user", indent: 2)
    #expect(
      text == """
          user: CustomDumpTests.User(
            name: "Blob",
            friends: [
              [0]: "Blob Jr."
            ]
          )
        """)
    #expect(String(customDumping: [1]) == "[\n  [0]: 1\n]")
  }

  @Test func `deep parts are left out`() {
    var (one, none) = ("", "")
    customDump(User(), to: &one, maxDepth: 1)
    customDump(User(), to: &none, maxDepth: 0)
    #expect(
      one == """
        CustomDumpTests.User(
          name: "Blob",
          friends: […]
        )
        """)
    #expect(none == "CustomDumpTests.User(…)")
  }

  @Test func `a difference has the marks of its format`() {
    let other = User(name: "Blob Sr.")
    #expect(diff(User(), User()) == nil)
    #expect(
      diff(User(), other, format: .default) == """
          CustomDumpTests.User(
        -   name: "Blob",
        +   name: "Blob Sr.",
            … (1 unchanged)
          )
        """)
    #expect(diff(1, 2) == "− 1\n+ 2")
  }
}
