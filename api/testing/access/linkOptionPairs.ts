import { sql } from "@hoplog/platform/postgres/sql.js";
import { alter, creation, edit } from "./alter.ts";
import { changePairs } from "./changePairs.ts";
import { type Pair, withQuestion } from "./pair.ts";
import { readPairs } from "./readPairs.ts";
import type { Person } from "./world.ts";

const country = { field: "country", op: "in", values: ["AT"] };
const arms = [
  { name: "A", url: "https://example.com/a", weight: 1 },
  { name: "B", url: "https://example.com/b", weight: 3 },
];
const options = {
  notBefore: "2026-01-01T00:00",
  expiresAt: "2090-01-01T00:00:00+01:00",
  expiredUrl: "https://example.com/over",
  maxClicks: 1000,
  maxClicksUrl: "https://example.com/used-up",
  timeZone: "Europe/Vienna",
  password: "the link's own",
  forwardQuery: true,
  forwardQueryMode: "keepMine",
  appendPath: true,
  redirectStatus: 307,
  preview: { title: "A title", description: "More of it", imageUrl: "https://example.com/image.png" },
  hideDestination: true,
  allowIndexing: true,
  passClickId: true,
  rules: [
    { name: "Austria", when: { all: [country] }, then: { url: "https://example.at/" } },
    { name: "", when: { not: country }, then: { split: { arms, sticky: true } } },
    { when: { any: [country] }, then: { blocked: true } },
  ],
  split: { arms },
};
const withoutOptions = Object.fromEntries(Object.keys(options).map((name) => [name, null]));
const link = { name: "More", originalUrl: "https://more.example/" };
const unknown = { name: "Unknown", originalUrl: "https://unknown.example/" };
const organised = { tags: ["More"], note: "More", externalId: "more" };
const bulk = { addTags: ["More"], removeTags: ["Others"], isArchived: false, isFavourite: true, isActive: true };
const jobChange = { redirectStatus: 307, addTags: ["More"], isArchived: false, forwardQuery: true };

const linkOf = (owner: Person) => owner.link;

/** Creations and edits of links with all their options. */
export const linkOptionPairs: readonly Pair[] = [
  creation("POST /api/urls", ({ mark, group, domain }) => ({
    ...link,
    ...options,
    ...organised,
    groupId: group.id,
    domain: domain.name,
    // A code that is one letter longer than a code with a recorded miss.
    shortUrl: `lost-${mark}s`,
  })),
  withQuestion(readPairs, "GET /api/misses/codes", {
    how: "near a link's code",
    both: () => ({ rest: {}, graphql: {} }),
  }),
  creation(
    "POST /api/urls",
    ({ mark, domain }) => ({ ...unknown, domain: domain.name, shortUrl: `lost-${mark}` }),
    "with a code that was visited in vain",
  ),
  withQuestion(readPairs, "GET /api/misses/codes", {
    how: "a link's code by now",
    both: () => ({ rest: {}, graphql: {} }),
  }),
  withQuestion(
    changePairs,
    "POST /api/urls",
    {
      how: "that isn't there",
      both: () => ({
        rest: { body: { ...unknown, findOrCreate: true } },
        graphql: { input: unknown },
      }),
    },
    { graphql: "Mutation.findOrCreateLink", at: "link" },
  ),
  alter("POST /api/urls/batch", {
    how: "of which one is there",
    both: ({ mark }) => {
      const known = { name: "Known", originalUrl: `https://${mark}.example/`, findOrCreate: true };
      const urls = [known, { ...unknown, originalUrl: "https://other.example/", findOrCreate: true }];
      return { rest: { body: { urls } }, graphql: { inputs: urls } };
    },
  }),
  edit("PUT /api/urls/:id", linkOf, { ...options, isArchived: true, isFavourite: false }),
  alter("PUT /api/urls/:id", {
    how: "with a short password",
    both: ({ link: { id } }) => {
      const input = { password: "abc" };
      return { rest: { id, body: input }, graphql: { id, input } };
    },
    owner: "VALIDATION_ERROR",
  }),
  edit("PUT /api/urls/:id", linkOf, { ...withoutOptions, tags: [], note: null }, "without any options"),
  alter("PUT /api/urls/bulk", {
    both: async (owner, { api }) => {
      const { rows } = await api.services.reads.query<{ id: string }>(
        sql`SELECT id FROM link WHERE owner_id = ${owner.user.id} AND name = ${link.name}`,
      );
      const ids = [...rows.map(({ id }) => id), owner.link.id];
      return {
        rest: { body: { urlIds: ids, ...bulk, groupId: null } },
        graphql: { ids, ...bulk, groupId: null },
      };
    },
  }),
  alter("PUT /api/urls/bulk", {
    how: "without a change",
    both: ({ link: { id } }) => ({ rest: { body: { urlIds: [id] } }, graphql: { ids: [id] } }),
    owner: "VALIDATION_ERROR",
  }),
  alter("POST /api/urls/jobs", {
    how: "of parameters and options",
    both: ({ link: { id } }) => {
      const utm = [
        { field: "utm_source", value: "a" },
        { field: "utm_term", value: "" },
      ];
      return {
        rest: { body: { urlIds: [id], change: { ...jobChange, utm: { utm_source: "a", utm_term: null } } } },
        graphql: { input: { linkIds: [id], change: { ...jobChange, utm } } },
      };
    },
  }),
];
