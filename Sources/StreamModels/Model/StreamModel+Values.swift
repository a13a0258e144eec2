package import Values

extension StreamModel {
  /// Returns the same model with JSON values, at no cost if `Element` is already `Value`. An
  /// element that cannot be encoded is reported, and becomes null.
  package func encodingValues(collecting diagnostics: inout Diagnostics) -> StreamModel<Value> {
    if let same = self as? StreamModel<Value> { return same }
    var model = StreamModel<Value>(
      source: source.mapItems { $0.encodingValues(collecting: &diagnostics) }, operators: operators,
      definitions: definitions)
    model.statedID = statedID
    model.outputs = outputs
    (model.parameters, model.parameterDetails) = (parameters, parameterDetails)
    return model
  }
}

extension StreamItems where Element: Encodable {
  fileprivate func encodingValues(
    collecting diagnostics: inout Diagnostics
  ) -> StreamItems<Value> {
    let encoder = ValueEncoder()
    return mapValues { index, element in
      do {
        return try encoder.encode(element)
      } catch {
        diagnostics.append(
          Diagnostic(
            .invalidValue, Self.message(for: error),
            at: [.key("stream"), .index(index), .key("value")]))
        return .null
      }
    }
  }

  private static func message(for error: any Error) -> String {
    if case EncodingError.invalidValue(let value, _) = error, let double = value as? Double {
      return "found \(double), expected a value that JSON can hold"
    }
    return "found a value that cannot be written as JSON: \(error)"
  }
}
