import { z } from "zod";
import { call } from "../testApi.ts";
import { anotherKey, challenge, verifier } from "./apiKeyCalls.ts";
import type { Both, Pair } from "./pair.ts";
import type { Person, World } from "./world.ts";
import {
  groupNames,
  jobExcept,
  keyNames,
  linkNames,
  outletNames,
  startedJobExcept,
  switchNames,
  utmNames,
} from "./names.ts";

const createdOverRest = "an import's links name the channel that created the import";
const key = { at: "apiKey", names: keyNames };

/** Creates a key that a program may fetch. */
async function waitingKey({ user }: Person, { api }: World): Promise<Both> {
  const { body } = await call(api, "POST", "/api/keys/handover", { user, body: { ...anotherKey, challenge } });
  const { code } = z.object({ data: z.object({ code: z.string() }) }).parse(body).data;
  return { rest: { body: { code, verifier } }, graphql: { code, verifier } };
}

function newPreset(kind: string, query: string): Both {
  const preset = { name: "Another", query };
  return { rest: { body: preset }, graphql: { kind, ...preset } };
}

function changedPreset(kind: string, { id }: { readonly id: string }, query: string): Both {
  return { rest: { id, body: { query } }, graphql: { kind, id, input: { query } } };
}

/**
 * Calls that create or edit a resource, with the GraphQL fields that do the same. Each finds the resource that it
 * edits.
 */
