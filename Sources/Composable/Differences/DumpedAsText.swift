import FoundationEssentials

/// A type whose description is complete, and whose parts are not useful to a reader.
protocol DumpedAsText {
  var dumpText: String { get }
}

extension DumpedAsText where Self: CustomStringConvertible {
  var dumpText: String { description }
}

extension Bool: DumpedAsText {}
extension Int: DumpedAsText {}
extension Int8: DumpedAsText {}
extension Int16: DumpedAsText {}
extension Int32: DumpedAsText {}
extension Int64: DumpedAsText {}
extension UInt: DumpedAsText {}
extension UInt8: DumpedAsText {}
extension UInt16: DumpedAsText {}
extension UInt32: DumpedAsText {}
extension UInt64: DumpedAsText {}
extension Double: DumpedAsText {}
extension Float: DumpedAsText {}
extension Duration: DumpedAsText {}
extension Decimal: DumpedAsText {}

extension Date: DumpedAsText {
  var dumpText: String { "Date(\(formatted(.iso8601)))" }
}

extension UUID: DumpedAsText {
  var dumpText: String { "UUID(\(uuidString))" }
}

extension URL: DumpedAsText {
  var dumpText: String { "URL(\(absoluteString))" }
}

extension Data: DumpedAsText {
  var dumpText: String { "Data(\(count) bytes)" }
}
