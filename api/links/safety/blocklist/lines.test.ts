import { expect, it } from "vitest";
import { defaultReason, entryLimits } from "./entry.ts";
import { readLines, UnusableFile } from "./lines.ts";

it("reads entries with their reasons, and leaves comments out", async () => {
  const { entries, badLines } = await readLines(
    "# list\r\n\r\nbad.example  Phishing of a bank # seen today\r\nBAD.example other\r\n  worse.example/#/app\t\n#\n",
  );
  expect([...entries.values()]).toEqual([
    { entry: "bad.example", reason: "Phishing of a bank" },
    { entry: "worse.example/#/app", reason: defaultReason },
  ]);
  expect(badLines).toBe(0);
});

it("counts lines that say nothing, and names the first few", async () => {
  const text = `*.bad.example\nbad.example\nbad.example/a ${"x".repeat(201)}\n\0\n${"* \n".repeat(10)}`;
  const { entries, badLines, problems } = await readLines(text);
  expect([...entries.keys()]).toEqual(["bad.example"]);
  expect(badLines).toBe(13);
  expect(problems).toHaveLength(5);
  expect(problems[1]).toBe("line 3: A reason cannot exceed 200 characters");
});

it.each([
  ["", "it is empty"],
  ["\n \n", "it is empty"],
  ["<html>\n<body>404</body>\n", "none of its lines is a valid entry"],
  [Array.from({ length: entryLimits.fileEntries + 1 }, (_, i) => `h${i}.example`).join("\n"), "more than"],
])("takes no file that is no list: %.20j", async (text, problem) => {
  const error: unknown = await readLines(text).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(UnusableFile);
  expect(error).toMatchObject({ message: expect.stringContaining(problem) });
});

it("takes one that lists nothing and says so", async () => {
  expect((await readLines("# nothing\n")).entries.size).toBe(0);
});