export const changePairs: readonly Pair[] = [
  { rest: "POST /api/auth/register", graphql: "Mutation.register" },
  { rest: "POST /api/auth/login", graphql: "Mutation.login" },
  { rest: "POST /api/auth/challenge", graphql: "Mutation.completeChallenge" },
  { rest: "POST /api/auth/challenge/recover", graphql: "Mutation.requestSecondFactorRemoval" },
  { rest: "POST /api/auth/totp", graphql: "Mutation.startTotp" },
  { rest: "POST /api/auth/totp/confirm", graphql: "Mutation.confirmTotp" },
  { rest: "POST /api/auth/totp/recovery-codes", graphql: "Mutation.replaceRecoveryCodes" },
  { rest: "POST /api/auth/totp/keep", graphql: "Mutation.keepSecondFactor" },
  { rest: "DELETE /api/auth/totp", graphql: "Mutation.disableTotp" },
  { rest: "POST /api/auth/confirm", graphql: "Mutation.confirmSession" },
  { rest: "POST /api/auth/confirm/mail", graphql: "Mutation.sendConfirmCode" },
  { rest: "PUT /api/auth/profile", graphql: "Mutation.updateProfile" },

  { rest: "POST /api/tags", graphql: "Mutation.createTag" },
  { rest: "PATCH /api/tags/:id", graphql: "Mutation.updateTag" },
  { rest: "POST /api/groups", graphql: "Mutation.createGroup", names: groupNames },
  { rest: "PUT /api/groups/:id", graphql: "Mutation.renameGroup", names: groupNames },
  { rest: "POST /api/domains", graphql: "Mutation.createDomain" },
  { rest: "PATCH /api/domains/:id", graphql: "Mutation.updateDomain" },
  { rest: "POST /api/domains/:id/verify", graphql: "Mutation.verifyDomain" },

  { rest: "POST /api/urls", graphql: "Mutation.createLink", names: linkNames },
  { rest: "POST /api/urls", graphql: "Mutation.findOrCreateLink", at: "link", names: linkNames },
  {
    rest: "POST /api/urls/batch",
    graphql: "Mutation.bulkCreateLinks",
    names: { ...linkNames, url: "link" },
    except: Object.fromEntries(
      ["tags", "note", "externalId", "isArchived", "isFavourite"].map((name) => [
        name,
        "the row selects fewer fields of a hundred links",
      ]),
    ),
  },
  { rest: "PATCH /api/urls/:id/toggle-status", graphql: "Mutation.setLinkActive", names: linkNames },
  { rest: "PUT /api/urls/:id", graphql: "Mutation.updateLink", names: linkNames },
  { rest: "PUT /api/urls/bulk", graphql: "Mutation.bulkUpdateLinks", names: linkNames },
  { rest: "POST /api/urls/:id/revert", graphql: "Mutation.revertLink", names: linkNames },
  { rest: "POST /api/urls/jobs/:id/undo", graphql: "Mutation.undoLinkJob" },
  { rest: "POST /api/urls/jobs/:id/cancel", graphql: "Mutation.cancelLinkJob", except: jobExcept },
  { rest: "POST /api/urls/jobs", graphql: "Mutation.startLinkJob", except: startedJobExcept },
  {
    rest: "POST /api/urls/jobs",
    graphql: "Mutation.startLinkJob",
    names: switchNames,
    question: {
      how: "those of the owner's group",
      both: ({ group: { id: groupId } }) => {
        const job = { filter: { groupId }, change: { isActive: true } };
        return { rest: { body: job }, graphql: { input: job } };
      },
    },
  },

  { rest: "POST /api/imports", graphql: "Mutation.createLinkImport" },
  { rest: "POST /api/imports/:id/complete", graphql: "Mutation.completeLinkImport" },
  { rest: "POST /api/imports/:id/start", graphql: "Mutation.startLinkImport", viaVaries: createdOverRest },

  { rest: "POST /api/conversions", graphql: "Mutation.createConversion", at: "conversion" },
  { rest: "PATCH /api/conversions/:id", graphql: "Mutation.refundConversion" },
  { rest: "POST /api/notes", graphql: "Mutation.createNote" },
  { rest: "PATCH /api/notes/:id", graphql: "Mutation.updateNote" },
  { rest: "POST /api/shares", graphql: "Mutation.createShare", at: "share" },
  { rest: "PATCH /api/shares/:id", graphql: "Mutation.updateShare" },
  { rest: "POST /api/shares/:id/renew", graphql: "Mutation.renewShare", at: "share" },
  { rest: "POST /api/reports", graphql: "Mutation.createReport" },
  { rest: "POST /api/reports/:id/try", graphql: "Mutation.tryReport" },
  { rest: "POST /api/alarms", graphql: "Mutation.createAlarm" },
  { rest: "PATCH /api/alarms/:id", graphql: "Mutation.updateAlarm" },
  { rest: "POST /api/alarms/:id/try", graphql: "Mutation.tryAlarm" },
  { rest: "POST /api/exports", graphql: "Mutation.createClickExport" },
  { rest: "PATCH /api/exports/:id", graphql: "Mutation.updateClickExport" },
  { rest: "POST /api/exports/:id/range", graphql: "Mutation.exportClickRange", names: { files: "" } },
  { rest: "POST /api/exports/:id/try", graphql: "Mutation.tryClickExport" },
  { rest: "POST /api/webhooks", graphql: "Mutation.createWebhook", at: "webhook" },
  { rest: "PATCH /api/webhooks/:id", graphql: "Mutation.updateWebhook" },
  { rest: "POST /api/webhooks/:id/rotate", graphql: "Mutation.rotateWebhookSecret", at: "webhook" },
  { rest: "POST /api/webhooks/:id/test", graphql: "Mutation.testWebhook", names: { messageId: "" } },
  { rest: "POST /api/webhooks/:id/messages/:messageId/resend", graphql: "Mutation.resendWebhookMessage" },
  { rest: "POST /api/webhooks/:id/resend", graphql: "Mutation.resendFailedWebhookMessages", names: { messages: "" } },

  { rest: "POST /api/presets/views", graphql: "Mutation.createPreset" },
  { rest: "PATCH /api/presets/views/:id", graphql: "Mutation.updatePreset" },
  {
    rest: "POST /api/presets/utm-templates",
    graphql: "Mutation.createPreset",
    question: { how: "a template", both: () => newPreset("utmTemplate", "utm_source=a") },
  },
  {
    rest: "PATCH /api/presets/utm-templates/:id",
    graphql: "Mutation.updatePreset",
    question: { how: "a template", both: (owner) => changedPreset("utmTemplate", owner.template, "ref=b") },
  },
  {
    rest: "POST /api/presets/qr-designs",
    graphql: "Mutation.createPreset",
    question: { how: "a design", both: () => newPreset("qrDesign", "shape=rounded") },
  },
  {
    rest: "PATCH /api/presets/qr-designs/:id",
    graphql: "Mutation.updatePreset",
    question: { how: "a design", both: (owner) => changedPreset("qrDesign", owner.design, "level=H") },
  },
  { rest: "PUT /api/utm/rules", graphql: "Mutation.setUtmRules", names: utmNames },
  {
    rest: "PUT /api/bots/rules",
    graphql: "Mutation.setBotRules",
    except: { etag: "its version counts across accounts" },
  },
  { rest: "POST /api/sql/queries", graphql: "Mutation.createSavedQuery" },
  { rest: "PATCH /api/sql/queries/:id", graphql: "Mutation.updateSavedQuery" },
  { rest: "PUT /api/destinations/checks", graphql: "Mutation.setDestinationChecks" },
  { rest: "DELETE /api/clicks/retention/waiting", graphql: "Mutation.cancelClickRetention" },
  { rest: "PUT /api/clicks/retention", graphql: "Mutation.setClickRetention" },
  { rest: "POST /api/keys", graphql: "Mutation.createApiKey", ...key },
  { rest: "POST /api/keys/handover", graphql: "Mutation.handOverApiKey", ...key },
  { rest: "POST /api/keys/exchange", graphql: "Mutation.exchangeApiKey" },
  {
    rest: "POST /api/keys/exchange",
    graphql: "Mutation.exchangeApiKey",
    ...key,
    question: { how: "of a key that waits", both: waitingKey },
    viaVaries: "the test creates the key over REST",
  },
  { rest: "DELETE /api/keys/current", graphql: "Mutation.revokeCurrentApiKey" },
  { rest: "POST /api/auth/outlets/:kind/:id/resume", graphql: "Mutation.resumeOutlet", names: outletNames },
];
