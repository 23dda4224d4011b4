import { afterAll, beforeAll, expect, it } from "vitest";
import { insertMisses } from "../../testing/clicks.ts";
import { operatorCommand } from "../../testing/operatorCommand.ts";
import { openTestApi, signUp, type TestApi } from "../../testing/testApi.ts";

let api: TestApi;
beforeAll(async () => {
  api = await openTestApi();
});
afterAll(() => api.close());

it("operators list what is nobody's, by what most people asked for, and nothing that is somebody's", async () => {
  const user = await signUp(api);
  const at = new Date().toISOString();
  const old = new Date(Date.now() - 3 * 86_400_000).toISOString();
  expect(await operatorCommand(api, "list", "misses")).toEqual({
    code: 0,
    out: "No visit without a destination was found.",
    err: "",
  });
  await insertMisses(api, [
    { at, code: "typo" },
    { at, code: "typo", isBot: true },
    { at: old, code: "typo" },
    { at, code: "", reason: "unknown host", host: "a\u001b.example" },
    { at, code: "", reason: "unknown host", host: "b.example", isBot: true },
    { at: old, code: "", reason: "base URL" },
    { at, code: "theirs", domain: 7 },
    { at, code: "linked", ownerId: user.id, linkId: user.id },
  ]);
  const { out, code } = await operatorCommand(api, "list", "misses");
  expect(code).toBe(0);
  const lines = out.split("\n");
  expect(lines[0]).toBe(`${at}  2 people, 1 bot  unknown  hop.example/typo`);
  expect(lines.slice(1)).toEqual([
    `${at}  1 person, 0 bots  unknown host  a?.example`,
    `${old}  1 person, 0 bots  base URL  hop.example`,
    `${at}  0 people, 1 bot  unknown host  b.example`,
    "4 rows.",
  ]);
  const since = new Date(Date.now() - 86_400_000).toISOString();
  const lately = await operatorCommand(api, "list", "misses", "--since", since, "--limit", "1");
  expect(lately.out.split("\n")).toEqual([
    expect.stringContaining("1 person, 1 bot  unknown  hop.example/typo"),
    "1 row.",
  ]);
  expect(await operatorCommand(api, "list", "misses", "--user", "x")).toMatchObject({ code: 2 });
  const without = { ...api, services: { ...api.services, clickhouse: null } };
  expect(await operatorCommand(without, "list", "misses")).toMatchObject({
    code: 1,
    err: expect.stringContaining("CLICKHOUSE_URL"),
  });
});
