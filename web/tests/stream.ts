// A stream of the server, as tests want it.

export class Stream {
  static readonly CLOSED = 2;
  static readonly opened: Stream[] = [];
  static get now(): Stream {
    return Stream.opened.at(-1)!;
  }

  readyState = 1;
  #listeners = new Map<string, (event: { data: string }) => void>();

  constructor(readonly url: string) {
    Stream.opened.push(this);
  }

  addEventListener(kind: string, listener: (event: { data: string }) => void): void {
    this.#listeners.set(kind, listener);
  }

  close(): void {
    this.readyState = Stream.CLOSED;
  }

  dispatch(kind: string, data: unknown = null): void {
    this.#listeners.get(kind)?.({ data: JSON.stringify(data) });
  }

  tell(entry: object): void {
    this.dispatch("entry", entry);
  }

  /** The line is lost: the browser tries again, or gives up. */
  falls(how: "trying" | "closed"): void {
    this.readyState = how === "closed" ? Stream.CLOSED : 0;
    this.dispatch("error");
  }
}
