import Editing
import Pipelines

/// A question about a version of a document that takes time to answer, for example on a separate
/// thread while requests are answered.
package struct AnalysisJob: Sendable {
  enum Question {
    /// The mistakes of the document, and its types.
    case findings
    /// The values that pass through its stages when it is played.
    case samples
  }

  /// The answer to the question of a job.
  package struct Result: Sendable {
    let question: Question
    let answer: Answer
  }

  enum Answer {
    case findings(Findings)
    case samples(SampleValues)
  }

  let question: Question
  let syntax: JSONSyntax
  /// The texts of the files that the document names.
  let texts: DocumentTexts

  /// Finds the answer to the question.
  package func run() -> Result {
    let answer: Answer =
      switch question {
      case .findings: .findings(Findings(of: syntax, naming: texts))
      case .samples: .samples(SampleValues(of: RepairedText(syntax).source, naming: texts))
      }
    return Result(question: question, answer: answer)
  }
}
