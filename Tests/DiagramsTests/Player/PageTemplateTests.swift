import Testing

@testable import Diagrams

@Suite struct PageTemplateTests {
  @Test func `each place is filled, wherever it is`() {
    let template = PageTemplate("{{title}}{{style}} { {{title}} } {{script}}")
    #expect(template.places == [.title, .style, .title, .script])
    #expect(template.filled(\.rawValue) == "titlestyle { title } script")
  }

  @Test func `a template without places is kept`() {
    #expect(PageTemplate("a { b } }}").filled(\.rawValue) == "a { b } }}")
    #expect(PageTemplate("").filled(\.rawValue) == "")
  }

  @Test func `a content that looks like a place is not filled`() {
    let template = PageTemplate("<{{title}}|{{trace}}>")
    #expect(
      template.filled { $0 == .title ? "{{trace}}" : "}}{{title}}" } == "<{{trace}}|}}{{title}}>")
  }

  @Test func `a place must have a known name`() async {
    await #expect(processExitsWith: .failure) { _ = PageTemplate("{{titel}}") }
    await #expect(processExitsWith: .failure) { _ = PageTemplate("a {{title") }
  }
}
