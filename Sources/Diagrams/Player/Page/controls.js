// The actions of a person: play, pause, step, seek, zoom, choose.
const show = { moment: 0, target: -1, playing: false, speed: 1 };
const speeds = [0.25, 0.5, 1, 2, 4, 8];
let focused = -1;
let hovered = { event: -1, end: -1, members: [] };
let isDirty = true, isAsked = false;
const calm = window.matchMedia('(prefers-reduced-motion: reduce)');
const isCalm = () => calm.matches;
const slider = element('slider');
const playButton = element('play');
const speedSelect = element('speed');
const help = element('help');

// With less motion, each event is at its place at once, and none is seen on its way.
function drawnMoment() {
  if (!isCalm() || show.moment >= showLength) return show.moment;
  const happened = arrivedCount(show.moment);
  return happened === 0 ? 0 : arrival[happened - 1];
}
const currentEvent = () => focused >= 0 ? focused : arrivedCount(show.moment) - 1;

function refresh() {
  isDirty = true;
  if (isAsked) return;
  isAsked = true;
  requestAnimationFrame(frame);
}

function seek(moment) {
  show.moment = Math.min(showLength, Math.max(0, moment));
  view.follows = true;
  refresh();
}

function pause() {
  show.playing = false;
  show.target = -1;
  refresh();
}

function togglePlay() {
  if (show.playing) return pause();
  if (show.moment >= showLength) show.moment = 0;
  focused = -1;
  hideTip();
  show.target = -1;
  show.playing = true;
  view.follows = true;
  refresh();
}

// The moment of a step: an event has arrived; after the last one, all is over.
const momentOfStep = index => index < 0 ? 0 : index >= count ? showLength : arrival[index];

function stepForward() {
  const from = show.target >= 0 ? show.target : show.moment;
  const target = momentOfStep(firstIndex(0, count, i => arrival[i] > from));
  pause();
  focused = -1;
  if (show.moment < from) seek(from);
  // Balls fall to their places within the step, however long the clock runs before that.
  if (isCalm()) {
    seek(target);
    return announce();
  }
  show.moment = Math.max(show.moment, Math.min(target, target - fall));
  show.target = target;
  refresh();
}

function stepBack() {
  pause();
  focused = -1;
  const happened = firstIndex(0, count, i => arrival[i] >= show.moment);
  seek(momentOfStep(happened - 1));
  announce();
}

// Makes an event the current one, and goes to its moment.
function visit(event) {
  if (event < 0 || event >= count) return;
  pause();
  focused = event;
  seek(arrival[event]);
  revealRow(eventStage[event]);
  announce();
}

function revealRow(stage) {
  if (stage < 0 || layout.height <= layout.view) return;
  const row = layout.rows[stage];
  if (row.top < scroller.scrollTop) scroller.scrollTop = row.top - 20;
  const below = row.bottom - scroller.scrollTop - layout.view;
  if (below > 0) scroller.scrollTop += below + 20;
}

function announce() {
  const event = currentEvent();
  element('live').textContent = event < 0 ? 'start'
    : `event ${event}, ${timeOf(event)}, ${stageName(eventStage[event])}, `
      + shorten(textOf(event), 120);
}

function changeSpeed(by) {
  const index = Math.min(speeds.length - 1, Math.max(0, speeds.indexOf(show.speed) + by));
  show.speed = speeds[index];
  speedSelect.value = String(show.speed);
}

function hideTip() {
  hovered = { event: -1, end: -1, members: [] };
  tip.hidden = true;
}

// Moves the focus in the diagram: along a row, or to the nearest event of another row.
function moveFocus(key) {
  let from = focused >= 0 ? focused : currentEvent();
  if (from < 0) from = 0;
  if (focused < 0 || eventStage[from] < 0) return visit(from);
  const stage = eventStage[from];
  const inRow = number => [...rowEvents[number], ...rowMarks[number]].sort((a, b) => a - b);
  if (key === 'ArrowLeft' || key === 'ArrowRight') {
    const row = inRow(stage);
    const next = row[row.indexOf(from) + (key === 'ArrowRight' ? 1 : -1)];
    return next === undefined ? undefined : visit(next);
  }
  const step = key === 'ArrowDown' ? 1 : -1;
  for (let other = stage + step; other >= 0 && other < stages.length; other += step) {
    const row = inRow(other);
    if (row.length === 0) continue;
    const after = firstIndex(0, row.length, i => row[i] >= from);
    return visit(row[step > 0 ? Math.min(after, row.length - 1) : Math.max(0, after - 1)]);
  }
}

function focusTip() {
  if (focused < 0 || eventStage[focused] < 0 || document.activeElement !== scroller) return;
  const bounds = scroller.getBoundingClientRect();
  const y = bounds.top + layout.rows[eventStage[focused]].line - scroller.scrollTop;
  if (y < bounds.top || y > bounds.bottom) return void (tip.hidden = true);
  const x = bounds.left + Math.max(0, Math.min(layout.width, placeOf(focused).x));
  showTip({ event: focused, end: -1, members: [] }, x, y);
}

const shortcuts = {
  ' ': togglePlay, k: togglePlay,
  ArrowRight: stepForward, '.': stepForward, ArrowLeft: stepBack, ',': stepBack,
  Home: () => { pause(); focused = -1; seek(0); announce(); },
  End: () => { pause(); focused = -1; seek(showLength); announce(); },
  '+': () => zoomBy(1.6), '=': () => zoomBy(1.6), '-': () => zoomBy(1 / 1.6),
  0: () => { setZoom(1); refresh(); },
  '[': () => changeSpeed(-1), ']': () => changeSpeed(1),
  l: () => list.focus(), d: () => scroller.focus(),
  '?': () => help.open ? help.close() : help.showModal(),
  Escape: () => { hideTip(); focused = -1; choose(-1); },
};

function zoomBy(factor) {
  setZoom(view.zoom * factor);
  refresh();
}

function pressKey(press) {
  if (press.ctrlKey || press.metaKey || press.altKey || press.defaultPrevented) return;
  const { target, key } = press;
  if (help.open && key !== '?') return;
  if (target instanceof HTMLSelectElement) return;
  if (target instanceof HTMLButtonElement && (key === ' ' || key === 'Enter')) return;
  // A file that has the focus is scrolled by these.
  if (target === codeElement && /^( |Home|End|Arrow.*)$/.test(key)) return;
  if (target === scroller && key.startsWith('Arrow')) moveFocus(key);
  else if (target === scroller && key === 'Enter') {
    choose(chosen === currentEvent() ? -1 : currentEvent());
  } else if (key in shortcuts) shortcuts[key]();
  else return;
  press.preventDefault();
}
