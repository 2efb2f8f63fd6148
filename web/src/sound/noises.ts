// Three short noises, made on the spot: dice on wood, a brush on paper, a seal set down. No files.
import type { Noise } from "./sound.svelte";

const SOON = 0.08; // seconds: what follows faster is one noise

const context = new AudioContext();
const hiss = context.createBuffer(1, context.sampleRate / 2, context.sampleRate);
hiss.getChannelData(0).forEach((_, at, all) => (all[at] = Math.random() * 2 - 1));
const out = new GainNode(context, { gain: 0.5 });
out.connect(context.destination);

let last = -1;

export function make(noise: Noise): void {
  void context.resume();
  const now = context.currentTime;
  if (last >= 0 && now - last < SOON) return;
  last = now;
  NOISES[noise](now);
}

const NOISES: Record<Noise, (now: number) => void> = {
  dice: (now) => {
    for (const [at, high] of [[0, 2400], [0.055, 1900], [0.12, 2700]] as const) {
      rustle(now + at, 0.05, 0.5, [high, high * 0.8], 3);
      knock(now + at, 0.06, 0.25, [260, 140]);
    }
  },
  brush: (now) => rustle(now, 0.3, 0.16, [900, 2600], 0.9, 0.1),
  seal: (now) => {
    knock(now, 0.18, 0.8, [120, 55]);
    rustle(now, 0.07, 0.3, [420, 240], 0.7);
  },
};

type Sweep = readonly [from: number, to: number];

/** Hiss through a narrow gap that moves. */
function rustle(at: number, length: number, loud: number, [from, to]: Sweep, narrow: number, swell = 0.003): void {
  const source = new AudioBufferSourceNode(context, { buffer: hiss });
  const gap = new BiquadFilterNode(context, { type: "bandpass", frequency: from, Q: narrow });
  gap.frequency.exponentialRampToValueAtTime(to, at + length);
  source.connect(gap).connect(fading(at, length, loud, swell));
  source.start(at, Math.random() * 0.2, length);
}

/** A tone that falls. */
function knock(at: number, length: number, loud: number, [from, to]: Sweep): void {
  const source = new OscillatorNode(context, { frequency: from });
  source.frequency.exponentialRampToValueAtTime(to, at + length);
  source.connect(fading(at, length, loud, 0.003));
  source.start(at);
  source.stop(at + length);
}

function fading(at: number, length: number, loud: number, swell: number): GainNode {
  const gain = new GainNode(context, { gain: 0 });
  gain.gain.setValueAtTime(0, at);
  gain.gain.linearRampToValueAtTime(loud, at + swell);
  gain.gain.exponentialRampToValueAtTime(0.001, at + length);
  gain.connect(out);
  return gain;
}
