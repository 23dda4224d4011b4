import { plainText, replaceUnseen } from "@hoplog/schema/validation/plainText.js";

/** Converts untrusted text to one line that can't control the terminal, by the same rules as the server. */
export const plain = plainText;

/** Formats a count with its noun, such as `1 click` or `2 clicks`. */
export function counted(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? "" : "s"}`;
}

/** Converts text of several lines, each like {@link plain}. */
export function plainLines(text: string): string {
  return text.split("\n").map(plain).join("\n");
}

/** Returns equivalent JSON with every character escaped that could control the terminal. */
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
