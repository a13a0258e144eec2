// Frames: the show advances, and everything that depends on the moment is drawn.
let frames = 0, lastFrame = 0, listedEvent = -2;

function advance(now) {
  const passed = Math.min(100, now - lastFrame);
  if (show.playing) {
    show.moment += passed * show.speed;
    if (show.moment >= showLength) {
      show.moment = showLength;
      show.playing = false;
      announce();
    }
  } else if (show.target >= 0) {
    show.moment += Math.max(passed * fall / 320, 0.001);
    if (show.moment >= show.target) {
      show.moment = show.target;
      show.target = -1;
      announce();
    }
  }
}

const isMoving = () => show.playing || show.target >= 0;
function frame(now) {
  isAsked = false;
  // The last frame of a move is drawn, too.
  const isDue = isDirty || isMoving();
  if (lastFrame > 0) advance(now);
  if (isDue) {
    isDirty = false;
    frames += 1;
    draw();
  }
  lastFrame = isMoving() ? now : 0;
  if (!isMoving()) return;
  isAsked = true;
  requestAnimationFrame(frame);
}

function draw() {
  drawAll();
  const event = currentEvent();
  const stage = actingAt(event);
  markActing(stage);
  drawControls(event);
  // While the show runs, the parts beside the balls are updated in turns.
  const turn = show.playing ? frames % 9 : -1;
  if (turn <= 0) lightCode(stage);
  if (turn < 0 || turn === 3) showDetails(event);
  if (turn < 0 || turn === 6) {
    if (listedEvent !== event) {
      listedEvent = event;
      revealInList(event);
    }
    drawList();
  }
  focusTip();
}

// The stage that acts is that of the current event, or of one that is on its way.
let actingStage = -1;
function actingAt(event) {
  const next = arrivedCount(show.moment);
  const isOnWay = focused < 0 && next < count && show.moment > arrival[next] - fall
    && causesOf.of(next).length > 0 && !isCalm();
  if (isOnWay) return eventStage[next];
  return event < 0 ? -1 : eventStage[event];
}

function markActing(stage) {
  if (stage === actingStage) return;
  rowElements[actingStage]?.classList.remove('acting');
  rowElements[stage]?.classList.add('acting');
  actingStage = stage;
}

function setText(target, text) { if (target.textContent !== text) target.textContent = text; }

function drawControls(event) {
  slider.value = String(show.moment);
  const time = event < 0 ? 'start' : timeOf(event);
  slider.setAttribute('aria-valuetext',
    event < 0 ? 'start' : `${time}, event ${event} of ${count}`);
  setText(element('moment'), event < 0 ? `0 of ${count}` : `${event + 1} of ${count}`);
  playButton.classList.toggle('playing', show.playing);
  const label = show.playing ? 'Pause' : show.moment >= showLength ? 'Play again' : 'Play';
  if (playButton.ariaLabel !== label) playButton.ariaLabel = label;
}

function resize() {
  measure();
  measureList();
  measureCode();
  drawDensity();
  layout.canvasTop = undefined;
  refresh();
}

function openAt(fragment) {
  const match = /^#(event|at)=(\d+(?:\.\d+)?)$/.exec(fragment);
  if (!match) return false;
  if (match[1] === 'event') visit(Math.min(count - 1, Math.floor(Number(match[2]))));
  else seek(momentAt(positionAtTime(Number(match[2]) * 1e9 - Number(base))));
  return true;
}
function positionAtTime(time) {
  const i = firstIndex(0, instants.length - 1, k => instants[k].time >= time);
  const to = instants[i], from = i ? instants[i - 1] : { time: axisStart, position: 0 };
  const share = Math.min(1, Math.max(0, (time - from.time) / (to.time - from.time || 1)));
  return from.position + (to.position - from.position) * share;
}

function start() {
  readColors();
  slider.max = String(showLength);
  speeds.forEach(speed => {
    const names = { 0.25: '¼×', 0.5: '½×' };
    const option = make('option', '', names[speed] ?? speed + '×');
    option.value = String(speed);
    speedSelect.append(option);
  });
  speedSelect.value = '1';
  const second = 1000 * pace / 1e9;
  speedSelect.title = second === 1 ? 'At 1× a second of the stream lasts a second'
    : `At 1× a second of the show is ${Number(second.toPrecision(6))} s of the stream`;
  measure();
  view.zoom = firstZoom();
  show.moment = showLength;
  resize();
  openAt(location.hash);
}

element('summary').textContent =
  `${stages.length} stages · ${count.toLocaleString('en')} events`
  + (count > 0 ? ` · ${zone === null ? '' : timeOf(0) + ' to '}${timeOf(count - 1)}` : '');
element('moment').style.setProperty('--moment', 2 * String(count).length + 4 + 'ch');
playButton.addEventListener('click', togglePlay);
element('forward').addEventListener('click', stepForward);
element('back').addEventListener('click', stepBack);
element('closer').addEventListener('click', () => zoomBy(1.6));
element('farther').addEventListener('click', () => zoomBy(1 / 1.6));
element('fit').addEventListener('click', shortcuts[0]);
element('keys').addEventListener('click', () => help.showModal());
element('close').addEventListener('click', () => help.close());
slider.addEventListener('input', () => { pause(); focused = -1; seek(Number(slider.value)); });
slider.addEventListener('change', announce);
speedSelect.addEventListener('change', () => { show.speed = Number(speedSelect.value); });
document.addEventListener('keydown', pressKey);
window.addEventListener('hashchange', () => openAt(location.hash));
window.matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => {
  readColors();
  drawDensity();
  refresh();
});
calm.addEventListener('change', refresh);
new ResizeObserver(resize).observe(scroller);

// For the console, and for tests: the same acts, and what the page shows.
window.player = {
  seek, step: stepForward, back: stepBack, visit, choose, play: togglePlay,
  momentOf: event => arrival[event],
  placeOf: event => ({ x: placeOf(event).x, y: layout.rows[eventStage[event]].line }),
  length: showLength,
  // Draws a frame of a running show, with the layout that follows from it.
  frameAt(moment) {
    show.moment = moment;
    frames += 1;
    const before = show.playing;
    show.playing = true;
    draw();
    show.playing = before;
    return document.body.getBoundingClientRect().height;
  },
  state: () => ({
    moment: show.moment, playing: show.playing, event: currentEvent(), chosen, focused,
    lit: lit ? lit.reduce((sum, is) => sum + is, 0) : 0, stage: actingStage,
    inside: [...insideOfRow].map(([stage, held]) => [stage, held.map(stay => stay.event)]),
  }),
};
start();
