import StreamModels
import Values

/// The functions of an `aggregate` as an expression, for emitted Swift.
enum AggregateExpressions {
  /// Returns the expression of the object with the results. `$0` is a list of rows, each with a list
  /// for each function: the results of its expressions, or nothing if it leaves the value out.
  static func results(of entries: [NamedObjects<AggregateFunction>.Entry]) -> String {
    let members = entries.enumerated().map { index, entry in
      "\(literal(entry.name)): \(result(of: entry.value, at: index))"
    }
    return "{\(members.joined(separator: ", "))}"
  }

  /// A name as a literal.
  private static func literal(_ name: Text) -> String {
    let isPlain = name.string.utf8.allSatisfy { byte in
      byte != UInt8(ascii: "'") && byte != UInt8(ascii: "\\") && (0x20..<0x7F).contains(byte)
    }
    return isPlain
      ? "'\(name)'" : String(decoding: JSONWriter.text(of: .string(name)), as: UTF8.self)
  }

  private static func result(of function: AggregateFunction, at index: Int) -> String {
    guard let kind = function.written.first?.kind else { return "null" }
    let rows =
      function.condition == nil ? "$0" : "$0.filter(v, v[\(index)].size() > 0)"
    let values = "\(rows).map(v, v[\(index)][0])"
    let pairs = "\(rows).map(v, v[\(index)])"
    func unlessEmpty(_ list: String, _ result: String, least count: Int = 1) -> String {
      "cel.bind(l, \(list), l.size() < \(count) ? null : \(result))"
    }
    let population =
      "l.size() == 1 ? 0.0 : l.stddev() * math.sqrt(double(l.size() - 1) / double(l.size()))"
    switch kind {
    case .count: return "\(rows).size()"
    case .sum: return "\(values).sum()"
    case .avg: return unlessEmpty(values, "l.avg()")
    case .min: return unlessEmpty(values, "l.min()")
    case .max: return unlessEmpty(values, "l.max()")
    case .first: return unlessEmpty(values, "l[0]")
    case .last: return unlessEmpty(values, "l[l.size() - 1]")
    case .stddev: return unlessEmpty(values, "l.stddev()", least: 2)
    case .variance: return unlessEmpty(values, "l.stddev() * l.stddev()", least: 2)
    case .stddevPop: return unlessEmpty(values, "(\(population))")
    case .variancePop:
      return unlessEmpty(values, "cel.bind(d, (\(population)), d * d)")
    case .countDistinct: return "\(values).countDistinct()"
    case .minBy: return unlessEmpty(pairs, "l.filter(p, p[0] == l.map(q, q[0]).min())[0][1]")
    case .maxBy: return unlessEmpty(pairs, "l.filter(p, p[0] == l.map(q, q[0]).max())[0][1]")
    case .top:
      return "cel.bind(l, \(pairs).reverse().sortBy(p, p[0]).reverse(), "
        + "l.slice(0, math.least(\(function.top ?? 0), l.size())).map(p, p[1]))"
    case .percentile: return unlessEmpty(values, "l.percentile(\(function.rank ?? 0))")
    case .list: return values
    }
  }
}
