/// The style of the player, light and dark, at any width.
enum PlayerStyle {
  static let text = #"""
    :root {
      color-scheme: light dark;
      --text: system-ui, -apple-system, "Segoe UI", "Inter", "Noto Sans", sans-serif;
      --code: ui-monospace, "SF Mono", "Cascadia Code", Menlo, Consolas, monospace;
      --back: #f6f6f3; --panel: #ffffff; --ink: #1c2026; --muted: #636b78;
      --line: #b4bac4; --faint: #e3e5e9; --edge: #e0e1e0;
      --box: #f1f1ed; --box-edge: #dcdcd5; --box-lit: #e9effc;
      --accent: #2f62c9; --failure: #c2352d; --ball-ink: #171a1f;
      --ball-fill: 0.9 0.075; --ball-edge: 0.58 0.125;
      --key: #3a5a9b; --string: #3f7245; --number: #9c4f12; --word: #83388f;
      --mark: #fff0b8;
    }
    @media (prefers-color-scheme: dark) {
      :root {
        --back: #121417; --panel: #191c20; --ink: #e7e9ec; --muted: #98a0ac;
        --line: #565e6b; --faint: #2b2f36; --edge: #2a2e34;
        --box: #21252a; --box-edge: #343a42; --box-lit: #20304e;
        --accent: #86aefc; --failure: #ff7b70; --ball-ink: #f3f4f6;
        --ball-fill: 0.42 0.085; --ball-edge: 0.74 0.115;
        --key: #9db8ec; --string: #9ccca0; --number: #e2ab7a; --word: #d3a1dc;
        --mark: #4a4220;
      }
    }
    * { box-sizing: border-box; }
    [hidden] { display: none !important; }
    html, body { height: 100%; margin: 0; }
    body {
      display: grid; grid-template: auto minmax(0, 1fr) / minmax(0, 1fr);
      background: var(--back); color: var(--ink); font: 14px/1.45 var(--text);
      -webkit-font-smoothing: antialiased;
    }
    header {
      display: flex; align-items: baseline; gap: 14px; padding: 14px 20px 12px;
    }
    h1 {
      margin: 0; font-size: 17px; font-weight: 650; letter-spacing: -0.01em;
      overflow-wrap: anywhere;
    }
    h2 {
      margin: 0; font-size: 12px; font-weight: 600; color: var(--muted);
      overflow: hidden; text-overflow: ellipsis; white-space: nowrap;
    }
    #summary { color: var(--muted); font-variant-numeric: tabular-nums; white-space: nowrap; }
    main {
      display: grid; gap: 14px; padding: 0 20px 20px; min-height: 0;
      grid-template-columns: minmax(0, 1fr) clamp(320px, 30vw, 460px);
    }
    .panel {
      background: var(--panel); border: 1px solid var(--edge); border-radius: 12px;
      min-height: 0; min-width: 0; overflow: hidden; display: flex; flex-direction: column;
    }
    .panel > .title {
      display: flex; align-items: center; justify-content: space-between; gap: 10px;
      padding: 9px 14px; border-bottom: 1px solid var(--edge); flex: none;
    }
    aside {
      display: grid; gap: 14px; min-height: 0;
      grid-template-rows: 5fr minmax(172px, 4fr) 6fr;
    }
    aside .panel { contain: strict; }
    #source[hidden] + #about { grid-row: span 2; }
    #axis {
      display: block; width: 100%; height: 32px; flex: none; cursor: ew-resize;
      touch-action: none;
      border-bottom: 1px solid var(--edge);
    }
    #scroller {
      position: relative; flex: 1; overflow: hidden auto; min-height: 160px; contain: strict;
      scrollbar-width: thin;
    }
    #scroller.over { cursor: pointer; }
    #rows { position: relative; }
    #balls { position: absolute; left: 0; top: 0; pointer-events: none; }
    .row { position: absolute; left: 0; right: 0; display: flex; align-items: center; }
    .row.operator {
      left: 10px; right: 10px; border-radius: 9px;
      background: var(--box); border: 1px solid var(--box-edge);
    }
    .label {
      width: calc(var(--gutter) - 22px); margin: 0 4px 0 18px; overflow: hidden;
      overflow-wrap: anywhere;
      line-height: 1.3; display: -webkit-box; -webkit-box-orient: vertical;
      -webkit-line-clamp: 2;
    }
    .operator .label { width: auto; max-width: calc(100% - 20px); margin: 0 6px 0 10px; }
    .name { font-weight: 620; }
    .source .name, .output .name { font-weight: 550; }
    .output .name { color: var(--muted); }
    .parameters { color: var(--muted); font: 12px var(--code); margin-left: 7px; }
    .definition { color: var(--muted); margin-right: 5px; }
    .row.acting .name { color: var(--accent); }
    .row.operator.acting { background: var(--box-lit); border-color: var(--accent); }
    footer {
      display: flex; align-items: center; gap: 10px; padding: 10px 14px; flex: none;
      border-top: 1px solid var(--edge);
    }
    button, select {
      font: inherit; color: inherit; background: none; border: 1px solid transparent;
      border-radius: 8px; cursor: pointer; min-height: 32px;
    }
    button:hover, select:hover { background: var(--box); }
    :focus-visible { outline: 2.5px solid var(--accent); outline-offset: 1px; }
    #scroller:focus-visible, #list:focus-visible, #code:focus-visible { outline-offset: -3px; }
    .icon {
      width: 34px; height: 34px; padding: 0; display: grid; place-items: center; flex: none;
    }
    .icon svg { width: 18px; height: 18px; fill: currentColor; stroke: none; }
    #play {
      background: var(--accent); color: var(--panel); border-radius: 50%; width: 40px;
      height: 40px;
    }
    #play .pause, #play.playing .go { display: none; }
    #play.playing .pause { display: block; }
    #track { position: relative; flex: 1; height: 34px; min-width: 60px; }
    #density { position: absolute; inset: 0; width: 100%; height: 100%; }
    #slider {
      position: absolute; inset: 0; width: calc(100% + 16px); margin: 0 -8px; height: 100%;
      appearance: none; background: none; cursor: pointer;
    }
    #slider::-webkit-slider-thumb {
      appearance: none; width: 16px; height: 34px; border: 6px solid transparent;
      background: var(--accent) padding-box; border-width: 0 6px; border-radius: 9px;
    }
    #slider::-moz-range-thumb {
      width: 4px; height: 34px; border: 0; background: var(--accent); border-radius: 3px;
    }
    #moment {
      color: var(--muted); font-variant-numeric: tabular-nums; white-space: nowrap;
      text-align: right;
      min-width: var(--moment); contain: content;
    }
    #speed { padding: 0 4px; }
    #code {
      margin: 0; padding: 8px 0; overflow: auto; flex: 1; font: 12.5px/1.55 var(--code);
      position: relative; scrollbar-width: thin; tab-size: 2;
    }
    .part {
      content-visibility: auto; contain-intrinsic-size: auto 1940px; width: max-content;
      min-width: 100%;
    }
    .line {
      white-space: pre; padding: 0 14px 0 0; min-height: 1.55em;
      border-left: 3px solid transparent;
    }
    .line::before {
      content: attr(data-line); display: inline-block; width: 3.2em; padding-right: 1.2em;
      text-align: right; color: var(--muted); opacity: 0.7; user-select: none;
    }
    .line.lit { border-left-color: var(--accent); background: var(--box); }
    .key { color: var(--key); } .string { color: var(--string); }
    .number { color: var(--number); } .word { color: var(--word); }
    ::highlight(acting) { background-color: var(--mark); }
    #details {
      margin: 0; padding: 10px 14px 12px; overflow: auto; flex: 1; contain: strict;
      scrollbar-width: thin;
    }
    .fact { display: grid; grid-template-columns: 82px minmax(0, 1fr); gap: 8px; padding: 2px 0; }
    dt { color: var(--muted); }
    dd { margin: 0; overflow-wrap: anywhere; }
    pre {
      margin: 0; font: 12.5px/1.5 var(--code); white-space: pre-wrap; max-height: 9.5em;
      overflow: auto;
    }
    .note { color: var(--muted); margin: 4px 14px; }
    #details .note { margin: 4px 0; }
    .link {
      min-height: 24px; padding: 0 7px; margin: 0 4px 3px 0; border-color: var(--edge);
      font: 12px var(--code); color: var(--accent); max-width: 100%; overflow: hidden;
      text-overflow: ellipsis; white-space: nowrap; vertical-align: middle;
    }
    #list {
      overflow: auto; flex: 1; position: relative; min-height: 120px; contain: strict;
      scrollbar-width: thin;
    }
    #list-space { position: relative; }
    .event {
      position: absolute; left: 0; right: 0; height: 30px; padding: 0 14px; display: grid;
      grid-template-columns: var(--number) var(--time) 12px minmax(3em, 7em) minmax(0, 1fr) auto;
      gap: 8px;
      align-items: center; cursor: pointer; font-variant-numeric: tabular-nums; contain: strict;
    }
    .event > span { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
    .event .number, .event .time, .event .causes { color: var(--muted); }
    .event .time { text-align: right; color: var(--ink); white-space: pre; }
    .dated .time { font-size: 11px; line-height: 1.15; }
    .event .value { font: 12.5px var(--code); color: var(--ink); }
    .event .number { font: inherit; color: var(--muted); }
    .event .causes { font-size: 12px; max-width: 9em; }
    .event .dot { width: 10px; height: 10px; border-radius: 50%; border: 1.5px solid; }
    .dot[data-hue="0"] {
      background: oklch(var(--ball-fill) 252); color: oklch(var(--ball-edge) 252);
    }
    .dot[data-hue="1"] {
      background: oklch(var(--ball-fill) 152); color: oklch(var(--ball-edge) 152);
    }
    .dot[data-hue="2"] {
      background: oklch(var(--ball-fill) 70); color: oklch(var(--ball-edge) 70);
    }
    .dot[data-hue="3"] {
      background: oklch(var(--ball-fill) 22); color: oklch(var(--ball-edge) 22);
    }
    .dot[data-hue="4"] {
      background: oklch(var(--ball-fill) 308); color: oklch(var(--ball-edge) 308);
    }
    .dot[data-hue="5"] {
      background: oklch(var(--ball-fill) 200); color: oklch(var(--ball-edge) 200);
    }
    .dot[data-hue="6"] {
      background: oklch(var(--ball-fill) 112); color: oklch(var(--ball-edge) 112);
    }
    .dot[data-hue="7"] {
      background: oklch(var(--ball-fill) 345); color: oklch(var(--ball-edge) 345);
    }
    .event.future { opacity: 0.45; }
    .event.lit { background: var(--box); }
    .event:hover { background: var(--box); }
    .event[aria-selected="true"] {
      background: var(--box-lit); box-shadow: inset 3px 0 var(--accent); opacity: 1;
    }
    #tip {
      position: fixed; z-index: 5; max-width: min(420px, calc(100vw - 12px)); padding: 8px 11px;
      background: var(--ink); color: var(--back); border-radius: 9px; pointer-events: none;
      font-size: 12.5px; line-height: 1.4; overflow-wrap: anywhere;
    }
    #tip .value, .event .value, pre, .parameters, .name, .line { unicode-bidi: isolate; }
    #tip .value { font: 600 13px var(--code); }
    #tip .why { font-weight: 600; }
    #tip .more { opacity: 0.75; }
    dialog {
      border: 1px solid var(--edge); border-radius: 14px; background: var(--panel);
      color: var(--ink);
      padding: 20px 24px; max-width: 560px;
    }
    dialog::backdrop { background: rgb(0 0 0 / 0.35); }
    dialog h2 { font-size: 16px; color: var(--ink); margin-bottom: 12px; }
    dialog dl { display: grid; grid-template-columns: auto 1fr; gap: 6px 18px; margin: 0 0 16px; }
    dialog dt { white-space: nowrap; }
    kbd {
      font: 12px var(--code); border: 1px solid var(--edge); border-bottom-width: 2px;
      border-radius: 5px; padding: 1px 6px; background: var(--box); color: var(--ink);
    }
    #close { border-color: var(--edge); padding: 4px 14px; }
    .hidden {
      position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%);
      white-space: nowrap;
    }
    .skip:focus {
      position: fixed; left: 12px; top: 8px; width: auto; height: auto; clip-path: none;
      z-index: 9;
      padding: 8px 14px; background: var(--accent); color: var(--panel); border-radius: 8px;
    }
    noscript { padding: 0 20px 12px; }
    @media (max-width: 900px) {
      html, body { height: auto; }
      body { display: block; }
      main { display: block; padding: 0 12px 20px; }
      header { padding: 12px 14px; flex-wrap: wrap; gap: 2px 12px; }
      .panel { margin-bottom: 12px; }
      aside { display: block; }
      #diagram { height: min(76vh, 640px); }
      #source { height: 320px; }
      #events { height: 420px; }
      #about { height: 230px; }
    }
    @media (max-width: 620px) {
      footer { flex-wrap: wrap; gap: 6px; }
      #track { order: -1; flex: 1 0 100%; }
      .label {
        padding: 0 4px 0 12px; display: flex; flex-direction: column;
        align-items: flex-start;
      }
      .operator .label { padding: 0 4px 0 8px; }
      .label > span {
        max-width: 100%; overflow: hidden; text-overflow: ellipsis; margin: 0;
        font-size: 12px; line-height: 1.25;
      }
      .parameters { font-size: 10.5px; }
      .event {
        grid-template-columns: var(--number) var(--time) 12px minmax(3em, 6em) minmax(0, 1fr);
        padding: 0 10px;
      }
      .event .causes { display: none; }
    }
    @media (forced-colors: active) {
      .row.operator, .panel { border-color: CanvasText; }
      .event[aria-selected="true"] { outline: 2px solid Highlight; outline-offset: -2px; }
    }
    """#
}
