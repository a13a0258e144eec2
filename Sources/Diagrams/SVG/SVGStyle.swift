/// The colors and fonts of a picture, light and dark.
enum SVGStyle {
  /// The colors of marks: their fills and their outlines.
  private static let light = [
    ("#dce9fb", "#4a83c9"), ("#fde7d0", "#cd8733"), ("#daf0de", "#4c9a60"),
    ("#eae2f9", "#8a6ec3"), ("#fbe0e5", "#c9627d"), ("#d4eeee", "#3c9494"),
    ("#f8f0c9", "#ad9224"), ("#ece4db", "#917358"),
  ]
  private static let dark = [
    ("#1e3858", "#7fb0ee"), ("#4a3316", "#dfa55f"), ("#1f3d28", "#79c48d"),
    ("#382e54", "#b49be5"), ("#4d2632", "#e891a7"), ("#183f3f", "#6cc6c6"),
    ("#423a14", "#d6be5b"), ("#3a3027", "#c2a384"),
  ]

  private static func rules(_ colors: [(fill: String, line: String)]) -> String {
    colors.enumerated().map { ".c\($0){fill:\($1.fill);stroke:\($1.line)}" }.joined()
      + colors.enumerated().map { ".k\($0){stroke:\($1.line)}" }.joined()
  }

  /// The style sheet. The picture has no background unless it is in a separate file.
  static let sheet = """
    .streams{color-scheme:light dark;background:#fff;\
    font:13px system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif}
    .streams text{fill:#24292f}
    .streams .v,.streams .p{font-family:ui-monospace,"SF Mono","Cascadia Mono",\
    "DejaVu Sans Mono",Menlo,Consolas,monospace}
    .streams .v{font-size:13px;text-anchor:middle}
    .streams .p{font-size:12.5px}
    .streams .n{font-weight:600}
    .streams .t{fill:#6e7781;font-size:12px;text-anchor:middle}
    .streams .d{fill:#6e7781;font-size:12px}
    .streams .m{text-anchor:middle}
    .streams .l{stroke:#57606a;stroke-width:1.5;fill:none}
    .streams .a{fill:#57606a}
    .streams .g{stroke:#eaeef2;fill:none}
    .streams .s{fill:#f6f8fa}
    .streams .h{stroke:#c4ccd4;fill:none}
    .streams .b{fill:#f6f8fa;stroke:#d0d7de}
    .streams .r{stroke:#afb8c1;stroke-width:1.5;fill:none}
    .streams .w{stroke-width:1.5}
    .streams .k{stroke-width:1;stroke-opacity:.5;fill:none}
    .streams .e{fill-opacity:.35;stroke-opacity:.75;stroke-dasharray:3 2.5}
    .streams .q{fill-opacity:.4;stroke-opacity:.45}
    .streams .f{stroke:#cf222e;stroke-width:2.5;fill:none}
    .streams .o{fill:#4a83c9;fill-opacity:.75}
    .streams text.x{fill:#cf222e}
    .cn{fill:#eceff2;stroke:#78838d}.kn{stroke:#78838d}
    \(rules(light))
    @media (prefers-color-scheme:dark){
    .streams{background:#0d1117}
    .streams text{fill:#e6edf3}
    .streams .t,.streams .d{fill:#8d96a0}
    .streams .l{stroke:#8d96a0}
    .streams .a{fill:#8d96a0}
    .streams .g{stroke:#1c2128}
    .streams .s{fill:#161b22}
    .streams .h{stroke:#3d444d}
    .streams .b{fill:#161b22;stroke:#30363d}
    .streams .r{stroke:#484f58}
    .streams .f{stroke:#ff7b72}
    .streams .o{fill:#7fb0ee}
    .streams text.x{fill:#ff7b72}
    .cn{fill:#2b3137;stroke:#99a4ae}.kn{stroke:#99a4ae}
    \(rules(dark))
    }

    """
}
