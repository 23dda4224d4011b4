import { headerSafe } from "@hoplog/schema/topics/links/record.js";
import type { AnswerResult } from "../control/messages.ts";
import type { PlanAnswer } from "../plans/answerPlan.ts";
import type { Plans } from "../plans/plans.ts";
import { type FoundEntry, type LinkEntry, unreadable } from "../replica/linkEntry.ts";
import type { CodePath } from "./codePath.ts";
import { domainFileAt, sendFile } from "./domainFiles.ts";
import type { Locate } from "./locate.ts";
import type { Recorder } from "./recorder.ts";
import { shownDestination } from "./shownDestination.ts";
import { redirectTo, sendPage, type Visit } from "./visit.ts";

export interface RedirectSettings {
  readonly locate: Locate;
  readonly recorder: Recorder;
  readonly now: () => number;
  readonly plans: Plans;
  readonly onAnswer: (result: AnswerResult) => void;
}

/** Answers a request whose path may be a short code. */
export type HandleRedirect = (visit: Visit) => void;

export function createRedirects(settings: RedirectSettings): HandleRedirect {
  const { locate, recorder, plans, onAnswer } = settings;

  function redirect(visit: Visit, entry: LinkEntry): void {
    recorder.click(visit, entry, { rule: 0, arm: 0 }, () => {
      redirectTo(visit.response, { status: 302, location: entry.url, cookies: [] });
      onAnswer("redirect");
    });
  }

  /** By the link's plan. */
  function decide(visit: Visit, asked: CodePath, entry: LinkEntry): void {
    const { code, rest } = asked;
    const { response, site } = visit;
    const facts = recorder.factsOf(visit);
    const outcome = plans.answer(entry.record, 0, entry.record.length, { facts, code, rest, site });
    if (outcome.kind === "later") {
      void outcome.until.then(() => decide(visit, asked, entry));
      return;
    }
    if (outcome.kind !== "answered") {
      sendPage(response, outcome.kind === "unreadable" ? site.pages.unreadable : site.pages.notFound);
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
    const { pages } = visit.site;
    if (entry === unreadable) {
      sendPage(visit.response, pages.unreadable);
      onAnswer(unreadable);
      return;
    }
    if (asked.showsDestination) {
      sendPage(visit.response, shownDestination(settings, visit.site, entry));
      onAnswer(entry ? "destination shown" : "unknown");
      return;
    }
    if (entry?.state === "planned") return decide(visit, asked, entry);
    // A plain link takes no path behind its code.
    if (rest !== "") return sendPage(visit.response, pages.notFound);
    if (entry?.state === "active") return redirect(visit, entry);
    const reason = entry ? "inactive" : "unknown";
    recorder.miss(visit, code, reason, entry);
    const { unknownUrl } = visit.site.settings;
    if (entry || unknownUrl === undefined) sendPage(visit.response, entry ? pages.gone : pages.notFound);
    else redirectTo(visit.response, { status: 302, location: headerSafe(unknownUrl), cookies: [] });
    onAnswer(reason);
  }

  /** The bare host. */
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
