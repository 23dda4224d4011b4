import { OutgoingError } from "@hoplog/platform/outgoing/outgoingError.js";
import { createOutgoing, type OutgoingAnswer } from "@hoplog/platform/outgoing/request.js";
import { z } from "zod";
import type { Verdict } from "./verdicts.ts";

export interface CheckerSettings {
  /** The base URL of the checker, without /v1. */
  readonly url: string;
  readonly key: string | undefined;
}

/** Checks one URL. Throws {@link CheckFailed}, also if the signal is aborted. */
export type CheckUrl = (url: string, signal: AbortSignal) => Promise<Verdict>;

/** A check without a usable response. The message contains neither the URL nor the key. */
export class CheckFailed extends Error {}

const timeoutMs = 5000;
const maxBytes = 64 * 1024;

const minuteMs = 60 * 1000;
/** Maximum lifetime of a verdict, also used if the checker provides none (ms). */
export const longestMs = 24 * 60 * minuteMs;
/** Minimum lifetime of a verdict, so that the same URL is not checked again and again (ms). */
const shortestMs = 5 * minuteMs;

const threatTypes = ["MALWARE", "SOCIAL_ENGINEERING", "UNWANTED_SOFTWARE"] as const;

const reasons: Readonly<Record<string, string>> = {
  MALWARE: "It is suspected of distributing malware",
  SOCIAL_ENGINEERING: "It is suspected of phishing",
  UNWANTED_SOFTWARE: "It is suspected of distributing unwanted software",
};

const answer = z.object({
  threat: z
    .object({
      threatTypes: z.array(z.string().max(100)).min(1).max(20),
      expireTime: z.iso.datetime({ offset: true }).optional(),
    })
    .optional(),
});

/**
 * Creates a checker with the protocol of Web Risk's `uris:search`. Its address is configured by the operator, and may
 * be a private one.
 */
export function createChecker({ url: base, key }: CheckerSettings, now: () => Date): CheckUrl {
  const request = createOutgoing({
    allowed: [
      { address: "0.0.0.0", prefix: 0, family: "ipv4" },
      { address: "::", prefix: 0, family: "ipv6" },
    ],
    userAgent: "hoplog",
  });
  return async (uri, signal) => {
    const url = new URL(`${base}/v1/uris:search`);
    for (const type of threatTypes) url.searchParams.append("threatTypes", type);
    url.searchParams.set("uri", uri);
    if (key !== undefined) url.searchParams.set("key", key);
    const { status, body } = await request({ url: url.href, timeoutMs, maxBytes, signal }).catch(failed);
    if (status !== 200) throw new CheckFailed(`the URL checker responded with status ${status}`);
    return verdictOf(body, now());
  };
}

/** Throws CheckFailed without a cause, because the cause may contain the request. */
function failed(error: unknown): Promise<OutgoingAnswer> {
  throw new CheckFailed(error instanceof OutgoingError ? error.message : "the URL checker is unreachable");
}

function verdictOf(body: Buffer, now: Date): Verdict {
  const { threat } = parse(body);
  if (!threat) return { threat: null, expiresAt: new Date(now.getTime() + longestMs) };
  const wanted = threat.expireTime === undefined ? longestMs : Date.parse(threat.expireTime) - now.getTime();
  const keptMs = Math.min(Math.max(wanted, shortestMs), longestMs);
  const [type = ""] = threat.threatTypes;
  const reason = reasons[type] ?? "It is suspected of being harmful";
  return { threat: reason, expiresAt: new Date(now.getTime() + keptMs) };
}

function parse(body: Buffer): z.infer<typeof answer> {
  try {
    return answer.parse(JSON.parse(body.toString()));
  } catch {
    throw new CheckFailed("the URL checker's response does not have the format of uris:search");
  }
}
