// Where things are: rows from top to bottom, positions from left to right.
const radius = 13;
const element = id => document.getElementById(id);
const scroller = element('scroller');
const rowsElement = element('rows');
const canvas = element('balls');
const axisCanvas = element('axis');

const layout = { width: 0, height: 0, view: 0, gutter: 0, left: 0, right: 0, rows: [] };
// `scale` is pixels for a nanosecond of the axis; at 0, the whole axis fits.
const view = { zoom: 0, scale: 1, offset: 0, follows: true };

function make(tag, className, text) {
  const made = document.createElement(tag);
  if (className) made.className = className;
  if (text !== undefined) made.textContent = text;
  return made;
}

function makeRow({ role, parameters, definition, inputs }, index) {
  const row = make('div', 'row ' + role);
  const label = make('div', 'label');
  if (definition) {
    const name = definition.endsWith('.json') ? definition.split('/').pop() : definition;
    label.append(make('span', 'definition', shorten(name, 60) + ' ›'));
  }
  label.append(make('span', 'name', shorten(stageName(index), 60)));
  if (parameters) label.append(make('span', 'parameters', shorten(parameters, 200)));
  // The row above names a common part that both share.
  const isKnown = (inputs || []).some(input => page.commons[input] === page.commons[index]);
  const common = page.commons[index] && !isKnown ? 'each ' + page.commons[index] : '';
  if (common) label.append(make('span', 'parameters', common));
  label.title = [definition, stageName(index), shorten(parameters || '', 2000), common]
    .filter(text => text).join(' ');
  row.append(label);
  rowsElement.append(row);
  return row;
}
// Thousands of rows are drawn, but only the first are labelled with elements.
const labelledRows = 2000;
const rowElements = stages.slice(0, labelledRows).map(makeRow);

// Measures the page, and places the rows.
function measure() {
  layout.width = scroller.clientWidth;
  layout.view = scroller.clientHeight;
  const isNarrow = layout.width < 620;
  layout.gutter = isNarrow ? 104 : Math.min(300, Math.round(layout.width * 0.26));
  layout.left = layout.gutter + radius + (isNarrow ? 10 : 22);
  layout.right = Math.max(layout.left + 40, layout.width - radius - (isNarrow ? 14 : 30));
  // Rows share the height of the page, as far as that looks well.
  const roomy = (layout.view - 20) / Math.max(1, stages.length);
  const lane = Math.max(42, Math.min(64, Math.floor(roomy * 0.58)));
  const box = Math.max(32, Math.min(42, Math.floor(roomy * 0.42)));
  let y = 10;
  layout.rows = stages.map(({ role }, i) => {
    const hasBox = role === 'operator';
    const top = y;
    if (hasBox) y += box;
    const line = y + lane / 2;
    y += lane + (hasBox || i === stages.length - 1 ? 4 : 0);
    const row = { top, box: hasBox ? top + box / 2 : null, boxHeight: box, line, bottom: y };
    if (i < labelledRows) {
      const style = rowElements[i].style;
      style.top = row.top + 'px';
      style.height = (hasBox ? box : lane) + 'px';
    }
    return row;
  });
  layout.height = Math.max(y + 10, layout.view);
  rowsElement.style.height = layout.height + 'px';
  rowsElement.style.setProperty('--gutter', layout.gutter + 'px');
  setZoom(view.zoom);
}

const fitScale = () => (layout.right - layout.left) / axisLength;

// The zoom at which a page opens: everything, as long as balls have room beside each other.
function firstZoom() {
  const most = Math.max(1, ...rowEvents.map(row => row.length));
  return Math.max(1, most * 34 / (layout.right - layout.left));
}

function setZoom(zoom) {
  const shown = positionAt(show.moment);
  view.zoom = Math.min(Math.max(1, zoom), 1e7);
  view.scale = fitScale() * view.zoom;
  view.follows = true;
  follow(shown);
  clustersOf.length = 0;
}

// Moves the view so that the clock is in it: balls move along their lines when it follows.
function follow(position) {
  const width = layout.right - layout.left;
  const most = Math.max(0, axisLength * view.scale - width);
  if (view.follows) view.offset = position * view.scale - width * 0.72;
  view.offset = Math.min(most, Math.max(0, view.offset));
}
const xOf = position => layout.left + position * view.scale - view.offset;
const positionOfX = x => (x - layout.left + view.offset) / view.scale;

const rowAt = y => firstIndex(0, layout.rows.length, i => layout.rows[i].bottom > y);

// Balls of a row that would overlap are one cluster, at the place of the first. Clusters depend
// on the scale alone, and so do not change while the clock runs.
const clustersOf = [];
const clusterWidth = 2 * radius + 3;
function clusters(stage) {
  if (clustersOf[stage]) return clustersOf[stage];
  const row = rowEvents[stage];
  const made = [];
  let last = -Infinity;
  for (let i = 0; i < row.length; i += 1) {
    const position = positionOf(row[i]);
    const x = position * view.scale;
    if (x - last >= clusterWidth) {
      made.push({ first: i, end: i, x, width: 2 * radius, text: '', shown: -1 });
      last = x;
    }
    made[made.length - 1].end = i + 1;
  }
  clustersOf[stage] = made;
  return made;
}
const firstCluster = (made, x) => firstIndex(0, made.length, i => made[i].x >= x);
