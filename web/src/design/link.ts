// A duel as a link: its data as JSON, deflated, in letters that an address can hold. It stands behind the #: no server sees it.

const LARGEST = 64 * 1024; // bytes of JSON: a duel has about two thousand
const LONGEST = 20_000; // letters

export class BrokenLink extends Error {}

export async function pack(duel: object): Promise<string> {
  const packed = await all(new Blob([JSON.stringify(duel)]).stream().pipeThrough(new CompressionStream("deflate-raw")), Infinity);
  return btoa(String.fromCharCode(...packed)).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
}

/** The duel in a link; BrokenLink if there is none, or far too much. */
export async function unpack(letters: string): Promise<object> {
  if (letters.length > LONGEST) throw new BrokenLink();
  try {
    const packed = Uint8Array.from(atob(letters.replace(/-/g, "+").replace(/_/g, "/")), (letter) => letter.charCodeAt(0));
    const json = await all(new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate-raw")), LARGEST);
    const duel: unknown = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(json));
    if (duel && typeof duel === "object" && !Array.isArray(duel)) return duel;
  } catch (error) {
    throw new BrokenLink(undefined, { cause: error });
  }
  throw new BrokenLink();
}

async function all(stream: ReadableStream<Uint8Array>, most: number): Promise<Uint8Array<ArrayBuffer>> {
  const reader = stream.getReader();
  const parts: Uint8Array[] = [];
  let length = 0;
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    parts.push(read.value);
    length += read.value.length;
    if (length > most) {
      void reader.cancel().catch(() => null);
      throw new BrokenLink();
    }
  }
  const whole = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
