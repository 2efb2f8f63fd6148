// Small things this browser remembers. Where it remembers nothing (private windows), everything works all the same.

const memory = new Map<string, string>();

export function kept(name: string): string | null {
  try {
    return localStorage.getItem(`niten.${name}`) ?? memory.get(name) ?? null;
  } catch {
    return memory.get(name) ?? null;
  }
}

export function keep(name: string, value: string): void {
  memory.set(name, value);
  try {
    localStorage.setItem(`niten.${name}`, value);
  } catch {
    // only for this visit, then
  }
}
