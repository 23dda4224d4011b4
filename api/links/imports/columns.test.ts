import { describe, expect, it } from "vitest";
import { columnsOf, countColumns, warningsOf } from "./columns.ts";
import { type Choices, planOf } from "./sources/columnPlan.ts";
import { readers } from "./sources/readers.ts";
import { readLink } from "./sources/readLink.ts";

const record = (cells: Readonly<Record<string, unknown>>) => ({ row: 2, record: cells });
const read = (cells: Readonly<Record<string, unknown>>, choices: Choices = {}) =>
  readLink(readers.csv, planOf(readers.csv.columns, choices), { url: "https://a.example/", ...cells });

describe("columns of a file", () => {
  const heading = ["url", "Team", "Paused by", "url"];
  const counts = countColumns([], heading, [record({ url: "https://a.example/", Team: "Sales", "Paused by": " " })]);

  it("are counted where they are filled, over all parts of the file", () => {
    expect(counts).toEqual([
      ["url", 1],
      ["Team", 1],
      ["Paused by", 0],
    ]);
    expect(countColumns(counts, [], [record({ Team: "x" }), { row: 4, record: null }])).toContainEqual(["Team", 2]);
  });

  it("say what they are read as, and warn of what none of them is", () => {
    const columns = columnsOf("csv", {}, counts);
    expect(columns).toEqual([
      { name: "url", use: "destination", isChosen: false, filled: 1, closes: false },
      { name: "Team", use: null, isChosen: false, filled: 1, closes: false },
      { name: "Paused by", use: null, isChosen: false, filled: 0, closes: true },
    ]);
    expect(warningsOf(columns)).toEqual([
      "No column was recognised as the short code, so every link gets a generated one",
    ]);
    const chosen = columnsOf("csv", { team: "code", "Paused by": "ignore", url: "title" }, counts);
    expect(chosen).toMatchObject([{ use: "title" }, { use: "code", isChosen: true }, { use: "ignore", closes: false }]);
    expect(warningsOf(chosen)).toEqual(["No column was recognised as the destination. Choose one"]);
  });

  it("of an API are those within its objects too", () => {
    const one = record({ shortCode: "a", longUrl: "https://a.example/", meta: { maxVisits: 5 }, tags: [] });
    expect(columnsOf("shlink", {}, countColumns([], [], [one], readers.shlink))).toMatchObject([
      { name: "shortCode", use: "code" },
      { name: "longUrl", use: "destination" },
      { name: "maxVisits", use: "clickLimit" },
    ]);
  });
});

describe("a link", () => {
  it("lists each filled column that is not read, with its value", () => {
    expect(read({ Team: "Sales", Region: "" }).losses).toEqual([
      { kind: "column", message: 'Column Team "Sales" is not imported' },
    ]);
    expect(read({ name: "A", title: "B" }).losses).toEqual([
      { kind: "column", message: 'Column title "B" is not imported' },
    ]);
  });

  it("lists a column whose name compares as that of another, and is closed by one that may restrict it", () => {
    expect(
      read({ note: "A", Note: "B", "#": "C", "?": "D", "NOTE ": "A" }).losses.map(({ message }) => message),
    ).toEqual(['Column # "C" is not imported', 'Column ? "D" is not imported', 'Column Note "B" is not imported']);
    expect(read({ status: "active", Status: "off" }).losses).toMatchObject([{ kind: "restriction" }]);
    expect(read({ status: "active", Status: "active" }).losses).toEqual([]);
    expect(read({ banned: "0", "banned (column 5)": "1" }).losses).toMatchObject([{ kind: "restriction" }]);
    expect(columnsOf("csv", {}, countColumns([], ["url", "banned (column 5)"], []))).toMatchObject([
      { closes: false },
      { use: null, closes: true },
    ]);
  });

  it("takes a column as it was chosen", () => {
    const link = read({ Team: "spring", name: "A" }, { Team: "code", name: "ignore" });
    expect(link).toMatchObject({ input: { shortUrl: "spring", name: "" }, losses: [] });
  });

  it.each([
    "Passphrase",
    "Top secret",
    "Expiring on",
    "good_until",
    "Limit",
    "Statuses",
    "Substate",
    "Active flag",
    "enabledness",
    "Disabled by",
    "Paused since",
  ])("is closed by an unread column %s, unless that is ignored, and its value is in no report", (name) => {
    const { losses } = read({ [name]: "hunter2" });
    expect(losses).toEqual([{ kind: "restriction", message: expect.stringContaining(name) }]);
    expect(JSON.stringify(losses)).not.toContain("hunter2");
    expect(read({ [name]: "" }).losses).toEqual([]);
    expect(read({ [name]: "hunter2" }, { [name]: "ignore" }).losses).toEqual([]);
  });

  it.each<[Readonly<Record<string, unknown>>, object]>([
    [{ status: "active" }, { isActive: true, losses: [] }],
    [{ status: "archived" }, { isActive: true, isArchived: true, losses: [] }],
    [{ status: "paused" }, { isActive: false, losses: [] }],
    [{ active: "0" }, { isActive: false, losses: [] }],
    [{ status: "under review" }, { isActive: false, losses: [{ kind: "restriction" }] }],
    [{ expires: "soon" }, { losses: [{ kind: "restriction", message: expect.stringContaining('expires "soon"') }] }],
    [{ expires: "never" }, { losses: [] }],
    [{ expires: "2030-01-01", expiration: "2031-01-01" }, { losses: [{ kind: "restriction" }] }],
    [{ password: "x" }, { hasPassword: true }],
    [{ created: "once" }, { losses: [{ kind: "date", message: `created "once" can't be read` }] }],
  ])("keeps what restricts it, or is closed: %j", (cells, expected) => {
    expect(read(cells)).toMatchObject(expected);
  });

  it("whose clicks are used up is closed", () => {
    const plan = planOf(readers.shortio.columns);
    const capped = (clicks: number) =>
      readLink(readers.shortio, plan, { originalURL: "https://a.example/", clicksLimit: 5, clicks });
    expect(capped(4)).toMatchObject({ input: { maxClicks: 5 }, losses: [] });
    expect(capped(5).losses).toMatchObject([{ kind: "restriction" }]);
  });
});
