import Foundation
import Testing

/// A recorded session plays, and the command reports what it cannot do with it.
@Suite struct SessionNoteTests {
  private static let session = #"""
    { "stream": [ { "value": {"add":{"_0":1}}, "operators": [ { "delay": { "seconds": 2 } } ],
                    "$by": "effect", "$state": {"count":1} } ],
      "$session": { "actions": "Counter.Action" } }
    """#

  private static let note = """
    stream-run: these are the actions of a store; what they do says its reducer, which is Swift code \
    and cannot be run here: replay the session by 'store.replay("-", on: scheduler)', in a test by \
    that of a 'TestStore'

    """

  @Test func `a session plays as a stream, with a note about reducers`() throws {
    let outcome = try Command.run("-", input: Self.session)
    #expect(
      outcome
        == Outcome(
          output: """
            {"time":2,"value":{"add":{"_0":1}}}
            {"time":2,"completion":"finished"}

            """, errors: Self.note, code: 0))
  }

  @Test func `other streams, and failing ones, have no note`() throws {
    #expect(try Command.run("-", input: #"{"sequence": [1]}"#).errors.isEmpty)
    let failing = Self.session.replacingOccurrences(
      of: "\"$session\"", with: #""operators": [ { "fail": { "error": "x" } } ], "$session""#)
    let outcome = try Command.run("-", input: failing)
    #expect(outcome.code == 2 && !outcome.errors.contains("reducer"))
  }
}
