import { termsOf } from "./words.js";

/** Verbs with one meaning in names of operations. A word of a query counts a little for the others of its row. */
const verbs: readonly string[] = [
  "get list retrieve fetch read view check see lookup",
  "search find query discover look",
  "create add make new post open start register insert",
  "update edit modify change set patch put rename replace close reopen",
  "delete remove destroy drop clear unset",
  "cancel terminate abort stop end void",
  "enable activate",
  "disable deactivate",
  "approve accept confirm",
  "reject deny decline dismiss",
  "write save store",
  "send deliver submit",
  "merge combine join",
  "lock freeze",
  "assign allocate",
  "hide archive",
];

/** Everyday nouns with one meaning, and their usual abbreviations. Words of one trade belong into `synonyms` of a set. */
const nouns: readonly string[] = [
  "picture photo image",
  "icon logo avatar image",
  "movie film",
  "song track music",
  "show series tv",
  "person people human individual",
  "member user people",
  "customer client buyer",
  "employee worker staff",
  "repository repo",
  "organization organisation org",
  "pull pr",
  "configuration config setting",
  "document doc word",
  "slide presentation ppt pptx powerpoint",
  "message msg text",
  "comment note reply",
  "folder directory",
  "website site page url web",
  "email mail",
  "invoice bill",
  "price cost",
  "money payment pay",
  "address location place",
  "trip travel journey",
  "train rail railway",
  "nearby near around",
  "error failure",
  "article story headline",
  "event calendar schedule",
  "task todo",
  "issue ticket bug defect",
];

/** The share with which a synonym counts. */
const verbShare = 0.25;
const nounShare = 0.5;

const shares = new Map<string, Map<string, number>>();
for (const [rows, share] of [
  [verbs, verbShare],
  [nouns, nounShare],
] as const)
  for (const row of rows) connect(row.split(" ").flatMap(termsOf), share);

function connect(terms: readonly string[], share: number): void {
  for (const term of terms) {
    const others = shares.get(term) ?? new Map<string, number>();
    shares.set(term, others);
    for (const other of terms) if (other !== term) others.set(other, share);
  }
}

const none: ReadonlyMap<string, number> = new Map();

/** Other terms that mean nearly the same, and the share of a term's weight that each gets. */
export function synonymsOf(term: string): ReadonlyMap<string, number> {
  return shares.get(term) ?? none;
}
