// Whether there is sound. Off until somebody switches it on; what makes it is loaded then, not before.
import type { Entry } from "../api/client";
import { keep, kept } from "../table/kept";

export type Noise = "dice" | "brush" | "seal";

class Sound {
  isOn = $state(kept("sound") === "on");

  choose(wanted: boolean): void {
    this.isOn = wanted;
    keep("sound", wanted ? "on" : "off");
    if (wanted) void this.#make("seal");
  }

  /** What an entry of the log sounds like. */
  tell(entry: Entry): void {
    if (!this.isOn) return;
    if (entry.kind === "ended") void this.#make("seal");
    else if (entry.kind === "step") void this.#make(entry.seat === null ? "dice" : "brush");
  }

  /** Never before somebody has done something on this page: it does not begin to sound by itself. */
  async #make(noise: Noise): Promise<void> {
    if (!navigator.userActivation?.hasBeenActive) return;
    const { make } = await import("./noises");
    if (this.isOn) make(noise);
  }
}

export const sound = new Sound();
