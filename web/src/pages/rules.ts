// The pages of rules: numbered rules in sections, each with its standing, and a search through them.

export interface Rule {
  id: string;
  standing: "all" | "edition" | "ruling" | "rebuilt";
  text: string;
}

export interface Section {
  title: string;
  rule: Rule[];
}

/** The sections with what fits a search; words in any order, as they are written or in capitals. */
export function found(sections: readonly Section[], sought: string): Section[] {
  const words = plain(sought).split(/\s+/).filter(Boolean);
  const fits = (section: Section, rule: Rule): boolean => {
    const text = plain(`${section.title} ${rule.id} ${rule.text}`);
    return words.every((word) => text.includes(word));
  };
  return sections
    .map((section) => ({ ...section, rule: section.rule.filter((rule) => fits(section, rule)) }))
    .filter((section) => section.rule.length);
}

/** Without accents: who looks for “defense” finds “défense”. */
function plain(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}
