import Expressions
import StreamModels

/// What the checks of all parts of a document share: the model that they complete, and the settings.
final class ModelCheck {
  /// The model so far.
  var model = CheckedModel()
  /// Whether further mistakes are only counted: then finding hints for them is wasted.
  var isFull = false
  /// The hot streams to which operators send values on which their expressions fail.
  let sideOutputs = SideOutputTable()
  /// Whether to look for things that are allowed but unlikely to be intended.
  let lints: Bool
  /// The timelines that a test plays in place of inputs and definitions.
  let replacements: Replacements
  let parameters: ParameterTable
  /// The operators that the documents can use.
  let operators: any OperatorRegistry.Type
  /// Returns the names of a document's definitions.
  let definitionNames: (Int) -> Set<String>
  /// The names of the documents' files, by document number.
  private let documentNames: [DocumentName?]
  /// For each step so far, the inputs that lead to it, as bits; computed on demand.
  private var inputBitsByStep: [UInt64] = []

  init(_ linker: Linker) {
    lints = linker.settings.isThorough
    replacements = linker.replacements
    parameters = linker.parameters
    operators = linker.documents.operators
    definitionNames = linker.definitionNames
    documentNames = (0..<linker.documents.count).map(linker.documents.fileName(of:))
  }

  /// The facts that concern all streams.
  var facts: CheckedModel.Facts {
    _read { yield model.facts }
    _modify { yield &model.facts }
  }

  /// Adds a step, and returns its stream.
  func add(_ step: CheckedStep, lasting extent: Extent = .unknown) -> Upstream {
    model.steps.append(step)
    return Upstream(step: model.steps.count - 1, type: step.type, extent: extent)
  }

  /// The name of a document's file; nil for a model made in Swift.
  func name(of document: Int) -> DocumentName? {
    documentNames.indices.contains(document) ? documentNames[document] : nil
  }

  /// Returns the folder of a document's file, taken from its text; empty for the current folder,
  /// and for a model made in Swift.
  func folder(of document: Int) -> Substring {
    guard let file = name(of: document)?.file, let slash = file.lastIndex(of: "/") else {
      return ""
    }
    return file[...slash]
  }

  /// Returns the inputs whose records lead to the values of a step, as bits indexed by the inputs'
  /// numbers. Only the first 64 inputs are included.
  func inputBits(of step: Int) -> UInt64 {
    while inputBitsByStep.count <= step {
      let next = model.steps[inputBitsByStep.count]
      var bits = (next.inputs + next.inner).reduce(0) { $0 | inputBitsByStep[$1] }
      if case .input(let number)? = next.source, number < UInt64.bitWidth {
        bits |= 1 << UInt64(number)
      }
      if case .items(let items)? = next.source {
        for list in items.lists { bits |= inputBitsByStep[list.output] }
      }
      inputBitsByStep.append(bits)
    }
    return inputBitsByStep[step]
  }

  /// Returns the numbers of inputs from bits.
  static func inputs(in bits: UInt64) -> [Int] {
    (0..<UInt64.bitWidth).filter { bits & 1 << UInt64($0) != 0 }
  }
}
