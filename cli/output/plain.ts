/** Control and format characters: escape sequences of terminals, and what turns the direction of text round. */
const unseen = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** A text of somebody else's on one line, which can do nothing to the terminal. */
export function plain(text: string): string {
  return text.replaceAll(/[\t\r\n]+/g, " ").replaceAll(unseen, "");
}

/** `1 click`, `2 clicks`. */
export function counted(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? "" : "s"}`;
}

/** The same for text of several lines. */
export function plainLines(text: string): string {
  return text.split("\n").map(plain).join("\n");
}

/** JSON that says the same, with every such character written as an escape. */
export function plainJson(value: unknown, indent?: number): string {
  return JSON.stringify(value, null, indent).replaceAll(unseen, (character) =>
    character === "\n"
      ? character
      : character
          .split("")
          .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)
          .join(""),
  );
}
