// The language of the page, and its texts. Switching it changes every text at once.
import { keep, kept } from "../table/kept";
import { type Catalogue, chooseLanguage, type Details, fill, type Language, LANGUAGES } from "./format";

const CATALOGUES: Record<Language, () => Promise<{ default: Catalogue }>> = {
  de: () => import("virtual:texts/de"),
  en: () => import("virtual:texts/en"),
  es: () => import("virtual:texts/es"),
  fr: () => import("virtual:texts/fr"),
};

class Texts {
  language = $state<Language>("en");
  #catalogue = $state.raw<Catalogue>({});

  async use(language: Language): Promise<void> {
    this.#catalogue = (await CATALOGUES[language]()).default;
    this.language = language;
    document.documentElement.lang = language;
  }

  say(key: string, details?: Details): string {
    return fill(this.language, this.#catalogue, key, details);
  }

  has(key: string): boolean {
    return key in this.#catalogue;
  }
}

export const texts = new Texts();
export const t = (key: string, details?: Details): string => texts.say(key, details);

export function firstLanguage(): Language {
  const chosen = kept("language") as Language | null;
  return chosen && LANGUAGES.includes(chosen) ? chosen : chooseLanguage(navigator.languages);
}

export async function chooseAndKeep(language: Language): Promise<void> {
  keep("language", language);
  await texts.use(language);
}
