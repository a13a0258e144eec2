// The pointer: hovering, choosing, dragging the clock, scrolling along the axis.
function placeOfPointer(pointer) {
  const bounds = scroller.getBoundingClientRect();
  return [pointer.clientX - bounds.left, pointer.clientY - bounds.top + scroller.scrollTop];
}

scroller.addEventListener('pointermove', pointer => {
  const picked = pick(...placeOfPointer(pointer));
  const isSame = picked.event === hovered.event && picked.end === hovered.end;
  hovered = picked;
  scroller.classList.toggle('over', picked.event >= 0);
  if (picked.event < 0 && isSame) return;
  showTip(picked, pointer.clientX, pointer.clientY);
  refresh();
});
scroller.addEventListener('pointerleave', () => { hideTip(); refresh(); });

scroller.addEventListener('click', pointer => {
  const picked = pick(...placeOfPointer(pointer));
  if (picked.event < 0) {
    focused = -1;
    return choose(-1);
  }
  let event = picked.event;
  const at = picked.members.indexOf(focused);
  if (at > 0) event = picked.members[at - 1];
  const isAgain = chosen === event && picked.members.length < 2;
  show.playing = false;
  show.target = -1;
  focused = isAgain ? -1 : event;
  if (!isAgain) revealInList(event);
  choose(isAgain ? -1 : event);
  if (!isAgain) announce();
});

scroller.addEventListener('scroll', () => { tip.hidden = true; refresh(); });
scroller.addEventListener('focus', refresh);
scroller.addEventListener('blur', () => { hideTip(); refresh(); });
scroller.addEventListener('wheel', turn => {
  const along = turn.shiftKey && turn.deltaX === 0 ? turn.deltaY : turn.deltaX;
  if (turn.ctrlKey) {
    zoomBy(turn.deltaY < 0 ? 1.2 : 1 / 1.2);
  } else if (Math.abs(along) > Math.abs(turn.shiftKey ? 0 : turn.deltaY)) {
    view.follows = false;
    view.offset += along;
    refresh();
  } else return;
  turn.preventDefault();
}, { passive: false });

let isDragging = false;
function dragClock(pointer) {
  const x = pointer.clientX - axisCanvas.getBoundingClientRect().left;
  pause();
  focused = -1;
  // The view does not move while the pointer drags.
  const offset = view.offset;
  seek(momentAt(Math.min(axisLength, positionOfX(x))));
  view.follows = false;
  view.offset = offset;
}
axisCanvas.addEventListener('pointerdown', pointer => {
  isDragging = true;
  axisCanvas.setPointerCapture(pointer.pointerId);
  dragClock(pointer);
});
axisCanvas.addEventListener('pointermove', pointer => { if (isDragging) dragClock(pointer); });
axisCanvas.addEventListener('pointerup', () => { isDragging = false; announce(); });
