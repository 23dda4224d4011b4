import { openBus } from "@hoplog/platform/drivers/openBus.js";
import { createLogger } from "@hoplog/platform/logging/logger.js";
import { clicksCountedChannel } from "@hoplog/schema/bus/clicksCounted.js";
import { missesCountedChannel, missesCountedMessage } from "@hoplog/schema/bus/missesCounted.js";
import { uuidBytes } from "@hoplog/schema/uuid.js";
import type { GraphQLSchema } from "graphql";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { features } from "../../boot/features.ts";
import { buildGraphqlSchema } from "../../servers/graphql/schema.ts";
import { insertClicks } from "../clicks.ts";
import { countedMessage, follow } from "../live.ts";
import { graphql, openTestApi, type TestApi } from "../testApi.ts";
import { callsOf, type GraphqlRow, operationOf, unrequestedFields } from "./graphqlRow.ts";
import { namedRows, wrongRows } from "./walk.ts";
import { leaksOf, makeWorld, type Person, userOf, type World } from "./world.ts";

interface SubscriptionRow extends GraphqlRow {
  /** Messages sent to a subscriber whose link has the given number of clicks. */
  readonly triggers: (person: Person, clicks: number) => object;
  /** Whether a stranger gets a message without data instead of an error. */
  readonly noneForStranger?: true;
  /** Whether the subscription ends after its first message. */
  readonly ends?: true;
}

const linkOfOwner: GraphqlRow["request"] = ({ owner }) => ({ linkId: owner.link.id });

/** The person's link starts with one click by a bot. */
const subscriptions: readonly SubscriptionRow[] = [
  {
    call: "Subscription.workspaceCount",
    request: () => ({}),
    stranger: "ok",
    triggers: (_person, clicks) => ({ clicks, clicksWithBots: clicks + 1 }),
  },
  {
    call: "Subscription.linkCounts",
    request: () => ({}),
    stranger: "ok",
    triggers: ({ link }, clicks) => ({ linkId: link.id, clicks, clicksWithBots: clicks + 1 }),
  },
  {
    call: "Subscription.linkCount",
    request: linkOfOwner,
    triggers: ({ link }, clicks) => ({ linkId: link.id, clicks, clicksWithBots: clicks + 1 }),
  },
  {
    call: "Subscription.clicks",
    request: linkOfOwner,
    triggers: ({ mark }) => ({ city: mark, referrer: `${mark}.example` }),
  },
  {
    call: "Subscription.workspaceClicks",
    request: () => ({}),
    stranger: "ok",
    triggers: ({ mark, link }) => ({
      slices: expect.anything(),
      clicks: expect.arrayContaining([expect.objectContaining({ city: mark, code: link.code, linkName: link.name })]),
    }),
  },
  {
    call: "Subscription.workspaceClicks",
    how: "of one's own, by the owner's link",
    request: ({ owner }) => ({ filters: [{ field: "link", op: "is", values: [owner.link.id] }] }),
    stranger: "ok",
    noneForStranger: true,
    triggers: ({ link }) => ({ clicks: expect.arrayContaining([expect.objectContaining({ linkId: link.id })]) }),
  },
  {
    call: "Subscription.linkJobProgress",
    request: ({ owner }) => ({ id: owner.job.id }),
    triggers: ({ job }) => ({ id: job.id, state: "done", total: 1, unchanged: 1 }),
    ends: true,
  },
  {
    call: "Subscription.linkImportProgress",
    request: ({ owner }) => ({ id: owner.import.id }),
    triggers: (owner) => ({ id: owner.import.id, state: "ready", total: 1 }),
    ends: true,
  },
  {
    call: "Subscription.liveMisses",
    request: () => ({}),
    stranger: "ok",
    triggers: ({ mark }) => ({ people: 1, visits: [expect.objectContaining({ code: `lost-${mark}` })] }),
  },
];

let schema: GraphQLSchema;
let api: TestApi;
let url: string;
beforeAll(async () => {
  schema = await buildGraphqlSchema(features);
  api = await openTestApi();
  url = `${(await api.app.listen({ port: 0, host: "127.0.0.1" })).replace("http", "ws")}/graphql`;
});
afterAll(() => api.close());

