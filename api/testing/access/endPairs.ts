import { z } from "zod";
import { sql } from "@hoplog/platform/postgres/sql.js";
import { password } from "../testApi.ts";
import { requestsReset } from "./mailedTokens.ts";
import type { Question, Both, Pair } from "./pair.ts";
import { keyNames, outletNames } from "./names.ts";
import type { Person, World } from "./world.ts";

/** Finds an import without a file, which an earlier row created. */
async function waitingImport({ user }: Person, { api }: World): Promise<Both> {
  const { rows } = await api.services.reads.query(
    sql`SELECT id FROM link_import WHERE owner_id = ${user.id} AND state = 'reading' ORDER BY created_at LIMIT 1`,
  );
  const waiting = z.object({ id: z.string() }).parse(rows[0]);
  return { rest: waiting, graphql: waiting };
}

function ofDomain(id: string): Both {
  const target = { kind: "domainTarget", id };
  return { rest: target, graphql: target };
}

function changed(currentPassword: string, newPassword: string): Both {
  const given = { currentPassword, newPassword };
  return { rest: { body: given }, graphql: given };
}

/** Proves that the account has the password, by logging in. */
function logIn(password: string): Pair {
  const both: Question["both"] = ({ user: { email } }) => ({
    rest: { body: { email, password } },
    graphql: { email, password },
  });
  return { rest: "POST /api/auth/login", graphql: "Mutation.login", question: { how: `with ${password}`, both } };
}

/**
 * Calls that delete or end a resource, with the GraphQL fields that do the same. Each finds the resource that it
 * deletes.
 */
export const endPairs: readonly Pair[] = [
  {
    rest: "DELETE /api/auth/outlets/:kind/:id",
    graphql: "Mutation.deleteOutlet",
    names: outletNames,
    question: { how: "a domain's", both: ({ domain }) => ofDomain(domain.id) },
  },
  { rest: "DELETE /api/webhooks/:id", graphql: "Mutation.deleteWebhook" },
  { rest: "DELETE /api/keys/:id", graphql: "Mutation.revokeApiKey", names: keyNames },
  { rest: "DELETE /api/presets/views/:id", graphql: "Mutation.deletePreset" },
  {
    rest: "DELETE /api/presets/utm-templates/:id",
    graphql: "Mutation.deletePreset",
    question: {
      how: "a template",
      both: ({ template: { id } }) => ({ rest: { id }, graphql: { kind: "utmTemplate", id } }),
    },
  },
  {
    rest: "DELETE /api/presets/qr-designs/:id",
    graphql: "Mutation.deletePreset",
    question: { how: "a design", both: ({ design: { id } }) => ({ rest: { id }, graphql: { kind: "qrDesign", id } }) },
  },
  { rest: "DELETE /api/sql/queries/:id", graphql: "Mutation.deleteSavedQuery" },
  { rest: "DELETE /api/exports/:id", graphql: "Mutation.deleteClickExport" },
  { rest: "DELETE /api/reports/:id", graphql: "Mutation.deleteReport" },
  { rest: "DELETE /api/alarms/:id", graphql: "Mutation.deleteAlarm" },
  { rest: "DELETE /api/shares/:id", graphql: "Mutation.deleteShare" },
  { rest: "DELETE /api/notes/:id", graphql: "Mutation.deleteNote" },
  { rest: "DELETE /api/conversions/:id", graphql: "Mutation.deleteConversion" },
  {
    rest: "POST /api/imports/:id/cancel",
    graphql: "Mutation.cancelLinkImport",
    question: { how: "without a file", both: waitingImport },
  },
  { rest: "DELETE /api/domains/:id", graphql: "Mutation.deleteDomain" },
  { rest: "DELETE /api/tags/:id", graphql: "Mutation.deleteTag" },
  { rest: "DELETE /api/groups/:id", graphql: "Mutation.deleteGroup" },
  {
    rest: "DELETE /api/urls/:id",
    graphql: "Mutation.deleteLink",
    viaVaries: "the texts of all its events are erased",
  },

  { rest: "DELETE /api/auth/sessions/:id", graphql: "Mutation.endSession", endsSession: true },
  { rest: "POST /api/auth/logout", graphql: "Mutation.logout", endsSession: true },
  { rest: "POST /api/auth/logout-all", graphql: "Mutation.logoutAll", endsSession: true },
  { rest: "POST /api/auth/refresh-token", graphql: "Mutation.refreshTokens" },
  {
    rest: "POST /api/auth/change-password",
    graphql: "Mutation.changePassword",
    question: {
      how: "by a guess at it",
      both: () => changed("a guess at it", "another one"),
      owner: "VALIDATION_ERROR",
    },
  },
  {
    rest: "POST /api/auth/change-password",
    graphql: "Mutation.changePassword",
    question: { how: "to another", both: () => changed(password, "the second one") },
  },
  logIn("the second one"),
  {
    rest: "POST /api/auth/reset-password",
    graphql: "Mutation.resetPassword",
    question: {
      how: "to another",
      both: async (_owner, world) => {
        const reset = { resetToken: await requestsReset(world), newPassword: "the third one" };
        return { rest: { body: reset }, graphql: reset };
      },
    },
  },
  logIn("the third one"),
  { rest: "POST /api/auth/forgot-password", graphql: "Mutation.forgotPassword" },
];
