import type { RestRow } from "./restRow.ts";
import { ownOf } from "./world.ts";

const ofOwner: RestRow["request"] = ({ owner }) => ({ id: owner.link.id });
const domainOfOwner: RestRow["request"] = ({ owner }) => ({ id: owner.domain.id });
const groupOfOwner: RestRow["request"] = ({ owner }) => ({ id: owner.group.id });

/** REST calls that are about links, their clicks, groups and figures. */
export const linkCalls: readonly RestRow[] = [
  {
    call: "POST /api/urls",
    request: () => ({ body: { name: "Another", originalUrl: "https://another.example/" } }),
    stranger: "ok",
    changes: true,
  },
  {
    call: "POST /api/urls",
    how: "in the owner's group",
    request: ({ owner }) => ({
      body: { name: "Another", originalUrl: "https://another.example/", groupId: owner.group.id },
    }),
    shows: ({ group }) => group.id,
    changes: true,
  },
  {
    call: "POST /api/urls",
    how: "with the owner's code",
    request: ({ owner }) => ({
      body: { name: "Another", originalUrl: "https://another.example/", shortUrl: owner.link.code },
    }),
    stranger: "CONFLICT_ERROR",
    owner: "CONFLICT_ERROR",
  },
  {
    call: "POST /api/urls/batch",
    how: "in the owner's group and with the owner's code, each refused by itself",
    request: ({ owner }) => ({
      body: {
        urls: [
          { name: "Another", originalUrl: "https://another.example/" },
          { name: "Another", originalUrl: "https://another.example/", groupId: owner.group.id },
          { name: "Another", originalUrl: "https://another.example/", shortUrl: owner.link.code },
        ],
      },
    }),
    stranger: "ok",
    changes: true,
  },
  { call: "GET /api/urls", request: () => ({}), stranger: "ok", shows: ({ link }) => link.id },
  {
    call: "GET /api/urls",
    how: "by clicks",
    request: () => ({ query: { sort: "clicks" } }),
    stranger: "ok",
    shows: ({ link }) => link.id,
  },
  {
    call: "GET /api/urls",
    how: "of the owner's group",
    request: ({ owner }) => ({ query: { groupId: owner.group.id } }),
    stranger: "ok",
    emptyForStranger: true,
    shows: ({ link }) => link.id,
  },
  {
    call: "GET /api/urls",
    how: "that are called as the owner's",
    request: ({ owner }) => ({ query: { search: owner.mark } }),
    stranger: "ok",
    emptyForStranger: true,
    shows: ({ link }) => link.id,
  },
  {
    call: "PUT /api/urls/bulk",
    how: "the owner's among one's own",
    request: (world, who) => ({
      body: { urlIds: [...new Set([ownOf(world, who).link.id, world.owner.link.id])], isActive: false },
    }),
    shows: ({ link }) => link.id,
    changes: true,
  },
  {
    call: "PUT /api/urls/bulk",
    how: "one's own, into the owner's group",
    request: (world, who) => ({
      body: { urlIds: [ownOf(world, who).link.id], groupId: world.owner.group.id, isActive: false },
    }),
    shows: ({ group }) => group.id,
    changes: true,
  },
  { call: "GET /api/urls/:id", request: ofOwner, shows: ({ link }) => link.code },
  {
    call: "PUT /api/urls/:id",
    request: ({ owner }) => ({ id: owner.link.id, body: { originalUrl: "https://elsewhere.example/" } }),
    shows: ({ link }) => link.id,
    changes: true,
  },
  {
    call: "PUT /api/urls/:id",
    how: "one's own, into the owner's group",
    request: (world, who) => ({
      id: ownOf(world, who).link.id,
      body: { name: "Moved", groupId: world.owner.group.id },
    }),
    shows: ({ group }) => group.id,
    changes: true,
  },
  {
    call: "PUT /api/urls/:id",
    how: "one's own, with the owner's code",
    request: (world, who) => ({
      id: ownOf(world, who).link.id,
      body: { name: "Renamed", shortUrl: world.owner.link.code },
    }),
    stranger: "CONFLICT_ERROR",
    shows: ({ link }) => link.code,
    changes: true,
  },
  { call: "DELETE /api/urls/:id", request: ofOwner, changes: true },
  { call: "PATCH /api/urls/:id/toggle-status", request: ofOwner, shows: ({ link }) => link.id, changes: true },
  { call: "GET /api/urls/:id/history", request: ofOwner, shows: ({ name }) => name },
  {
    call: "POST /api/urls/:id/revert",
    request: ({ owner }) => ({ id: owner.link.id, body: { version: 2 } }),
    shows: ({ mark }) => `Draft ${mark}`,
    changes: true,
  },
  {
    call: "POST /api/urls/:id/try",
    request: ({ owner }) => ({ id: owner.link.id, body: {} }),
    shows: ({ mark }) => mark,
  },
  { call: "POST /api/urls/:id/replay", request: ({ owner }) => ({ id: owner.link.id, body: {} }) },
  {
    call: "GET /api/urls/:id/at",
    request: ({ owner }) => ({ id: owner.link.id, query: { time: new Date().toISOString() } }),
    shows: ({ mark }) => mark,
  },
  { call: "GET /api/urls/:id/edit-effects", request: ofOwner },
  { call: "GET /api/urls/:id/decisions", request: ofOwner },
  { call: "GET /api/urls/:id/stats", request: ofOwner, shows: ({ mark }) => `${mark}.example` },
  { call: "GET /api/urls/:id/click-logs", request: ofOwner, shows: ({ mark }) => `${mark}.example` },
  {
    call: "POST /api/groups",
    request: () => ({ body: { name: "Another" } }),
    stranger: "ok",
    changes: true,
  },
  { call: "GET /api/groups", request: () => ({}), stranger: "ok", shows: ({ link }) => link.id },
  {
    call: "GET /api/groups",
    how: "that are called as the owner's",
    request: ({ owner }) => ({ query: { search: owner.mark } }),
    stranger: "ok",
    emptyForStranger: true,
    shows: ({ group }) => group.id,
  },
  { call: "GET /api/groups/:id", request: groupOfOwner, shows: ({ link }) => link.id },
  {
    call: "PUT /api/groups/:id",
    request: ({ owner }) => ({ id: owner.group.id, body: { name: "Renamed" } }),
    shows: ({ link }) => link.id,
    changes: true,
  },
  { call: "DELETE /api/groups/:id", request: groupOfOwner, changes: true },
  { call: "GET /api/groups/:id/stats", request: groupOfOwner, shows: ({ link }) => link.id },
  {
    call: "POST /api/domains",
    request: () => ({ body: { name: "go.another.example" } }),
    stranger: "ok",
    changes: true,
  },
  {
    call: "POST /api/domains",
    how: "with what can't be one",
    request: () => ({ body: { name: "co.uk" } }),
    stranger: "VALIDATION_ERROR",
    owner: "VALIDATION_ERROR",
  },
  { call: "GET /api/domains", request: () => ({}), stranger: "ok", shows: ({ domain }) => domain.id },
  { call: "GET /api/domains/:id", request: domainOfOwner, shows: ({ domain }) => domain.name },
  {
    call: "PATCH /api/domains/:id",
    request: ({ owner }) => ({ id: owner.domain.id, body: { rootUrl: "https://another.example/" } }),
    shows: ({ domain }) => domain.name,
    changes: true,
  },
  { call: "POST /api/domains/:id/verify", request: domainOfOwner, shows: ({ domain }) => domain.name },
  { call: "DELETE /api/domains/:id", request: domainOfOwner, changes: true },
  {
    call: "POST /api/urls",
    how: "in the owner's domain",
    request: ({ owner }) => ({
      body: { name: "Another", originalUrl: "https://another.example/", domain: owner.domain.name },
    }),
    stranger: "VALIDATION_ERROR",
    shows: ({ domain }) => domain.name,
    changes: true,
  },
  {
    call: "PUT /api/urls/:id",
    how: "one's own, into the owner's domain",
    request: (world, who) => ({ id: ownOf(world, who).link.id, body: { domain: world.owner.domain.name } }),
    stranger: "VALIDATION_ERROR",
    shows: ({ domain }) => domain.name,
    changes: true,
  },
  {
    call: "GET /api/urls",
    how: "of the owner's domain",
    request: ({ owner }) => ({ query: { domain: owner.domain.name } }),
    stranger: "ok",
    emptyForStranger: true,
  },
  { call: "GET /api/dashboard", request: () => ({}), stranger: "ok", shows: ({ link }) => link.id },
  { call: "GET /api/live", request: () => ({}), stranger: "ok", shows: ({ link }) => link.id },
  { call: "GET /api/analytics", request: () => ({}), stranger: "ok" },
  {
    call: "GET /api/analytics/top",
    request: () => ({ query: { field: "referrer" } }),
    stranger: "ok",
    shows: ({ mark }) => `${mark}.example`,
  },
  { call: "GET /api/misses", request: () => ({}), stranger: "ok" },
  { call: "GET /api/misses/codes", request: () => ({}), stranger: "ok", shows: ({ mark }) => `lost-${mark}` },
  {
    call: "GET /api/misses/top",
    request: () => ({ query: { field: "referrer" } }),
    stranger: "ok",
    shows: ({ mark }) => `lost.${mark}.example`,
  },
  { call: "GET /api/dashboard/analytics", request: () => ({}), stranger: "ok", shows: ({ group }) => group.name },
];
