/// The elements of the player's page. Its script fills them.
enum PlayerBody {
  /// Returns the elements below a title, which is given as HTML text.
  static func text(title: String) -> String {
    start.replacing("{title}", with: title)
  }

  private static let start = #"""
    <a class="hidden skip" href="#list">Skip to the list of events</a>
    <header>
    <h1>{title}</h1>
    <span id="summary"></span>
    </header>
    <noscript>This page plays with JavaScript, which is switched off here.</noscript>
    <main>
    <section id="diagram" class="panel" aria-label="Player">
    <canvas id="axis" aria-hidden="true"></canvas>
    <div id="scroller" tabindex="0" role="application" aria-roledescription="marble diagram"
     aria-label="Diagram" aria-describedby="diagram-keys">
    <div id="rows"></div>
    <canvas id="balls" aria-hidden="true"></canvas>
    </div>
    <p id="diagram-keys" class="hidden">Arrow keys move from event to event, Enter lights the
    events that one came from and those that came of it. The list has the same events as text.</p>
    <footer>
    <button type="button" id="back" class="icon" aria-label="Step back"
     title="Step back (←)">
    <svg viewBox="0 0 18 18" aria-hidden="true">
    <path d="M4 3h2.5v12H4zM15 3v12L7.5 9z"/></svg>
    </button>
    <button type="button" id="play" class="icon" aria-label="Play"
     title="Play or pause (space)">
    <svg class="go" viewBox="0 0 18 18" aria-hidden="true">
    <path d="M5.5 2.5v13L15.5 9z"/></svg>
    <svg class="pause" viewBox="0 0 18 18" aria-hidden="true">
    <path d="M4 3h3.5v12H4zM10.5 3H14v12h-3.5z"/></svg>
    </button>
    <button type="button" id="forward" class="icon" aria-label="Step forward"
     title="Step forward (→)">
    <svg viewBox="0 0 18 18" aria-hidden="true">
    <path d="M3 3l7.5 6L3 15zM11.5 3H14v12h-2.5z"/></svg>
    </button>
    <div id="track"><canvas id="density" aria-hidden="true"></canvas>
    <input type="range" id="slider" min="0" max="1" step="any" value="0" aria-label="Time"></div>
    <span id="moment"></span>
    <select id="speed" aria-label="Speed"></select>
    <button type="button" id="farther" class="icon" aria-label="Zoom out"
     title="Zoom out (−)">
    <svg viewBox="0 0 18 18" aria-hidden="true">
    <path d="M3 8h12v2H3z"/></svg>
    </button>
    <button type="button" id="fit" class="icon" aria-label="Show all of the time"
     title="Show all of the time (0)">
    <svg viewBox="0 0 18 18" aria-hidden="true">
    <path d="M1 3h2v12H1zM15 3h2v12h-2zM4 9l3.5-3.5v2.5h3V5.5L14 9l-3.5 3.5V10h-3v2.5z"/></svg>
    </button>
    <button type="button" id="closer" class="icon" aria-label="Zoom in"
     title="Zoom in (+)">
    <svg viewBox="0 0 18 18" aria-hidden="true">
    <path d="M8 3h2v5h5v2h-5v5H8v-5H3V8h5z"/></svg>
    </button>
    <button type="button" id="keys" class="icon" aria-label="Keyboard shortcuts"
     title="Keyboard shortcuts (?)"><b aria-hidden="true">?</b></button>
    </footer>
    </section>
    <aside>
    <section id="source" class="panel" aria-labelledby="source-title">
    <div class="title"><h2 id="source-title"></h2>
    <select id="file" aria-label="File"></select></div>
    <div id="code" tabindex="0" role="region" aria-labelledby="source-title"></div>
    </section>
    <section id="about" class="panel" aria-labelledby="details-title">
    <div class="title"><h2 id="details-title">Event</h2></div>
    <dl id="details"></dl>
    </section>
    <section id="events" class="panel" aria-labelledby="list-title">
    <div class="title"><h2 id="list-title"></h2></div>
    <div id="list" tabindex="0" role="listbox" aria-labelledby="list-title">
    <div id="list-space" role="presentation"></div></div>
    </section>
    </aside>
    </main>
    <div id="tip" role="tooltip" hidden></div>
    <div id="live" class="hidden" aria-live="polite"></div>
    <dialog id="help" aria-labelledby="help-title">
    <h2 id="help-title">Keyboard shortcuts</h2>
    <dl>
    <dt><kbd>space</kbd></dt><dd>play or pause</dd>
    <dt><kbd>→</kbd> <kbd>←</kbd></dt>
    <dd>step forward or back by an event; in the diagram, move along the row</dd>
    <dt><kbd>↑</kbd> <kbd>↓</kbd></dt>
    <dd>in the diagram, move to another row; in the list, to another event</dd>
    <dt><kbd>.</kbd> <kbd>,</kbd></dt><dd>step forward or back, wherever the focus is</dd>
    <dt><kbd>enter</kbd></dt><dd>light what the event came from and what came of it</dd>
    <dt><kbd>esc</kbd></dt><dd>put out the lights</dd>
    <dt><kbd>home</kbd> <kbd>end</kbd></dt><dd>go to the start or to the end</dd>
    <dt><kbd>+</kbd> <kbd>−</kbd> <kbd>0</kbd></dt>
    <dd>zoom in, zoom out, show all of the time</dd>
    <dt><kbd>[</kbd> <kbd>]</kbd></dt><dd>play slower or faster</dd>
    <dt><kbd>d</kbd> <kbd>l</kbd></dt><dd>go to the diagram or to the list</dd>
    <dt><kbd>?</kbd></dt><dd>show these shortcuts</dd>
    </dl>
    <button type="button" id="close">Close</button>
    </dialog>
    """#
}
