import { hasCodeForm } from "@hoplog/schema/codes/rules.js";
import { isReservedCode } from "@hoplog/schema/codes/reserved.js";
import type { LinkAddress } from "@hoplog/schema/topics/links/key.js";
import type { AnswerResult } from "../control/messages.ts";
import type { DomainOfHost } from "../domains/domainOfHost.ts";
import type { Pages } from "../pages/pages.ts";
import type { PlanAnswer } from "../plans/answerPlan.ts";
import type { Plans } from "../plans/plans.ts";
import { type FoundEntry, type LinkEntry, unreadable } from "../replica/linkEntry.ts";
import { type CodePath, codePathOf } from "./codePath.ts";
import type { Recorder } from "./recorder.ts";
import { shownDestination } from "./shownDestination.ts";
import { redirectTo, sendPage, type Visit } from "./visit.ts";

export interface RedirectSettings {
  readonly domainOf: DomainOfHost;
  /** Undefined when the replica doesn't know the code. */
  readonly find: (address: LinkAddress) => FoundEntry | undefined;
  /** Looks up a code that the replica does not know. Never rejects. */
  readonly lookUp: (address: LinkAddress) => Promise<FoundEntry | null>;
  readonly recorder: Recorder;
  readonly pages: Pages;
  /** Where the bare short host leads. */
  readonly home: string;
  readonly now: () => number;
  readonly plans: Plans;
  readonly onAnswer: (result: AnswerResult) => void;
}

/** Answers a request whose path may be a short code. */
export type HandleRedirect = (visit: Visit) => void;

export function createRedirects(settings: RedirectSettings): HandleRedirect {
  const { find, lookUp, recorder, pages, plans, onAnswer } = settings;

  function redirect(visit: Visit, entry: LinkEntry): void {
    recorder.click(visit, entry, { rule: 0, arm: 0 }, () => {
      redirectTo(visit.response, { status: 302, location: entry.url, cookies: [] });
      onAnswer("redirect");
    });
  }

  /** By the link's plan. */
  function decide(visit: Visit, asked: CodePath, entry: LinkEntry): void {
    const { code, rest } = asked;
    const { response } = visit;
    const facts = recorder.factsOf(visit);
    const outcome = plans.answer(entry.record, 0, entry.record.length, { facts, code, rest });
    if (outcome.kind === "later") {
      void outcome.until.then(() => decide(visit, asked, entry));
      return;
    }
    if (outcome.kind !== "answered") {
      sendPage(response, outcome.kind === "unreadable" ? pages.unreadable : pages.notFound);
      if (outcome.kind === "unreadable") onAnswer(unreadable);
      return;
    }
    const { answer } = outcome;
    recordAnswer(recorder, visit, code, entry, answer, () => {
      if ("page" in answer) sendPage(response, answer.page);
      else redirectTo(response, { ...answer, cookies: answer.cookie === null ? [] : [answer.cookie] });
      onAnswer(answer.result);
    });
  }

  function answer(visit: Visit, asked: CodePath, entry: FoundEntry | null): void {
    const { code, rest } = asked;
    if (entry === unreadable) {
      sendPage(visit.response, pages.unreadable);
      onAnswer(unreadable);
      return;
    }
    if (asked.showsDestination) {
      sendPage(visit.response, shownDestination(settings, entry));
      onAnswer(entry ? "destination shown" : "unknown");
      return;
    }
    if (entry?.state === "planned") return decide(visit, asked, entry);
    // A plain link takes no path behind its code.
    if (rest !== "") return sendPage(visit.response, pages.notFound);
    if (entry?.state === "active") return redirect(visit, entry);
    const reason = entry ? "inactive" : "unknown";
    recorder.miss(visit, code, reason, entry);
    sendPage(visit.response, entry ? pages.gone : pages.notFound);
    onAnswer(reason);
  }

  return (visit) => {
    const { response } = visit;
    const asked = codePathOf(visit.path);
    if (asked.code === "" && asked.rest === "" && !asked.showsDestination) {
      recorder.miss(visit, "", "base URL", null);
      redirectTo(response, { status: 302, location: settings.home, cookies: [] });
      return;
    }
    const address = addressOf(settings.domainOf, visit, asked);
    if (!address) {
      sendPage(response, pages.notFound);
      return;
    }
    const entry = find(address);
    if (entry) answer(visit, asked, entry);
    else void lookUp(address).then((found) => answer(visit, asked, found));
  };
}

/** Null for what can be no link's. */
export function addressOf(domainOf: DomainOfHost, { request }: Visit, { code, rest }: CodePath): LinkAddress | null {
  if (!hasCodeForm(code) || (rest !== "" && isReservedCode(code))) return null;
  const host = Buffer.from(request.headers.host ?? "", "latin1");
  return { domain: domainOf(host, 0, host.length), code };
}

/** `send` is called once what is to be recorded is in the spool. */
export function recordAnswer(
  recorder: Recorder,
  visit: Visit,
  code: string,
  entry: LinkEntry,
  { recorded }: PlanAnswer,
  send: () => void,
): void {
  if (recorded.kind === "click") return recorder.click(visit, entry, recorded, send);
  if (recorded.kind === "miss") recorder.miss(visit, code, recorded.reason, entry);
  send();
}
