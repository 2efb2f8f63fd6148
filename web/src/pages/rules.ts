/** A section of a page of rules, as the text files have it. */
export interface Section {
  title: string;
  rule: { number: string; text: string; standing?: string }[];
}
