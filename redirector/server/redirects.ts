import type { HopId } from "@hoplog/schema/conversions/hopId.js";
import { headerSafe } from "@hoplog/schema/topics/links/record.js";
import type { AnswerResult } from "../control/messages.ts";
import type { Caps } from "../caps/caps.ts";
import { type PlanAnswer, tryAgain, withClick } from "../plans/answerPlan.ts";
import type { PlanOutcome, Plans } from "../plans/plans.ts";
import { type FoundEntry, type LinkEntry, unreadable } from "../replica/linkEntry.ts";
import type { CodePath } from "./codePath.ts";
import { domainFileAt, sendFile } from "./domainFiles.ts";
import type { Locate } from "./locate.ts";
import type { Recorder } from "./recorder.ts";
import { shownDestination } from "./shownDestination.ts";
import { type Incoming, redirectTo, sendPage, type Visit } from "./visit.ts";

export interface RedirectSettings {
  readonly locate: Locate;
  readonly recorder: Recorder;
  readonly now: () => number;
  readonly plans: Plans;
  readonly caps: Pick<Caps, "take" | "isUsedUp">;
  readonly onAnswer: (result: AnswerResult) => void;
}

export type Answered = Extract<PlanOutcome, { kind: "answered" }>;

/** Answers a request whose path may be a short code. */
export type HandleRedirect = (visit: Visit) => void;

export function createRedirects(settings: RedirectSettings): HandleRedirect {
  const { locate, recorder, plans, onAnswer } = settings;

  function redirect(visit: Visit, asked: CodePath, entry: LinkEntry): void {
    recorder.click(visit, asked, entry, { rule: 0, arm: 0 }, () => {
      redirectTo(visit.response, { status: 302, location: entry.url, cookies: [] });
      onAnswer("redirect");
    });
  }

  /** Answers according to the link's plan. */
  function decide(visit: Visit, asked: CodePath, entry: LinkEntry, hasWaited = false): void {
    const { code, cookiePath, rest } = asked;
    const { response, site } = visit;
    const request = { facts: recorder.factsOf(visit), code, cookiePath, rest, site, hasWaited };
    const outcome = plans.answer(entry.record, 0, entry.record.length, request);
    if (outcome.kind === "later") {
      void outcome.until.then(() => isDisconnected(visit) || decide(visit, asked, entry, true));
      return;
    }
    if (outcome.kind !== "answered") {
      sendPage(response, outcome.kind === "unreadable" ? site.pages.unreadable : site.pages.notFound);
      if (outcome.kind === "unreadable") onAnswer(unreadable);
      return;
    }
    recordAnswer(settings, visit, asked, entry, outcome, (answer) => {
      if ("page" in answer) sendPage(response, answer.page);
      else redirectTo(response, { ...answer, cookies: answer.cookie === null ? [] : [answer.cookie] });
      onAnswer(answer.result);
    });
  }

  function answer(visit: Visit, asked: CodePath, entry: FoundEntry | null): void {
    const { code, rest } = asked;
    const { pages } = visit.site;
    if (entry === unreadable) {
      sendPage(visit.response, pages.unreadable);
      onAnswer(unreadable);
      return;
    }
    if (asked.showsDestination) {
      sendPage(visit.response, shownDestination(settings, visit.site, entry));
      onAnswer(entry ? "destinationShown" : "unknown");
      return;
    }
    if (entry?.state === "planned") return decide(visit, asked, entry);
    // A plain link accepts no path after its code.
    if (rest !== "") return sendPage(visit.response, pages.notFound);
    if (entry?.state === "active") return redirect(visit, asked, entry);
    const reason = entry ? "inactive" : "unknown";
    recorder.miss(visit, code, reason, entry);
    const { unknownUrl } = visit.site.settings;
    if (entry || unknownUrl === undefined) sendPage(visit.response, entry ? pages.gone : pages.notFound);
    else redirectTo(visit.response, { status: 302, location: headerSafe(unknownUrl), cookies: [] });
    onAnswer(reason);
  }

  /** Answers a request for `/`. */
  function answerRoot(visit: Visit): void {
    recorder.miss(visit, "", "base URL", null);
    const { home, pages } = visit.site;
    if (home === null) sendPage(visit.response, pages.notFound);
    else redirectTo(visit.response, { status: 302, location: headerSafe(home), cookies: [] });
  }

  return (visit) => {
    const { path, response, site } = visit;
    if (path === "/") return answerRoot(visit);
    const file = domainFileAt(path, site.settings);
    if (file?.text !== undefined) return sendFile(response, file.contentType, file.text);
    const located = file ? null : locate(visit);
    if (!located) return sendPage(response, site.pages.notFound);
    if (!(located instanceof Promise)) return answer(visit, located.asked, located.entry);
    void located.then(({ asked, entry }) => answer(visit, asked, entry));
    return undefined;
  };
}

/**
 * Records a visit and then calls `send`. Sends a "try again" answer if the visit of the cap can't be taken or recorded.
 */
export function recordAnswer(
  { recorder, caps }: Pick<RedirectSettings, "recorder" | "caps">,
  visit: Visit,
  asked: CodePath,
  entry: LinkEntry,
  { answer, cap }: Answered,
  send: (answer: PlanAnswer) => void,
): void {
  const { recorded } = answer;
  if (recorded.kind === "click") {
    let sent = answer;
    const onId = recorded.passesId ? (click: HopId) => void (sent = withClick(answer, click)) : undefined;
    if (!cap) return recorder.click(visit, asked, entry, recorded, () => send(sent), onId);
    const isTaken = caps.take(cap, (leased) => recorder.countedClick(visit, asked, entry, recorded, leased, onId));
    return send(isTaken ? sent : tryAgain(visit.site.pages));
  }
  if (recorded.kind === "miss") recorder.miss(visit, asked.code, recorded.reason, entry);
  send(answer);
}

/** Returns whether the visitor has disconnected: an answer would then waste a visit of a cap. */
export function isDisconnected({ request }: Incoming): boolean {
  return request.socket.destroyed;
}
