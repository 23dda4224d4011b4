import { HoplogError } from "@hoplog/schema/errors.js";
import Fastify from "fastify";
import { createPubSub } from "@graphql-yoga/subscription";
import { graphql, parse, subscribe } from "graphql";
import { buildSchema } from "type-graphql";
import { expect, it } from "vitest";
import { z } from "zod";
import { permissionsOf } from "../access/permissions.ts";
import type { Actor } from "../calls/actor.ts";
import { count } from "./answerPieces.ts";
import type { GraphqlContext } from "../calls/graphqlContext.ts";
import { graphqlData, one } from "./answers.ts";
import { entity, nested } from "./entity.ts";
import { enumeration } from "./enumeration.ts";
import { facesOf, operationsOn } from "./operations.ts";

interface Day {
  readonly date: string;
  readonly visits: number;
}

interface Room {
  readonly wing: string;
  readonly days: readonly Day[];
  readonly best: Day | null;
}

const day = entity<Day>()({
  name: "Day",
  component: "DayVisits",
  description: "A day",
  fields: { date: z.string().describe("Day"), visits: count.describe("Visits") },
  restNames: { date: "_id" },
  computed: {},
});
const room = entity<Room>()({
  name: "Room",
  description: "A room",
  fields: {
    wing: z.string().describe("Wing"),
    days: z.array(nested(day)).max(9).describe("Its days"),
    best: nested(day).nullable().describe("Its best day"),
  },
  computed: {},
});
const wing = enumeration("Wing", "Part of the house", { east: "East", west: "West" });
const { query, graphqlSubscription } = operationsOn({ name: "Rooms", description: "Rooms" }, "Link");
const days = [
  { date: "2026-11-29", visits: 3 },
  { date: "2026-11-30", visits: 5 },
];

const faces = facesOf([
  query({
    name: "room",
    rest: "GET /api/rooms/:id",
    restNames: { wingName: "id" },
    summary: "Get a room",
    description: "With its days.",
    needs: [],
    takes: { wingName: wing },
    answer: one(room, { message: null }),
    failures: [404],
    run: async (_services, _actor, { wingName }) => ({
      wing: wingName,
      days,
      best: wingName === "east" ? { date: "2026-11-30", visits: 5 } : null,
    }),
  }),
  graphqlSubscription({
    name: "visits",
    summary: "Follow visits",
    description: "One at a time.",
    needs: [],
    takes: { least: count.optional() },
    answer: graphqlData(nested(day)),
    async *subscribe(_services, _actor, { least = 0 }) {
      for (const each of days) if (each.visits >= least) yield each;
    },
    shownTo: ({ role }, event) => (role === "owner" ? event : { ...event, visits: 0 }),
  }),
]);

const actor: Actor = {
  userId: "01900000-0000-7000-8000-000000000001",
  workspaceId: "01900000-0000-7000-8000-000000000001",
  role: "owner",
  permissions: permissionsOf("owner"),
  credential: { kind: "session", id: "01900000-0000-7000-8000-000000000001" },
  via: "rest",
  address: "127.0.0.1",
};
const [first = Object, ...others] = faces.resolvers;
const schema = await buildSchema({ resolvers: [first, ...others], validate: false, pubSub: createPubSub() });
const contextFor = (asked: Actor): GraphqlContext => ({ services: {}, actor: asked, caller: asked });

async function overRest(url: string) {
  const app = Fastify();
  app.setErrorHandler((error, _request, reply) =>
    error instanceof HoplogError ? reply.code(404).send({ message: error.message }) : reply.send(error),
  );
  faces.routes(app, {}, async () => actor);
  const answer = await app.inject({ method: "GET", url });
  await app.close();
  return answer.json() as unknown;
}

it("entities inside an entity have the names of each face", async () => {
  const inRest = [
    { _id: "2026-11-29", visits: 3 },
    { _id: "2026-11-30", visits: 5 },
  ];
  expect(await overRest("/api/rooms/east")).toEqual({
    success: true,
    data: { wing: "east", days: inRest, best: inRest[1] },
  });
  expect(await overRest("/api/rooms/west")).toMatchObject({ data: { wing: "west", best: null } });
  const source = "{ room(wingName: west) { days { date visits } best { date } } }";
  const { data } = await graphql({ schema, source, contextValue: contextFor(actor) });
  expect(data).toMatchObject({ room: { days, best: null } });
  const described = z.toJSONSchema(room.answer);
  expect(described.properties?.["days"]).toMatchObject({ description: "Its days", maxItems: 9, type: "array" });
});

it("a part of a path that is no id is not found if it is unknown", async () => {
  expect(await overRest("/api/rooms/north")).toEqual({ message: "Link not found" });
});

it("a subscription takes arguments, and shows an actor only its part of an event", async () => {
  async function visits(asked: Actor) {
    const document = parse("subscription { visits(least: 4) { date visits } }");
    const events = await subscribe({ schema, document, contextValue: contextFor(asked) });
    if (!(Symbol.asyncIterator in events)) throw new Error(JSON.stringify(events));
    const shown: unknown[] = [];
    for await (const { data } of events) shown.push(data?.["visits"]);
    return shown;
  }
  expect(await visits(actor)).toMatchObject([{ date: "2026-11-30", visits: 5 }]);
  expect(await visits({ ...actor, role: "visitor" })).toMatchObject([{ date: "2026-11-30", visits: 0 }]);
});
