import type { FastifyInstance, FastifyReply } from "fastify";
import { z } from "zod";
import { callerOf } from "../../kernel/calls/actor.ts";
import type { Clock, Ids, PublicUrl } from "../../kernel/calls/capabilities.ts";
import { documented } from "../../kernel/calls/operation.ts";
import { parseInput, text } from "../../kernel/contract/parse.ts";
import { acceptForms, type PlainPage, sendPlainPage } from "../../kernel/calls/plainPage.ts";
import type { Events } from "../../kernel/eventstore/eventStore.ts";
import { accountTag } from "./shown.ts";
import { type Cancellation, cancelEmailChange, confirmEmailChange } from "./emailChange.ts";
import { type Keeping, keepByLink } from "./removal.ts";

/** External dependencies of mailed links. */
export type MailedLinkServices = Events & Ids & Clock & PublicUrl;

const verifyQuery = z.object({ token: text });

/** Routes of the links in emails about an address change. */
export function mailedLinkRoutes(app: FastifyInstance, services: MailedLinkServices): void {
  // The link is opened from an email, so the call redirects to a page. HEAD requests of email scanners must not consume
  // the token.
  app.get(
    "/api/auth/verify-email",
    {
      ...documented({
        id: "verifyEmail",
        tag: accountTag,
        open: true,
        summary: "Confirm a new email address",
        description:
          "When a change is requested, the new address is sent a link to this URL. Confirms the change if the link is still valid, and redirects to the profile page.",
        query: verifyQuery,
        answer: "redirect",
        failures: [422],
      }),
      exposeHeadRoute: false,
    },
    async (request, reply) => {
      const { token } = parseInput(verifyQuery, request.query);
      const outcome = (await confirmEmailChange(services, token, callerOf(request, "rest"))) ? "changed" : "expired";
      return reply
        .header("referrer-policy", "no-referrer")
        .redirect(`${services.publicUrl}/profile?email=${outcome}`, 302);
    },
  );

  // The link is opened from an email, with or without a session, so it leads to a separate page. A scanner that follows
  // this link may cancel a wanted change, but cannot cause one.
  app.get(
    "/api/auth/cancel-email-change",
    {
      ...documented({
        id: "cancelEmailChange",
        tag: accountTag,
        open: true,
        summary: "Cancel a change of the email address",
        description:
          "When a change is requested, the current address is sent a link to this URL. If the change is still pending, cancels it, ends all sessions of the account, revokes its API keys, and pauses the outlets that they created.",
        query: verifyQuery,
        answer: "page",
        failures: [422],
      }),
      exposeHeadRoute: false,
    },
    async (request, reply) => {
      const { token } = parseInput(verifyQuery, request.query);
      const outcome = await cancelEmailChange(services, token, callerOf(request, "rest"));
      const page = { ...cancellationTexts[outcome], links: cancellationLinks(services.publicUrl) };
      return sendPlainPage(reply, outcome === "cancelled" ? 200 : 410, page);
    },
  );

  keepingRoutes(app, services);
}

/**
 * Pages of the link that stops the removal of a second factor. Opening the link changes nothing; otherwise an email
 * scanner that opens links would stop every removal.
 */
function keepingRoutes(app: FastifyInstance, services: MailedLinkServices): void {
  const path = "/api/auth/keep-second-factor";
  const page = { tag: accountTag, open: true, query: verifyQuery, answer: "page", failures: [422] } as const;
  const links = cancellationLinks(services.publicUrl);
  const send = (reply: FastifyReply, status: 200 | 410, content: Omit<PlainPage, "links">) =>
    sendPlainPage(reply, status, { ...content, links });
  app.get(
    path,
    {
      ...documented({
        ...page,
        id: "showKeepSecondFactor",
        summary: "Show a page to stop the removal of the second factor",
        description:
          "When a removal is requested, the owner is sent a link to this page. Its button stops the removal. Opening the page changes nothing, so that email scanners that open links have no effect.",
      }),
      exposeHeadRoute: false,
    },
    async (request, reply) => {
      const { token } = parseInput(verifyQuery, request.query);
      const url = `${services.publicUrl}${path}?token=${encodeURIComponent(token)}`;
      return send(reply, 200, { ...keepingQuestion, post: { label: "Keep the second factor", url } });
    },
  );
  acceptForms(app, (forms) => {
    forms.post(
      path,
      documented({
        ...page,
        id: "keepSecondFactorByLink",
        summary: "Stop the removal of the second factor by link",
        description: "The page that the link in the email opens has a button, which sends this request.",
      }),
      async (request, reply) => {
        const { token } = parseInput(verifyQuery, request.query);
        const outcome = await keepByLink(services, token, callerOf(request, "rest"));
        return send(reply, outcome === "kept" ? 200 : 410, keepingTexts[outcome]);
      },
    );
  });
}

const keepingQuestion = {
  title: "Keep the second factor?",
  paragraphs: [
    "Somebody who knows your password has asked to remove the second factor of your account. If it was not you, keep it, and set a new password after that.",
  ],
};

const keepingTexts: Readonly<Record<Keeping, { title: string; paragraphs: readonly string[] }>> = {
  kept: {
    title: "The second factor stays on",
    paragraphs: [
      "Nobody can sign in to your account without a code.",
      "If it was not you who asked to remove it, somebody knows your password: set a new one now.",
    ],
  },
  over: {
    title: "There is nothing to stop",
    paragraphs: ["This link has ended: the removal was stopped before, or it has taken place."],
  },
};

const cancellationTexts: Readonly<Record<Cancellation, { title: string; paragraphs: readonly string[] }>> = {
  cancelled: {
    title: "The change is cancelled",
    paragraphs: [
      "Your e-mail address stays as it is, and all sessions of your account have ended.",
      "If it was not you who asked for the change, somebody knows your password: set a new one now.",
    ],
  },
  "made before": {
    title: "The address was changed before",
    paragraphs: [
      "The link that confirms the new address was opened before this one, so there is nothing left to cancel.",
      "If this was not you, sign in with the new address, which our mail names, and change your password at once. If you can't, write to the people who run this service.",
    ],
  },
  over: {
    title: "There is nothing to cancel",
    paragraphs: [
      "This link has ended: the change was cancelled, or nobody confirmed it in time. Your e-mail address stays as it is.",
    ],
  },
};

const cancellationLinks = (publicUrl: string) => [
  { label: "Set a new password", url: `${publicUrl}/forgot-password` },
  { label: "Sign in", url: `${publicUrl}/login` },
];