/** Inserts one more click on the stranger's link and two on the owner's, and returns a function that announces them. */
async function clickBoth({ owner, stranger }: World): Promise<() => Promise<void>> {
  const bus = await openBus({ databaseUrl: api.databaseUrl, logger: createLogger("test", "silent") });
  onTestFinished(() => bus.close());
  const batchId = api.services.newId();
  const clicked = [owner, owner, stranger].map(({ user, link, mark }) => ({
    ownerId: user.id,
    linkId: link.id,
    at: new Date().toISOString(),
    city: mark,
    referrer: `${mark}.example`,
    batchId,
  }));
  await insertClicks(api, clicked);
  const links = { [owner.user.id]: [owner.link.id], [stranger.user.id]: [stranger.link.id] };
  const missed = missesCountedMessage(
    [owner, stranger].map(({ user }) => uuidBytes(user.id)),
    [],
  );
  return async () => {
    await bus.publish(clicksCountedChannel, countedMessage(batchId, links));
    await bus.publish(missesCountedChannel, missed);
  };
}

describe("over WebSocket", () => {
  it("there is a row for every subscription, and the rows select every field", async () => {
    expect(
      wrongRows(callsOf(schema, "Subscription"), subscriptions, "api/testing/access/subscriptions.test.ts"),
    ).toEqual([]);
    const world = await makeWorld(api);
    expect(await unrequestedFields(schema, "Subscription", subscriptions, world)).toEqual([]);
  });

  it.each(namedRows(subscriptions))("%s: the owner's is pushed to the owner alone", async (_name, row) => {
    const world = await makeWorld(api);
    const { owner, stranger, ended } = world;
    const operation = operationOf(schema, row, await row.request(world, "the owner"));
    for (const token of [undefined, ended.accessToken]) {
      await expect(follow(url, token, operation)).rejects.toMatchObject({ code: 4403 });
    }
    for (const workspace of [owner.user.id, "01900000-0000-7000-8000-00000000dead", "nonsense"]) {
      const following = follow(url, stranger.user.accessToken, operation, {}, workspace);
      await expect(following).rejects.toMatchObject({ code: 4403 });
    }
    const owners = await follow(url, owner.user.accessToken, operation, {}, owner.user.id.toUpperCase());
    const strangers = await follow(url, stranger.user.accessToken, operation);
    const refused = row.stranger !== "ok";
    if (refused) await expect.poll(() => strangers).toHaveLength(1);
    const announce = await clickBoth(world);
    // Both subscribers have received their second message, so all effects of the first one have arrived.
    await expect
      .poll(async () => {
        await announce();
        return owners.length >= (row.ends ? 1 : 2) && (refused || strangers.length >= (row.noneForStranger ? 1 : 2));
      })
      .toBe(true);
    const field = row.call.replace("Subscription.", "");
    for (const message of owners) expect(message).toMatchObject({ [field]: row.triggers(owner, 3) });
    if (refused) expect(strangers).toMatchObject([{ errors: [{ extensions: { type: "NOT_FOUND_ERROR" } }] }]);
    else if (row.noneForStranger) expect(strangers).toMatchObject([{ [field]: { slices: [], clicks: [] } }]);
    else for (const message of strangers) expect(message).toMatchObject({ [field]: row.triggers(stranger, 2) });
    expect(leaksOf(owner, JSON.stringify(strangers))).toEqual([]);
    expect(leaksOf(stranger, JSON.stringify(owners))).toEqual([]);
  });

  it.each(namedRows(subscriptions))("%s does not run over HTTP", async (_name, row) => {
    const world = await makeWorld(api);
    const operation = operationOf(schema, row, await row.request(world, "the owner"));
    for (const who of ["nobody", "an ended session", "a stranger", "the owner"] as const) {
      const { body } = await graphql(api, operation, {}, userOf(world, who));
      expect({ who, body }).toEqual({ who, body: { errors: [expect.anything()] } });
      expect(leaksOf(world.owner, JSON.stringify(body))).toEqual([]);
    }
  });
});
