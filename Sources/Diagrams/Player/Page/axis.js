// The axis of time above the rows, and the density of events behind the slider.
function drawAxis(x, now) {
  const density = Math.min(2, window.devicePixelRatio || 1);
  const height = axisCanvas.clientHeight;
  if (axisCanvas.width !== Math.round(layout.width * density)) {
    axisCanvas.width = Math.round(layout.width * density);
    axisCanvas.height = Math.round(height * density);
  }
  const pen = axisCanvas.getContext('2d');
  pen.setTransform(density, 0, 0, density, 0, 0);
  pen.clearRect(0, 0, layout.width, height);
  pen.font = fonts.small;
  pen.textBaseline = 'alphabetic';
  pen.textAlign = 'center';
  const label = timeText(base + BigInt(Math.round(timeAt(now))));
  const shown = tidy(label);
  const half = pen.measureText(shown).width / 2 + 7;
  const at = Math.min(layout.width - half - 2, Math.max(layout.gutter, x));
  drawTicks(pen, height, at - half, at + half);
  drawBreaks(pen, height);
  pen.fillStyle = colors.accent;
  pen.beginPath();
  pen.roundRect(at - half, 4, 2 * half, height - 10, 6);
  pen.fill();
  pen.fillStyle = colors.panel;
  pen.fillText(shown, at, height / 2 + 3);
}

// The clock between two events shows no more digits than can be read while it runs.
function tidy(label) {
  const digits = Math.max(2, Math.ceil(Math.log10(view.scale * 1e9)));
  return label.replace(/\.(\d+)/, (whole, fraction) => whole.slice(0, 1 + digits));
}

// Ticks of dates are at whole minutes, hours and days.
const dateSteps = [60, 120, 300, 600, 1800, 3600, 7200, 21600, 43200, 86400].map(s => s * 1e9);
function tickStep(wanted) {
  if (zone !== null && wanted > 3e10) {
    const known = dateSteps.find(step => step >= wanted);
    return known ?? Math.ceil(wanted / 8.64e13) * 8.64e13;
  }
  const power = 10 ** Math.floor(Math.log10(wanted));
  return Math.max(1, [1, 2, 5, 10].map(n => n * power).find(n => n >= wanted));
}
// The first tick has its date, and so has each that is on another day than the one before.
function tickText(nanoseconds, before) {
  if (zone === null) return seconds(nanoseconds);
  const text = dateText(nanoseconds);
  if (text.endsWith(' 00:00:00')) return text.slice(0, 10);
  const isSameDay = before !== null && dateText(before).slice(0, 10) === text.slice(0, 10);
  return text.slice(isSameDay ? 11 : 0).replace(/(:\d\d):00$/, '$1');
}

function drawTicks(pen, height, hiddenFrom, hiddenTo) {
  const from = Math.max(0, positionOfX(layout.gutter)), to = positionOfX(layout.width);
  const end = BigInt(Math.round(timeAt(to)));
  const width = 20 + pen.measureText(tickText(base + end, base + end)).width;
  const wanted = Math.max(1, Math.max(64, width) / view.scale);
  const step = tickStep(wanted * 0.999);
  pen.fillStyle = colors.muted;
  pen.strokeStyle = colors.line;
  pen.lineWidth = 1;
  let last = -Infinity, edge = -Infinity, before = null;
  forEachTick(from, Math.min(to, axisLength), step, (time, position) => {
    const x = Math.round(xOf(position)) + 0.5;
    if (x < layout.gutter + 4 || x - last < Math.min(width, 64) * 0.9) return;
    last = x;
    pen.beginPath();
    pen.moveTo(x, height - 5);
    pen.lineTo(x, height);
    pen.stroke();
    const tick = tickText(time, before);
    const half = pen.measureText(tick).width / 2;
    // A date at the left edge ends to the right of its tick.
    const middle = Math.max(x, layout.gutter + 4 + half);
    if (middle - half < edge + 8) return;
    if (middle + half > hiddenFrom && middle - half < hiddenTo) return;
    before = time;
    edge = middle + half;
    pen.fillText(tick, middle, height / 2 + 3);
  });
}

// Visits round instants in a part of the axis: between two breaks, ticks are evenly spaced.
function forEachTick(from, to, step, visit) {
  let part = 0;
  const parts = [];
  for (const { from: start, to: end } of breaks) {
    parts.push([part, start]);
    part = end;
  }
  parts.push([part, axisLength * 1.000001]);
  const whole = BigInt(Math.round(step));
  for (const [start, end] of parts) {
    const low = Math.max(start, from), high = Math.min(end, to * 1.000001);
    if (low > high) continue;
    // Days begin in the zone of the page.
    const first = base + BigInt(Math.round(timeAt(Math.min(low, axisLength)))) + (zone ?? 0n);
    let tick = first / whole * whole;
    if (tick < first) tick += whole;
    for (let i = 0; i < 200; i += 1, tick += whole) {
      const position = low + Number(tick - first);
      if (position > high) break;
      visit(tick - (zone ?? 0n), position);
    }
  }
}

function drawBreaks(pen, height) {
  pen.strokeStyle = colors.muted;
  pen.lineWidth = 1.25;
  for (const { from, to } of breaks) {
    const x = xOf((from + to) / 2);
    if (x < layout.gutter || x > layout.width) continue;
    for (const shift of [-3, 3]) {
      pen.beginPath();
      pen.moveTo(x + shift - 2.5, height - 1);
      pen.lineTo(x + shift + 2.5, height - 11);
      pen.stroke();
    }
  }
}

const densityCanvas = element('density');
function drawDensity() {
  const width = densityCanvas.clientWidth, height = densityCanvas.clientHeight;
  const density = Math.min(2, window.devicePixelRatio || 1);
  densityCanvas.width = Math.round(width * density);
  densityCanvas.height = Math.round(height * density);
  const pen = densityCanvas.getContext('2d');
  pen.setTransform(density, 0, 0, density, 0, 0);
  const bars = new Float64Array(Math.max(1, Math.floor(width / 3)));
  for (let event = 0; event < count; event += 1) {
    const at = Math.floor(arrival[event] / (showLength || 1) * bars.length);
    bars[Math.min(bars.length - 1, at)] += 1;
  }
  const most = Math.max(1, ...bars);
  pen.fillStyle = colors.line;
  bars.forEach((bar, i) => {
    if (bar === 0) return;
    const tall = 3 + (height - 5) * Math.sqrt(bar / most);
    pen.fillRect(i * 3, (height - tall) / 2, 2, tall);
  });
}
