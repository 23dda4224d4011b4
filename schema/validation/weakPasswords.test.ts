import { expect, it } from "vitest";
import { personalPasswordProblem } from "./weakPasswords.ts";

const ada = { name: "Ada Lovelace", email: "Ada.L1815@Example.com" };
const address = "Password must not be your email address";
const name = "Password must not be your name";

it.each([
  ["ada.l1815@example.com", address],
  ["ADA.L1815@EXAMPLE.COM2026", address],
  ["ada.l1815", address],
  ["Ada.L", address],
  ["ada.l99", address],
  ["ada lovelace", name],
  ["Ada Lovelace123", name],
  ["Ａｄａ Ｌｏｖｅｌａｃｅ１２", name],
  ["ada lovelace and her engine", null],
  ["my ada.l1815", null],
  ["correct horse battery", null],
  ["example.com", null],
])("refuses what the owner is called by, with %j: %s", (password, problem) => {
  expect(personalPasswordProblem(password, ada)).toBe(problem);
});

it("compares digits that are all of a name or address as they are", () => {
  const owner = { name: "", email: "12345678@example.com" };
  expect(personalPasswordProblem("12345678", owner)).toBe(address);
  expect(personalPasswordProblem("87654321", owner)).toBeNull();
  expect(personalPasswordProblem("", { name: "", email: "" })).toBeNull();
});
