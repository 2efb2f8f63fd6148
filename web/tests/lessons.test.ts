import { describe, expect, it } from "vitest";
import { catalogue } from "../build-tools/texts.ts";
import { FIRST_DUEL } from "../src/learn/first-duel";
import { FIRST_RACE } from "../src/learn/first-race";
import { falls, lessonsUpTo } from "../src/learn/script";

describe.each([FIRST_DUEL, FIRST_RACE])("the lesson of $game", (script) => {
  it("says something before each step of the learner, and nothing else", () => {
    const around = ["title", "done-title", "done", "play"];
    const says = script.beats.flatMap((beat) => beat.says ?? []);
    expect(new Set(says).size).toBe(says.length);
    const start = `web.learn.${script.game}.`;
    const keys = Object.keys(catalogue("en")).filter((key) => key.startsWith(start));
    expect(keys.map((key) => key.slice(start.length)).sort()).toEqual([...says, ...around].sort());
  });

  it("counts the steps of the learner", () => {
    const all = script.beats.filter((beat) => !falls(beat)).length;
    expect(lessonsUpTo(script, script.beats.length)).toBe(all);
    expect(lessonsUpTo(script, script.beats.findIndex((beat) => !falls(beat)))).toBe(1);
  });
});
