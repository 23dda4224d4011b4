import type { IsTrusted } from "@hoplog/platform/visitor/address.js";
import type { LinkPlan } from "@hoplog/schema/links/options/plan.js";
import type { AnswerResult } from "../control/messages.ts";
import type { Page } from "../pages/page.ts";
import { passCookie } from "../passwords/passCookie.ts";
import type { CheckPassword } from "../passwords/messages.ts";
import type { LinkEntry } from "../replica/linkEntry.ts";
import { unreadable } from "../replica/linkEntry.ts";
import { uuidText } from "@hoplog/schema/uuid.js";
import { isHttpsRequest } from "./isHttpsRequest.ts";
import type { CodePath } from "./codePath.ts";
import { readForm } from "./formBody.ts";
import {
  type Answered,
  type HandleRedirect,
  isDisconnected,
  recordAnswer,
  type RedirectSettings,
} from "./redirects.ts";
import { type Incoming, redirectTo, refuse, sendPage, type Visit } from "./visit.ts";

export interface PasswordPostSettings extends RedirectSettings {
  readonly checkPassword: CheckPassword;
  readonly isTrusted: IsTrusted;
  /** Handles a GET. */
  readonly redirect: HandleRedirect;
}

const maxBodyBytes = 4096;
const bodyTimeoutMs = 10_000;

/**
 * Returns whether clients resend a POST or PUT, with its body, to the destination: only 307 and 308 preserve the
 * method.
 */
function keepsMethod({ redirectStatus }: Pick<LinkPlan, "redirectStatus">): boolean {
  return redirectStatus === 307 || redirectStatus === 308;
}

/** Responds with 405, for example to a POST to a link without a password. */
export function refuseMethod({ response }: Incoming): void {
  refuse(response, 405, { allow: "GET, HEAD" });
}

/**
 * Handles the password form of a link. Ignores the password cookie, so that a form sent again from another tab
 * redirects again. A link without a password whose status preserves the method (307, 308) redirects a POST or PUT like
 * a GET.
 */
export function createPasswordPosts(settings: PasswordPostSettings): HandleRedirect {
  const { recorder, plans, now, onAnswer } = settings;

  /** Finds the link with a plan at the visited path; null for any other link or path. */
  async function plannedLink(visit: Visit) {
    const located = await settings.locate(visit);
    if (!located) return null;
    const { asked, entry } = located;
    if (asked.showsDestination || !entry || entry === unreadable || entry.state !== "planned") return null;
    const known = plans.planOf(entry.record, 0, entry.record.length);
    return known && { asked, entry, options: known.plan.options };
  }

  /**
   * Decides the answer. Returns null if a path follows the code but the link does not accept one, if the plan is
   * unreadable, or if the visitor has disconnected.
   */
  async function decide(
    visit: Visit,
    { code, cookiePath, rest }: CodePath,
    { record }: LinkEntry,
    hasGivenPassword: boolean,
  ): Promise<Answered | null> {
    const { site } = visit;
    for (let hasWaited = false; ; hasWaited = true) {
      const asked = { facts: recorder.factsOf(visit), code, cookiePath, rest, site, hasGivenPassword, hasWaited };
      const outcome = plans.answer(record, 0, record.length, asked);
      if (outcome.kind !== "later") return outcome.kind === "answered" ? outcome : null;
      await outcome.until;
      if (isDisconnected(visit)) return null;
    }
  }

  function send(visit: Visit, asked: CodePath, entry: LinkEntry, answered: Answered, pass: string | null): void {
    recordAnswer(settings, visit, asked, entry, answered, (answer) => {
      if ("page" in answer) {
        sendPage(visit.response, answer.page);
      } else {
        const cookies = [pass, answer.cookie].filter((cookie) => cookie !== null);
        // The status is always 303, whatever the link's status, because with 307 or 308 the browser would send the
        // password to the destination.
        redirectTo(visit.response, { status: 303, location: answer.location, cookies });
      }
      onAnswer(answer.result);
    });
  }

  function sendProblem(visit: Visit, page: Page, result: AnswerResult): void {
    sendPage(visit.response, page);
    onAnswer(result);
  }

  async function handle(visit: Visit): Promise<void> {
    const { request, response } = visit;
    const { pages } = visit.site;
    const found = await plannedLink(visit);
    if (!found) return refuseMethod(visit);
    const { asked, entry, options } = found;
    const { passwordHash } = options;
    if (passwordHash === undefined) return keepsMethod(options) ? settings.redirect(visit) : refuseMethod(visit);
    if (request.method !== "POST") return refuseMethod(visit);
    const { code, cookiePath } = asked;
    const before = await decide(visit, asked, entry, false);
    if (!before) return refuseMethod(visit);
    if (before.answer.result !== "password") return send(visit, asked, entry, before, null);
    const body = await readForm(request, maxBodyBytes, bodyTimeoutMs);
    if (!body) return;
    if ("status" in body) return refuse(response, body.status, { connection: "close" });
    const password = body.fields.get("password") ?? "";
    if (password === "") return sendPage(response, pages.noPassword);
    const linkId = uuidText(entry.linkId);
    const address = Buffer.from(recorder.factsOf(visit).address).toString("hex");
    const checked = await settings.checkPassword({ linkId, address, passwordHash, password });
    switch (checked.outcome) {
      case "busy":
        return sendProblem(visit, pages.busy, "busy");
      case "too many":
        return sendProblem(visit, { ...pages.tooManyTries, retryAfter: checked.retrySeconds }, "tooManyTries");
      case "wrong":
        recorder.miss(visit, code, "wrong password", entry);
        return sendProblem(visit, pages.wrongPassword, "wrongPassword");
      case "right": {
        const answer = await decide(visit, asked, entry, true);
        const link = { linkId: entry.linkId, code, passwordHash };
        const attributes = { path: cookiePath, isSecure: isHttpsRequest(visit, settings.isTrusted) };
        if (answer) send(visit, asked, entry, answer, passCookie(link, now(), attributes));
      }
    }
  }

  return (visit) => void handle(visit);
}
