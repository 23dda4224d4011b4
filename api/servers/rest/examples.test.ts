import { beforeAll, describe, expect, it } from "vitest";
import { features } from "../../boot/features.ts";
import { describeRest } from "./describe.ts";
import type { RestCall } from "./document.ts";
import { makeWorld, type Person } from "../../testing/access/world.ts";
import { call, makeLink, sharedTestApi, type TestApi } from "../../testing/testApi.ts";

// Sends the examples of the API description, with ids of existing resources, and checks that they succeed.

const { calls } = await describeRest(features);
const withExample = calls.filter(({ example }) => example !== undefined);

/** Calls whose example cannot be tested here, with the reason. */
const untried = new Map([
  ["POST /api/auth/challenge", "needs a sign-in that waits for a code"],
  ["POST /api/auth/totp/confirm", "needs the code of an app"],
  ["POST /api/auth/totp/recovery-codes", "needs the code of an app"],
  ["DELETE /api/auth/totp", "needs the code of an app"],
  ["POST /api/sql", "needs a ClickHouse with users of the console; tests/analysts runs it"],
  ["POST /api/shared/:token/password", "is about the token of a page that has a password"],
  ["POST /api/imports/:id/complete", "comes behind the parts of a file"],
  ["PATCH /api/imports/:id", "is about the columns of an uploaded file"],
  ["POST /api/conversions", "is about a click of one's own"],
  ["POST /api/exports/:id/range", "asks a bucket for what was written there"],
]);

let api: TestApi;
let person: Person;
beforeAll(async () => {
  api = await sharedTestApi();
  person = (await makeWorld(api)).owner;
  await makeLink(api, person.user, { name: "In spring" });
});

/** Returns the id of the person's resource that the path refers to. */
function idFor(path: string): string {
  const ids: readonly (readonly [prefix: string, id: string])[] = [
    ["/api/presets/views/", person.view.id],
    ["/api/presets/utm-templates/", person.template.id],
    ["/api/presets/qr-designs/", person.design.id],
    ["/api/sql/queries/", person.query.id],
    ["/api/urls/", person.link.id],
    ["/api/groups/", person.group.id],
    ["/api/tags/", person.tag.id],
    ["/api/domains/", person.domain.id],
    ["/api/notes/", person.note.id],
    ["/api/shares/", person.share.id],
    ["/api/alarms/", person.alarm.id],
    ["/api/exports/", person.clickExport.id],
    ["/api/conversions/", person.conversion.id],
    ["/api/webhooks/", person.webhook.id],
    ["/api/keys/", person.apiKey.id],
  ];
  const found = ids.find(([prefix]) => path.startsWith(prefix));
  if (path.includes(":") && !found) throw new Error(`nothing of the person's is at ${path}`);
  return found?.[1] ?? "";
}

/** Replaces the ids of an example with the id of a link. */
function withIds(example: RestCall["example"]): object {
  const text = JSON.stringify(example).replaceAll(/01900000-0000-7000-8000-[0-9a-f]{12}/g, person.link.id);
  return JSON.parse(text) as object;
}

describe("the example of", () => {
  it("each call that has one is tried, but for a few", () => {
    const names = withExample.map(({ method, path }) => `${method} ${path}`);
    expect(withExample.length).toBeGreaterThan(25);
    expect(names).toEqual(expect.arrayContaining([...untried.keys()]));
  });

  it.each(
    withExample.flatMap((operation) => {
      const name = `${operation.method} ${operation.path}`;
      return untried.has(name) ? [] : [[name, operation] as const];
    }),
  )("%s does what it says", async (_name, { method, path, example, open }) => {
    const url = path.replace(":id", idFor(path));
    const answer = await call(api, method as Parameters<typeof call>[1], url, {
      ...(open ? {} : { user: person.user }),
      body: withIds(example),
    });
    expect(answer).toMatchObject({
      status: expect.toSatisfy((status: number) => status < 300),
      body: { success: true },
    });
  });
});
