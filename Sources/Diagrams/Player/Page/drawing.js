// Drawing: one canvas for balls and lines, one for the axis.
const ink = canvas.getContext('2d');
const colors = { fills: [], edges: [] };
const fonts = { ball: '', small: '' };

function readColors() {
  const style = getComputedStyle(document.documentElement);
  const get = name => style.getPropertyValue('--' + name).trim();
  const names = ['ink', 'muted', 'line', 'faint', 'accent', 'failure', 'ball-ink', 'panel'];
  for (const name of names) colors[name] = get(name);
  colors.fills = hues.map(hue => `oklch(${get('ball-fill')} ${hue})`);
  colors.edges = hues.map(hue => `oklch(${get('ball-edge')} ${hue})`);
  fonts.ball = '600 12px ' + get('text');
  fonts.small = '11px ' + get('text');
}

// The canvas is taller than the part that is seen, so that it need not move at each scroll.
function fitCanvas() {
  const height = Math.min(layout.height, 2 * layout.view);
  const density = Math.min(2, window.devicePixelRatio || 1);
  const wanted = [Math.round(layout.width * density), Math.round(height * density)];
  if (canvas.width !== wanted[0] || canvas.height !== wanted[1]) {
    [canvas.width, canvas.height] = wanted;
    canvas.style.width = layout.width + 'px';
    canvas.style.height = height + 'px';
  }
  const seen = scroller.scrollTop;
  const isInside = layout.canvasTop <= seen
    && seen + layout.view <= layout.canvasTop + height;
  if (!isInside || layout.canvasTop === undefined) {
    layout.canvasTop = Math.min(layout.height - height, Math.max(0, seen - layout.view / 2));
    canvas.style.top = layout.canvasTop + 'px';
  }
  ink.setTransform(density, 0, 0, density, 0, -layout.canvasTop * density);
  ink.clearRect(0, layout.canvasTop, layout.width, height);
  return [rowAt(layout.canvasTop), rowAt(layout.canvasTop + height - 1)];
}

function drawAll() {
  const moment = drawnMoment();
  const now = positionAt(moment);
  follow(now);
  const [firstRow, lastRow] = fitCanvas();
  const x = xOf(now);
  ink.save();
  ink.beginPath();
  ink.rect(layout.gutter, layout.canvasTop, layout.width - layout.gutter, layout.height);
  ink.clip();
  drawClock(x);
  for (let i = firstRow; i <= lastRow && i < stages.length; i += 1) {
    drawLine(i, x, moment);
    drawEnds(i, moment);
  }
  drawPaths(moment, x);
  for (let i = firstRow; i <= lastRow && i < stages.length; i += 1) drawBalls(i, moment);
  drawInside(moment, x);
  drawFalling(moment, x);
  drawFocus(moment);
  ink.restore();
  drawAxis(x, now);
}

function drawClock(x) {
  ink.strokeStyle = colors.accent;
  ink.globalAlpha = 0.55;
  ink.lineWidth = 1;
  ink.beginPath();
  ink.moveTo(Math.round(x) + 0.5, 0);
  ink.lineTo(Math.round(x) + 0.5, layout.height);
  ink.stroke();
  ink.globalAlpha = 1;
}

// The line of a row, darker where the clock has been, and the completions on it.
function drawLine(stage, x, moment) {
  const y = layout.rows[stage].line + 0.5;
  const stop = page.stops[stage];
  const right = stop === null ? layout.width - 6
    : Math.min(layout.width - 6, xOf(positionAtInstant(Number(stop))));
  const stroke = (color, from, to) => {
    if (to <= from) return;
    ink.strokeStyle = color;
    ink.beginPath();
    ink.moveTo(from, y);
    ink.lineTo(to, y);
    ink.stroke();
  };
  ink.lineWidth = 1.5;
  // A run has no line before it begins, and after it has been cancelled.
  const begin = page.begins[stage];
  const left = begin === null ? layout.gutter + 4
    : Math.max(layout.gutter + 4, xOf(positionAtInstant(Number(begin))));
  stroke(colors.faint, left, right);
  const marks = rowMarks[stage];
  const isOver = marks.length === 1 && arrival[marks[0]] <= moment;
  const until = isOver ? xOf(positionOf(marks[0])) : x;
  stroke(colors.line, left, Math.min(right, until));
  let last = -Infinity;
  const first = firstIndex(0, marks.length, i => xOf(positionOf(marks[i])) > 0);
  for (let i = first; i < marks.length; i += 1) {
    const at = Math.round(xOf(positionOf(marks[i])));
    if (at > layout.width) break;
    const isFailure = eventKind[marks[i]] === FAILURE;
    if (at - last < 4 && !isFailure) continue;
    last = at;
    drawMark(at, y, isFailure, shade(marks[i], moment));
  }
}

function drawMark(x, y, isFailure, alpha) {
  ink.globalAlpha = alpha;
  ink.strokeStyle = isFailure ? colors.failure : colors.ink;
  ink.lineWidth = isFailure ? 2.5 : 2;
  ink.beginPath();
  if (isFailure) {
    ink.moveTo(x - 7, y - 7);
    ink.lineTo(x + 7, y + 7);
    ink.moveTo(x + 7, y - 7);
    ink.lineTo(x - 7, y + 7);
  } else {
    ink.moveTo(x, y - radius);
    ink.lineTo(x, y + radius);
  }
  ink.stroke();
  ink.globalAlpha = 1;
}

// How strongly an event is drawn: faint before it has happened, and beside the lit ones.
function shade(event, moment) {
  if (arrival[event] > moment) return 0.16;
  return lit && !lit[event] ? 0.2 : 1;
}

// The ends of events inside the box of an operator: a small cross, a ring if it is still held.
function drawEnds(stage, moment) {
  const { box, line } = layout.rows[stage];
  const row = rowEnds[stage];
  const y = box ?? line;
  const happened = firstIndex(0, row.length, i => endMoment[row[i]] + fall / 2 > moment);
  let last = -Infinity;
  for (let i = firstSeenEnd(row); i < happened; i += 1) {
    const end = ends[row[i]];
    const x = endX(row[i]);
    if (x > layout.width) break;
    if (x - last < 7 && !(lit && lit[end[0]])) continue;
    last = x;
    ink.globalAlpha = lit && !lit[end[0]] ? 0.25 : 0.85;
    ink.strokeStyle = colors.edges[lastHue[end[0]]];
    ink.lineWidth = 1.75;
    ink.beginPath();
    if (endReason(row[i]) === 'held') {
      ink.arc(x, y, 4, 0, 2 * Math.PI);
    } else {
      ink.moveTo(x - 3.5, y - 3.5);
      ink.lineTo(x + 3.5, y + 3.5);
      ink.moveTo(x + 3.5, y - 3.5);
      ink.lineTo(x - 3.5, y + 3.5);
    }
    ink.stroke();
  }
  ink.globalAlpha = 1;
}
const endX = index => xOf(endPosition[index]);
const firstSeenEnd = row => firstIndex(0, row.length, i => endX(row[i]) > layout.left - 20);
