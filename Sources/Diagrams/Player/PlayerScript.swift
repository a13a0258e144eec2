/// The script of the player: it shows a trace, and computes nothing that the trace does not say.
///
/// All that is drawn is a function of the trace and the moment, so that going to a moment shows
/// the same as playing up to it. Its parts share one scope, in the order in which they stand here.
enum PlayerScript {
  static let text =
    "(() => {\n'use strict';\n" + parts.map { $0 + "\n" }.joined() + "})();\n"

  private static let parts = [
    data, schedule, layout, drawing, balls, lineage, axis,
    source, list, details, controls, pointer, frames,
  ]
}
