/// The script of the player. It shows a trace, and computes nothing that is not in the trace.
///
/// Everything that is drawn is a function of the trace and the moment, so that jumping to a moment
/// shows the same as playing up to it. The parts of the script share one scope, in the order in
/// which they appear here.
enum PlayerScript {
  static let text =
    "(() => {\n'use strict';\n" + parts.map { $0 + "\n" }.joined() + "})();\n"

  private static let parts = [
    data, schedule, layout, drawing, balls, lineage, axis,
    source, list, details, controls, pointer, frames,
  ]
}
