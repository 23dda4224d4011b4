import { plainText, replaceUnseen } from "@hoplog/schema/validation/plainText.js";

/** A text of somebody else's on one line, which can do nothing to the terminal: by the rule of the server's texts. */
export const plain = plainText;

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
  return replaceUnseen(JSON.stringify(value, null, indent), (character) =>
    character === "\n"
      ? character
      : character
          .split("")
          .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)
          .join(""),
  );
}
