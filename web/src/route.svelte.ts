// Where we are. Paths are what people share; secrets stand behind the #, which no server ever sees.
import { ROOT } from "./api/client";

class Route {
  path = $state(here());
  secret = $state(location.hash.slice(1));

  constructor() {
    addEventListener("popstate", () => this.#look());
    addEventListener("hashchange", () => this.#look());
  }

  go(path: string, replace = false): void {
    history[replace ? "replaceState" : "pushState"](null, "", ROOT + path);
    this.#look();
    scrollTo(0, 0);
  }

  /** The secret is used: it need not stand in the address bar any longer. */
  forgetSecret(): void {
    history.replaceState(null, "", ROOT + this.path);
    this.secret = "";
  }

  #look(): void {
    this.path = here();
    this.secret = location.hash.slice(1);
  }
}

function here(): string {
  return location.pathname.slice(ROOT.length) || "/";
}

export const route = new Route();

/** For links: they go without loading the page anew, unless somebody wants a tab of their own. */
export function link(node: HTMLAnchorElement): { destroy(): void } {
  const follow = (event: MouseEvent): void => {
    if (event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    const { pathname, hash } = new URL(node.href);
    route.go(pathname.slice(ROOT.length) + hash);
  };
  node.addEventListener("click", follow);
  return { destroy: () => node.removeEventListener("click", follow) };
}

export const to = (path: string): string => ROOT + path;
