import Expressions
import Testing
import Values

/// The Swift of the pages of `Values` and `Expressions`, word for word.
@Suite struct ModulePageTests {
  @Test func `JSON is read and written`() throws {
    let source = SourceText(name: "order.json", #"{"price": 10.5, "size": 120}"#)
    let order = try JSONReader.value(of: source).value
    let text = String(decoding: JSONWriter.text(of: order), as: UTF8.self)
    #expect(text == #"{"price":10.5,"size":120}"#)
  }

  @Test func `an expression is checked, compiled and evaluated`() throws {
    let expression = try CheckedExpression(
      "$0.price * $0.size > 1000.0", in: Scope(first: .dyn), as: .condition)
    let isLarge = expression.evaluator()
    var frame = Frame()
    #expect(try isLarge.condition(["price": 10.5, "size": 120], in: &frame))
  }
}
