// The bots that can play here, the weakest first.
import { type Games, get } from "../api/client";

export async function botsHere(): Promise<string[]> {
  return (await get<Games>("/games")).bots["dragon"] ?? [];
}
