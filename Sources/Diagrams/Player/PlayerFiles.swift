/// The files of a page that plays a trace, which are in the folder `Page`.
///
/// They are compiled into the binary, so that a page is made without reading a file.
enum PlayerFiles {
  /// The page, with the places for its parts.
  static let template = PageTemplate(text(PackageResources.page_html))

  /// The style of the player, light and dark, at any width.
  static let style = String(text(PackageResources.player_css).dropLast())

  /// The script of the player. It shows a trace, and computes nothing that is not in the trace.
  ///
  /// Everything that is drawn is a function of the trace and the moment, so that jumping to a moment
  /// shows the same as playing up to it. The parts of the script share one scope, in the order in
  /// which they appear here.
  static let script =
    "(() => {\n'use strict';\n"
    + [
      PackageResources.data_js, PackageResources.schedule_js, PackageResources.layout_js,
      PackageResources.drawing_js, PackageResources.balls_js, PackageResources.lineage_js,
      PackageResources.axis_js, PackageResources.source_js, PackageResources.list_js,
      PackageResources.details_js, PackageResources.controls_js, PackageResources.pointer_js,
      PackageResources.frames_js,
    ].map(text).joined() + "})();\n"

  private static func text(_ bytes: [UInt8]) -> String {
    String(decoding: bytes, as: UTF8.self)
  }
}
