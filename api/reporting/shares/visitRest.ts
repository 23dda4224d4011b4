import { notFoundError } from "@hoplog/schema/errors.js";
import { sharePath, sharePeriods } from "@hoplog/schema/shares/share.js";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { done } from "../../kernel/contract/answerPieces.ts";
import { documented } from "../../kernel/calls/operation.ts";
import { parseInput, text } from "../../kernel/contract/parse.ts";
import type { EventStream, SentEvent } from "../../analytics/live/eventStream.ts";
import { asEventStream, openStreams, sentEvents } from "../../analytics/live/openStreams.ts";
import { filterQuery } from "../../clicks/questions/filtersTaken.ts";
import { sharedPageAnswers, sharesTag } from "./answers.ts";
import { type PageView, type SharedPage, visitorsFilters } from "./page.ts";
import type { ShareServices } from "./services.ts";
import { checkSharePassword, passSeconds, type VisitedShare, visitShare } from "./visit.ts";

export const pageQuery = z.object({ period: z.enum(sharePeriods).default("30d"), filter: filterQuery });
export const passwordBody = z.object({ password: text });

const withToken = z.object({ token: z.string() });
const cookieName = "hoplog_shared_page";

const pageEnded: SentEvent = {
  name: "end",
  data: { type: "NOT_FOUND_ERROR", message: "This page has changed. Load it again." },
};

/** Serves shared pages and their public calls. */
export function visitRoutes(app: FastifyInstance, services: ShareServices): void {
  const streams = openStreams(app);

  app.addHook("onRequest", async (request, reply) => {
    const [path = ""] = request.url.split("?", 1);
    if (path.startsWith("/api/shared/")) hide(reply);
    if (!path.startsWith(sharePath)) return;
    hide(reply);
    // The URL is a secret, so it must not be sent to linked sites.
    reply.header("referrer-policy", "no-referrer");
    // If the database fails, embedding is not allowed.
    const share = await services.findShare(path.slice(sharePath.length)).catch(() => null);
    if (share && share.origins.length > 0) allowEmbedding(reply, share.origins);
  });

  const visited = async (request: FastifyRequest) => {
    const { token } = tokenOf(request);
    return visitShare(services, token, request.cookies[cookieName]);
  };

  app.get(
    "/api/shared/:token",
    documented({
      id: "getSharedPage",
      tag: sharesTag,
      open: true,
      summary: "Get a shared page",
      description:
        "Returns the figures and lists that the page shows, in the page's time zone. The secret token in the URL grants access; no login is needed. Filters can use only properties that the page lists, with the operation `is`. Answers with 401 until the page's password has been entered.",
      query: pageQuery,
      answer: { status: 200, is: sharedPageAnswers.SharedPageAnswer },
      failures: [404],
    }),
    async (request) => {
      const share = await visited(request);
      const page = await services.sharedFigures.page(share, viewOf(share, request.query));
      return { success: true, data: bodyOf(page) };
    },
  );

  app.post(
    "/api/shared/:token/password",
    documented({
      id: "unlockSharedPage",
      tag: sharesTag,
      open: true,
      summary: "Enter the password of a shared page",
      description: "Sets a cookie that grants access to this page for 12 hours, or until the password changes.",
      body: passwordBody,
      example: { password: "correct horse" },
      answer: done,
      failures: [400, 404],
    }),
    async (request, reply) => {
      const { token } = tokenOf(request);
      const { password } = parseInput(passwordBody, request.body);
      const given = await checkSharePassword(services, { token, password, address: request.clientAddress });
      if (given) {
        const secure = services.publicUrl.startsWith("https:");
        const isEmbedded = secure && given.share.origins.length > 0;
        reply.setCookie(cookieName, given.pass, {
          path: `/api/shared/${token}`,
          httpOnly: true,
          maxAge: passSeconds,
          secure,
          ...(isEmbedded ? { sameSite: "none", partitioned: true } : { sameSite: "lax" }),
        });
      }
      return { success: true };
    },
  );

  app.get(
    "/api/shared/:token/live",
    documented({
      id: "followSharedPage",
      tag: sharesTag,
      open: true,
      summary: "Follow a shared page",
      description:
        "Sends a `page` event whenever the page's figures change, at most one per second. When the server ends the stream, it sends an `end` event with the reason; it does so immediately if the page is changed or revoked.",
      query: pageQuery,
      answer: { events: sharedPageAnswers.SharedPage },
      failures: [404],
    }),
    async (request, reply) => {
      const share = await visited(request);
      const view = viewOf(share, request.query);
      asEventStream(reply);
      if (request.method === "HEAD") return reply.send("");
      const { openings, sharedFigures, shareMetrics } = services;
      let stream: EventStream | null = null;
      let isOver = false;
      const leave = openings.enter(share, request.clientAddress, () => {
        isOver = true;
        stream?.end(pageEnded);
      });
      try {
        const opened = streams.open(sentEvents(sharedFigures.watch(share, view), sentPage), {
          onStalled: () => shareMetrics.refused.inc({ reason: "unread" }),
          onClose: leave,
        });
        stream = opened;
        // The page may have been revoked while the stream was opened.
        const now = await services.findShare(tokenOf(request).token).catch(() => null);
        if (isOver || now?.revision !== share.revision) opened.end(pageEnded);
        return reply.send(opened.body);
      } catch (error) {
        leave();
        stream?.body.destroy();
        throw error;
      }
    },
  );
}

function hide(reply: FastifyReply): void {
  reply.header("x-robots-tag", "noindex, nofollow");
}

/**
 * Allows the origins to embed the page. They were validated when they were set, so they cannot inject other directives
 * into the policy.
 */
function allowEmbedding(reply: FastifyReply, origins: readonly string[]): void {
  const policy = reply.getHeader("content-security-policy");
  if (typeof policy !== "string") return;
  reply.removeHeader("x-frame-options");
  reply.header(
    "content-security-policy",
    policy.replace(/frame-ancestors [^;]*/, `frame-ancestors ${origins.join(" ")}`),
  );
}

function tokenOf(request: FastifyRequest): { token: string } {
  const { data } = withToken.safeParse(request.params);
  if (!data) throw notFoundError("Page");
  return data;
}

function viewOf(share: VisitedShare, query: unknown): PageView {
  const { period, filter } = parseInput(pageQuery, query);
  return { period, filters: visitorsFilters(share, [filter ?? []].flat()) };
}

function bodyOf(page: SharedPage) {
  return { ...page, from: page.from?.toISOString() ?? null, expiresAt: page.expiresAt?.toISOString() ?? null };
}

function sentPage(page: SharedPage): SentEvent {
  return { name: "page", data: bodyOf(page) };
}
