import { limits } from "@hoplog/schema/limits.js";

/** Maximum length of a proposal: longer ones are no easier to use than a generated code. */
const proposedMax = 24;
const numbersUpTo = 9;

/** Stop words, which do not describe a page. */
const empty = new Set(
  "a an and as at by de der des die das du el en for from in index home html htm le la les php aspx und of on or the to with www".split(
    " ",
  ),
);

/**
 * Builds a code of lower-case letters, digits and hyphens from a text in any alphabet; "" if no such character remains.
 */
function slugOf(text: string): string {
  const words = text
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .replaceAll("ß", "ss")
    .replaceAll(/['’]/g, "")
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== "" && !empty.has(word));
  let slug = "";
  for (const word of words) {
    const longer = slug === "" ? word : `${slug}-${word}`;
    if (longer.length > proposedMax) break;
    slug = longer;
  }
  return slug === "" ? (words[0] ?? "").slice(0, proposedMax) : slug;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Whether a text is a single character, a number, or probably a hash or id, which is hard to remember. */
const isId = (text: string): boolean =>
  text.length === 1 || /^\d+$/.test(text) || (text.length >= 16 && /\d/.test(text) && !/[-_ ]/.test(text));

/**
 * Returns the labels of a host without its suffix and `www`, the last one first: `example` and `shop` for
 * shop.example.co.uk.
 */
function namesIn(hostname: string): string[] {
  if (/^[\d.]+$|^\[/.test(hostname)) return [];
  const labels = hostname.split(".").filter((label) => label !== "www");
  const ending = labels.length > 2 && (labels.at(-2) ?? "").length <= 3 ? 2 : 1;
  const names = labels.length === 1 ? labels : labels.slice(0, -ending);
  return names.filter((name) => !name.startsWith("xn--")).toReversed();
}

/**
 * Returns codes that suit a destination, the best first: from the words of its title, path and host, then the same with
 * a number. The codes may already be taken.
 */
export function proposalsFor(url: URL, title = ""): string[] {
  const parts = url.pathname
    .split("/")
    .map((part) => decoded(part).replace(/\.[a-z0-9]{2,5}$/i, ""))
    .filter((part) => part !== "" && !isId(part))
    .toReversed();
  const [host = ""] = namesIn(url.hostname);
  const [last = "", before = ""] = parts;
  const texts = [title, last, `${host} ${last}`, `${before} ${last}`, host, before, `${host} ${before}`];
  const slugs = [...new Set(texts.map(slugOf))].filter((slug) => slug.length >= limits.codeMin);
  const numbered = slugs.flatMap((slug) =>
    Array.from({ length: numbersUpTo - 1 }, (_, i) => `${slug.slice(0, proposedMax)}-${i + 2}`),
  );
  // Sorted by number, so that three proposals are not one word with three numbers.
  const rounds = numbered.toSorted((a, b) => Number(a.slice(-1)) - Number(b.slice(-1)));
  // Removes duplicates, because a slug may itself end with one of the numbers.
  return [...new Set([...slugs, ...rounds])];
}
