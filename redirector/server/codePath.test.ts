import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { codeCandidates } from "./codeCandidates.ts";
import { type CodePath, codePathOf, visitedPath } from "./codePath.ts";

describe("codePathOf", () => {
  const added = [
    ..."., ) ! ; ' \" ] > : * ~ … 。".split(" "),
    "%20",
    "%0A",
    "%C2%A0",
    "%E2%80%8B",
    "%",
    ".)%20",
    ").*",
  ];

  it.each(added)("finds a code with %s behind it", (tail) => {
    expect(codePathOf(`/docs${tail}`)).toMatchObject({ code: "docs", rest: "", showsDestination: false });
    expect(codePathOf(`/docs/${tail}`)).toMatchObject({ code: "docs", rest: "", showsDestination: false });
    expect(codePathOf(`/docs+${tail}`)).toMatchObject({ code: "docs", rest: "", showsDestination: true });
  });

  it.each([
    ["//docs", "docs", "", "//docs"],
    ["///docs.", "docs", "", "///docs."],
    ["/docs-_9", "docs-_9", "", "/docs-_9"],
    ["/docs;", "docs", "", "/docs%3B"],
    // Percent signs are decoded only once.
    ["/docs%252E", "docs%2E", "", "/docs%252E"],
    ["/%64ocs%2E", "docs", "", "/%64ocs%2E"],
    ["/docs.pdf", "docs.pdf", "", "/docs.pdf"],
    ["/docs/a.b)", "docs", "/a.b)", "/docs"],
    ["/docs./a", "docs.", "/a", "/docs."],
    ["/docs%2F.", "docs/", "", "/docs%2F."],
    ["/.", "", "", "/."],
    ["//", "", "", "//"],
  ])("reads %s", (path, code, rest, cookiePath) => {
    expect(codePathOf(path)).toEqual({ code, cookiePath, rest, showsDestination: false });
  });

  it("is fast for any path, and leaves every code as it is", () => {
    const before = process.threadCpuUsage();
    codePathOf(`/${".".repeat(15_000)}a`);
    codePathOf(`/${"%2E".repeat(5000)}`);
    expect(process.threadCpuUsage(before).user).toBeLessThan(100e3);
    fc.assert(
      fc.property(fc.stringMatching(/^[A-Za-z0-9_-]{3,50}$/), (code) => {
        expect(codePathOf(`/${code}`)).toEqual({ code, cookiePath: `/${code}`, rest: "", showsDestination: false });
      }),
    );
  });
});

describe("visitedPath", () => {
  it.each([
    ["/docs", ""],
    ["/docs/", ""],
    ["/docs.", "/docs."],
    ["//docs", "//docs"],
    ["/docs/%20", "/docs/%20"],
    ["/%64ocs", "/%64ocs"],
    ["/docs/a.b)", ""],
    ["//docs/a.b)", "//docs"],
    [`/docs${"%0A".repeat(100)}`, `/docs${"%0A".repeat(65)}`],
    [`/docs.${"%0A".repeat(100)}`, `/docs.${"%0A".repeat(64)}`],
    [`//docs.${"%0A".repeat(100)}`, `//docs.${"%0A".repeat(64)}`],
  ])("of %.30s is %.30s", (path, visited) => expect(visitedPath(path, codePathOf(path))).toBe(visited));
});

describe("codeCandidates", () => {
  const named = ({ code, rest, showsDestination }: CodePath) =>
    code + (showsDestination ? "+" : "") + (rest === "" ? "" : ` ${rest}`);

  it.each([
    ["/sale", ["sale"], ["sale"]],
    ["/sale.", ["sale.", "sale"], ["sale.", "sale"]],
    ["//sale).", ["sale).", "sale)", "sale"], ["sale).", "sale"]],
    ["/sale%E2%80%8B", ["sale"], ["sale"]],
    ["/f(x).", ["f(x).", "f(x)", "f(x"], ["f(x).", "f(x"]],
    ["/2026/plan!", ["2026/plan!", "2026/plan", "2026 /plan!"], ["2026/plan!", "2026/plan", "2026 /plan!"]],
    ["/a/b/c", ["a/b/c", "a/b /c", "a /b/c"], ["a/b/c", "a /b/c"]],
    ["/2026/.", ["2026", "2026 /."], ["2026", "2026 /."]],
    ["/sale+,", ["sale+"], ["sale+"]],
    ["/...", ["..."], ["..."]],
    ["//", [], []],
  ])("of %s are %j, and Postgres is asked for %j", (path, all, elsewhere) => {
    const candidates = codeCandidates(path, false);
    expect(candidates.all.map(named)).toEqual(all);
    expect(candidates.elsewhere.map(named)).toEqual(elsewhere);
  });
});
