// A place on a drawing, picked by pointer: pressed, or drawn along. Keys reach the same elsewhere.

export function picking(node: HTMLElement, pick: (x: number) => void): { update(next: (x: number) => void): void; destroy(): void } {
  let chosen = pick;
  const press = (event: PointerEvent): void => {
    if (event.buttons & 1) chosen(event.clientX - node.getBoundingClientRect().left);
  };
  node.addEventListener("pointerdown", press);
  node.addEventListener("pointermove", press);
  return {
    update: (next) => (chosen = next),
    destroy() {
      node.removeEventListener("pointerdown", press);
      node.removeEventListener("pointermove", press);
    },
  };
}
