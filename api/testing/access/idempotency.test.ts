import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { features } from "../../boot/features.ts";
import { isIdempotent } from "../../kernel/calls/operation.ts";
import { describeRest } from "../../servers/rest/describe.ts";
import { sharedTestApi, type TestApi } from "../testApi.ts";
import { sendRest } from "./restRow.ts";
import { rows } from "./restRows.ts";
import { namedRows } from "./walk.ts";
import { makeWorld, type World } from "./world.ts";

// Each creating call records its completion in its transaction: sent again with the same key, it creates nothing.

const { calls } = await describeRest(features);
const creating = new Set(calls.filter(isIdempotent).map(({ method, path }) => `${method} ${path}`));
/** The `how` of rows whose call returns an existing link instead of creating one. */
const found = "that is there already";
const creatingRows = rows.filter(
  ({ call, how, owner = "ok" }) => creating.has(call) && owner === "ok" && how !== found,
);
/** The job in this test data has changed nothing. Undo jobs are created like other jobs. */
const untried = "POST /api/urls/jobs/:id/undo";

let api: TestApi;
let world: World;
beforeAll(async () => {
  api = await sharedTestApi();
  world = await makeWorld(api);
});

describe("sent again with its Idempotency-Key", () => {
  it("is tried of every call that makes something", () => {
    expect(creating.size).toBeGreaterThan(10);
    expect(new Set(creatingRows.map(({ call }) => call))).toEqual(
      new Set([...creating].filter((call) => call !== untried)),
    );
  });

  it.each(namedRows(creatingRows))("%s is answered, and not done", async (_name, row) => {
    await row.prepare?.(world);
    const request = await row.request(world, "the owner");
    const headers = { ...request.headers, "idempotency-key": randomUUID() };
    const send = () => sendRest(api, row.call)({ ...request, headers }, world.owner.user);
    const first = await send();
    expect(first).toMatchObject({ outcome: "ok", text: expect.not.stringContaining('"idempotent-replayed"') });
    const second = await send();
    expect(second).toMatchObject({ outcome: "ok", text: expect.stringContaining('"idempotent-replayed":"true"') });
    expect(bodyOf(second.text)).toEqual(bodyOf(first.text));
  });
});

function bodyOf(text: string): string {
  return text.slice(text.indexOf('{"success"'));
}
