// Dragging by mouse, pen or finger: what is let go over a column goes there; a tap stays a tap.
const FAR = 8; // pixels from which on it is no tap any more

export function draggable(node: HTMLElement, dropped: (column: string) => void): { destroy(): void; update(next: (column: string) => void): void } {
  let tell = dropped;
  let begin: { x: number; y: number } | null = null;
  let moved = false;

  const down = (event: PointerEvent): void => {
    if (event.button) return;
    begin = { x: event.clientX, y: event.clientY };
    moved = false;
    node.setPointerCapture(event.pointerId); // a quick hand is elsewhere before the first move is told
  };
  const move = (event: PointerEvent): void => {
    if (!begin) return;
    const [x, y] = [event.clientX - begin.x, event.clientY - begin.y];
    if (!moved && Math.hypot(x, y) < FAR) return;
    moved = true;
    node.style.transform = `translate(${x}px, ${y}px)`;
    node.style.zIndex = "5";
  };
  const up = (event: PointerEvent): void => {
    if (moved) {
      node.style.pointerEvents = "none";
      const under = document.elementFromPoint(event.clientX, event.clientY)?.closest<HTMLElement>("[data-column]");
      node.style.pointerEvents = "";
      if (under?.dataset["column"]) tell(under.dataset["column"]);
    }
    rest();
  };
  const rest = (): void => {
    begin = null;
    node.style.transform = node.style.zIndex = "";
  };
  const click = (event: Event): void => {
    if (moved) event.stopImmediatePropagation();
    moved = false;
  };

  node.addEventListener("pointerdown", down);
  node.addEventListener("pointermove", move);
  node.addEventListener("pointerup", up);
  node.addEventListener("pointercancel", rest);
  node.addEventListener("click", click, true);
  return {
    update: (next) => (tell = next),
    destroy: () => {
      node.removeEventListener("pointerdown", down);
      node.removeEventListener("pointermove", move);
      node.removeEventListener("pointerup", up);
      node.removeEventListener("pointercancel", rest);
      node.removeEventListener("click", click, true);
    },
  };
}
