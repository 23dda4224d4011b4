import { describe, expect, it } from "vitest";
import { compose } from "./compose.ts";
import { strangersName, withoutLinks } from "./strangersName.ts";

const addresses = [
  "You won! https://evil.example/claim",
  "evil.example",
  "Visit WWW.evil",
  "mail boss@evil",
  "bücher.рф now",
  "evil．com",
  "evil。com",
  "evil｡com",
  "ｅｖｉｌ．ｃｏｍ",
  "evil․com",
  "evil.\u200Bcom",
  "evil.\u200Dcom",
  "boss＠evil",
  "call tel:+4912345",
  "go to 203.0.113.7",
];

describe("a stranger's name in a mail", () => {
  it.each([...addresses, "\u202E\u2066", "\u200B", "\u3164"])("%s is nobody's", (name) => {
    expect(strangersName(name)).toBe("Somebody");
  });

  it.each([
    "Ada Lovelace",
    "J. R. R. Tolkien",
    "J.R. Ewing",
    "O’Neill & Sons, Inc.",
    "山田太郎",
    "Wanda 👩‍🚀",
    "ﻤﯽ‌ﺧﻮﺍﻫﻢ",
  ])("%s stays as it is", (name) => {
    expect(strangersName(name)).toBe(name);
  });

  it("has no characters that are not seen or turn the direction of writing", () => {
    expect(strangersName("Eve \u202Etxt\u202C")).toBe("Eve txt");
    expect(strangersName("E\u200Bve")).toBe("Eve");
  });

  it.each(addresses)("greets %s by the address of the mail", (name) => {
    const { html, text } = compose({ userId: "", to: "ada@example.com", name, subject: "x", paragraphs: [] });
    expect(text).toContain("Hello ada@example.com,");
    expect(html).toContain("Hello ada@example.com,");
  });
});

describe("a text that somebody has chosen", () => {
  it.each([
    ["https://evil.example/claim?a=b.c", "https[:]//evil[.]example/claim?a=b.c"],
    ["evil．com/x", "evil[.]com/x"],
    ["evil。com", "evil[.]com"],
    ["evil.\u200Bcom", "evil[.]com"],
    ["www.evil", "www[.]evil"],
    ["javascript:alert(1)", "javascript[:]alert(1)"],
    ["203.0.113.7:8080", "203[.]0[.]113[.]7:8080"],
    ["Spring sale 3.5 %", "Spring sale 3.5 %"],
    ["Version 1.0, e. g.", "Version 1.0, e. g."],
  ])("%s is no link in a mail: %s", (text, shown) => {
    expect(withoutLinks(text)).toBe(shown);
  });
});
