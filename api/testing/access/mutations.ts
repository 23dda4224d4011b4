import { alarmMutations } from "./alarmMutations.ts";
import { tagMutations } from "./tagCalls.ts";
import { graphql, password } from "../testApi.ts";
import { clickExportMutations } from "./clickExportMutations.ts";
import { webhookMutations } from "./webhookCalls.ts";
import { conversionMutations } from "./conversionCalls.ts";
import { findMutations } from "./findMutations.ts";
import type { GraphqlRow } from "./graphqlRow.ts";
import { importMutations } from "./importMutations.ts";
import { linkJobMutations } from "./linkJobMutations.ts";
import { requestsReset, freshAddress, nonsense, registration } from "./mailedTokens.ts";
import { apiKeyMutations } from "./apiKeyCalls.ts";
import { outletMutations } from "./outletCalls.ts";
import { secondFactorMutations } from "./secondFactorCalls.ts";
import { presetMutations } from "./presetCalls.ts";
import { reportMutations } from "./reportMutations.ts";
import { ownOf, userOf } from "./world.ts";

const another = { name: "Another", originalUrl: "https://another.example/" };
const profile = { name: "Another Name", contactNumber: "12345" };
const newPassword = "another horse battery";

/** All mutations, with arguments that target another account's data. */
export const mutations: readonly GraphqlRow[] = [
  ...conversionMutations,
  {
    call: "Mutation.register",
    how: "with a new address",
    request: () => ({ input: { ...registration, email: freshAddress() } }),
    signedOut: "ok",
    stranger: "ok",
  },
  {
    call: "Mutation.register",
    how: "with the owner's address",
    request: ({ owner }) => ({ input: { ...registration, email: owner.user.email } }),
    signedOut: "CONFLICT_ERROR",
    stranger: "CONFLICT_ERROR",
    owner: "CONFLICT_ERROR",
  },
  {
    call: "Mutation.login",
    open: true,
    request: ({ owner }, who) => ({
      email: owner.user.email,
      password: who === "the owner" ? password : "a guess at it",
    }),
    stranger: "AUTHENTICATION_ERROR",
    shows: ({ user }) => user.id,
    changes: true,
  },
  {
    call: "Mutation.refreshTokens",
    open: true,
    how: "with the ended session's token",
    request: ({ ended }) => ({ refreshToken: ended.refreshToken }),
    stranger: "AUTHENTICATION_ERROR",
    owner: "AUTHENTICATION_ERROR",
  },
  {
    call: "Mutation.refreshTokens",
    open: true,
    how: "with the token of one's own",
    request: (world, who) => ({ refreshToken: userOf(world, who)?.refreshToken ?? nonsense }),
    stranger: "ok",
    changes: true,
  },
  { call: "Mutation.logout", request: () => ({}), stranger: "ok", changes: true },
  { call: "Mutation.logoutAll", request: () => ({}), stranger: "ok", changes: true },
  {
    call: "Mutation.updateProfile",
    how: "with one's own address",
    request: (world, who) => ({ ...profile, email: ownOf(world, who).user.email }),
    stranger: "ok",
    shows: ({ user }) => user.email,
    changes: true,
  },
  {
    call: "Mutation.updateProfile",
    how: "with the owner's address",
    request: ({ owner }) => ({ ...profile, email: owner.user.email, currentPassword: password }),
    stranger: "CONFLICT_ERROR",
    changes: true,
  },
  {
    call: "Mutation.changePassword",
    request: () => ({ currentPassword: password, newPassword }),
    stranger: "ok",
    changes: true,
  },
  {
    call: "Mutation.forgotPassword",
    how: "for the owner's address",
    request: ({ owner }) => ({ email: owner.user.email }),
    signedOut: "ok",
    stranger: "ok",
  },
  {
    call: "Mutation.resetPassword",
    request: async (world, who) => ({
      resetToken: who === "the owner" ? await requestsReset(world) : nonsense,
      newPassword,
    }),
    signedOut: "VALIDATION_ERROR",
    stranger: "VALIDATION_ERROR",
    changes: true,
  },
  {
    call: "Mutation.createLink",
    request: () => ({ input: another }),
    stranger: "ok",
    changes: true,
  },
  {
    call: "Mutation.createLink",
    how: "in the owner's group",
    request: ({ owner }) => ({ input: { ...another, groupId: owner.group.id } }),
    shows: ({ link }) => link.id,
    changes: true,
  },
  {
    call: "Mutation.createLink",
    how: "with the owner's code",
    request: ({ owner }) => ({ input: { ...another, shortUrl: owner.link.code } }),
    stranger: "CONFLICT_ERROR",
    owner: "CONFLICT_ERROR",
  },
  ...findMutations,
  {
    call: "Mutation.bulkCreateLinks",
    how: "in the owner's group and with the owner's code, each refused by itself",
    request: ({ owner }) => ({
      inputs: [another, { ...another, groupId: owner.group.id }, { ...another, shortUrl: owner.link.code }],
    }),
    stranger: "ok",
    without: [
      "Link.history",
      "Link.passClickId",
      "Link.allowIndexing",
      "Link.hideDestination",
      "Link.etag",
      "Link.rules",
      "Link.split",
      "Link.listing",
      "Link.destination",
      "Link.domain",
      "Link.tags",
      "Link.note",
      "Link.externalId",
      "Link.isArchived",
      "Link.isFavourite",
    ],
    changes: true,
  },
  {
    call: "Mutation.updateLink",
    request: ({ owner }) => ({ id: owner.link.id, input: another }),
    shows: ({ group }) => group.id,
    changes: true,
  },
  {
    call: "Mutation.updateLink",
    how: "one's own, into the owner's group",
    request: (world, who) => ({
      id: ownOf(world, who).link.id,
      input: { ...another, groupId: world.owner.group.id },
    }),
    shows: ({ group }) => group.id,
    changes: true,
  },
  {
    call: "Mutation.updateLink",
    how: "one's own, with the owner's code",
    request: (world, who) => ({
      id: ownOf(world, who).link.id,
      input: { ...another, shortUrl: world.owner.link.code },
    }),
    stranger: "CONFLICT_ERROR",
    shows: ({ link }) => link.code,
    changes: true,
  },
  {
    call: "Mutation.setLinkActive",
    request: ({ owner }) => ({ id: owner.link.id, active: false }),
    shows: ({ group }) => group.id,
    changes: true,
  },
  {
    call: "Mutation.revertLink",
    request: ({ owner }) => ({ id: owner.link.id, version: 2 }),
    shows: ({ mark }) => `Draft ${mark}`,
    changes: true,
  },
  {
    call: "Mutation.deleteLink",
    request: ({ owner }) => ({ id: owner.link.id }),
    shows: ({ link }) => link.id,
    changes: true,
  },
  {
    call: "Mutation.bulkUpdateLinks",
    how: "the owner's among one's own",
    request: (world, who) => ({
      ids: [...new Set([ownOf(world, who).link.id, world.owner.link.id])],
      isActive: false,
    }),
    shows: ({ group }) => group.id,
    without: ["Link.history"],
    changes: true,
  },
  {
    call: "Mutation.bulkUpdateLinks",
    how: "one's own, into the owner's group",
    request: (world, who) => ({
      ids: [ownOf(world, who).link.id],
      groupId: world.owner.group.id,
      isActive: false,
    }),
    shows: ({ group }) => group.id,
    without: ["Link.history"],
    changes: true,
  },
  {
    call: "Mutation.bulkDeleteLinks",
    how: "the owner's among one's own",
    request: (world, who) => ({ ids: [...new Set([ownOf(world, who).link.id, world.owner.link.id])] }),
    shows: ({ link }) => link.id,
    changes: true,
  },
  {
    call: "Mutation.createLink",
    how: "in the owner's domain",
    request: ({ owner }) => ({ input: { ...another, domain: owner.domain.name } }),
    stranger: "VALIDATION_ERROR",
    shows: ({ domain }) => domain.name,
    changes: true,
  },
  {
    call: "Mutation.updateLink",
    how: "one's own, into the owner's domain",
    request: (world, who) => ({ id: ownOf(world, who).link.id, input: { domain: world.owner.domain.name } }),
    stranger: "VALIDATION_ERROR",
    shows: ({ domain }) => domain.name,
    changes: true,
  },
  ...presetMutations,
  ...apiKeyMutations,
  ...outletMutations,
  ...secondFactorMutations,
  ...reportMutations,
  ...clickExportMutations,
  ...webhookMutations,
  {
    call: "Mutation.createDomain",
    request: () => ({ name: "go.another.example", ignoresCase: true }),
    stranger: "ok",
    changes: true,
  },
  {
    call: "Mutation.updateDomain",
    request: ({ owner }) => ({ id: owner.domain.id, input: { rootUrl: "https://another.example/" } }),
    shows: ({ domain }) => domain.name,
    changes: true,
  },
  {
    call: "Mutation.verifyDomain",
    request: ({ owner }) => ({ id: owner.domain.id }),
    shows: ({ domain }) => domain.name,
  },
  {
    call: "Mutation.deleteDomain",
    request: ({ owner }) => ({ id: owner.domain.id }),
    shows: ({ domain }) => domain.id,
    changes: true,
  },
  ...alarmMutations,
  ...tagMutations,
  ...linkJobMutations,
  ...importMutations,
  {
    call: "Mutation.createNote",
    how: "about the owner's link",
    request: ({ owner }) => ({
      input: { at: new Date("2026-11-24T09:00:00Z"), text: "Another", linkId: owner.link.id },
    }),
    shows: ({ link }) => link.id,
    changes: true,
  },
  {
    call: "Mutation.updateNote",
    request: ({ owner }) => ({ id: owner.note.id, input: { text: "Another" } }),
    shows: ({ link }) => link.id,
    changes: true,
  },
  {
    call: "Mutation.deleteNote",
    request: ({ owner }) => ({ id: owner.note.id }),
    shows: ({ note }) => note.id,
    changes: true,
  },
  {
    call: "Mutation.createShare",
    how: "of the owner's group",
    request: ({ owner }) => ({ input: { name: "Another", target: "group", targetId: owner.group.id } }),
    shows: ({ group }) => group.id,
    changes: true,
  },
  {
    call: "Mutation.updateShare",
    request: ({ owner }) => ({ id: owner.share.id, input: { dimensions: ["country"] } }),
    shows: ({ share }) => share.name,
    changes: true,
  },
  {
    call: "Mutation.renewShare",
    request: ({ owner }) => ({ id: owner.share.id }),
    shows: ({ share }) => share.name,
    changes: true,
  },
  {
    call: "Mutation.deleteShare",
    request: ({ owner }) => ({ id: owner.share.id }),
    shows: ({ share }) => share.id,
    changes: true,
  },
  {
    call: "Mutation.setBotRules",
    request: () => ({ input: { verdicts: [{ field: "network", value: "AS15169", verdict: "bot" }] } }),
    stranger: "ok",
    changes: true,
  },
  { call: "Mutation.setDestinationChecks", request: () => ({ isOn: false }), stranger: "ok", changes: true },
  { call: "Mutation.setClickRetention", request: () => ({ days: 365 }), stranger: "ok", changes: true },
  {
    call: "Mutation.setClickRetention",
    how: "to nothing",
    request: () => ({ days: 0 }),
    stranger: "VALIDATION_ERROR",
    owner: "VALIDATION_ERROR",
  },
  { call: "Mutation.cancelClickRetention", request: () => ({}), stranger: "ok", changes: true },
  {
    call: "Mutation.createSavedQuery",
    request: () => ({ name: "Another", text: "SELECT 1" }),
    stranger: "ok",
    changes: true,
  },
  {
    call: "Mutation.updateSavedQuery",
    request: ({ owner }) => ({ id: owner.query.id, input: { name: "Renamed" } }),
    shows: ({ query }) => query.id,
    changes: true,
  },
  {
    call: "Mutation.deleteSavedQuery",
    request: ({ owner }) => ({ id: owner.query.id }),
    shows: ({ query }) => query.id,
    changes: true,
  },
  {
    call: "Mutation.createGroup",
    request: () => ({ name: "Another" }),
    stranger: "ok",
    without: ["Link.history"],
    changes: true,
  },
  {
    call: "Mutation.renameGroup",
    request: ({ owner }) => ({ id: owner.group.id, name: "Renamed" }),
    shows: ({ link }) => link.id,
    without: ["Link.history"],
    changes: true,
  },
  {
    call: "Mutation.deleteGroup",
    request: ({ owner }) => ({ id: owner.group.id }),
    shows: ({ group }) => group.id,
    changes: true,
  },
  {
    call: "Mutation.createSqlAccess",
    request: () => ({ password }),
    stranger: "ok",
    shows: ({ user }) => `account_${user.id}`,
    changes: true,
  },
  {
    call: "Mutation.revokeSqlAccess",
    // Grants the owner SQL access, which others could revoke.
    async prepare({ api, owner }) {
      const create = "mutation ($password: String) { createSqlAccess(password: $password) { password } }";
      await graphql(api, create, { password }, owner.user);
    },
    request: () => ({}),
    stranger: "ok",
    shows: ({ user }) => `account_${user.id}`,
    changes: true,
  },
  { call: "Mutation.deleteAccount", request: () => ({ password }), stranger: "ok", changes: true },
];
