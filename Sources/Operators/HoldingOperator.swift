import Checking
import Exporting
import Reactive
import StreamModels

/// An operator that may hold a value back when its stream completes.
protocol HoldingOperator: ExportedOperator {
  /// Whether that value is dropped or emitted; nil for the default of the operator.
  var atEnd: Publishers.PendingAtEnd? { get set }
}

extension HoldingOperator {
  /// The argument of the publisher for `atEnd`.
  var swiftAtEnd: SwiftCode? { atEnd.map { .labeled("atEnd", .atom(".\($0.rawValue)")) } }
}

extension OperatorParameter where Definition: HoldingOperator {
  /// `preset` says what happens without the parameter.
  static func atEnd(_ preset: String) -> Self {
    .init("atEnd", \.atEnd, "What happens to a pending value at the end; \(preset) by default.")
  }
}
