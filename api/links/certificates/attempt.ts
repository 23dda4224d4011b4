import type { EventLog } from "@hoplog/platform/log/port.js";
import { createBackoff } from "@hoplog/platform/retry/retry.js";
import type { Sealer } from "@hoplog/platform/sealing/sealer.js";
import type { PemPair } from "@hoplog/schema/topics/links/certificates.js";
import type { Lookup } from "../domains/dns/lookup.ts";
import type { OpenAccount } from "./account.ts";
import { type Ca, type CaChallenge, type CaOrder, createKey } from "./ca/ca.ts";
import { CaProblem, isLimit } from "./ca/problem.ts";
import { requireCaa } from "./caa.ts";
import { AttemptFailure } from "./failure.ts";
import { orderContext } from "./keys.ts";
import { publishChallenge, withdrawChallenges } from "./publish.ts";
import { requireAnswer, type SelfCheckSettings } from "./selfCheck.ts";
import { type DueHost, storeCertificate, storeOrder, type Connection } from "./store.ts";

export interface AttemptServices {
  readonly client: Connection;
  readonly log: EventLog;
  readonly lookup: Pick<Lookup, "caa">;
  readonly account: OpenAccount;
  readonly sealer: Sealer;
  readonly selfCheck: SelfCheckSettings;
  readonly signal: AbortSignal;
}

/**
 * Requests a certificate for a host, or resumes an interrupted attempt. Throws the errors that {@link consequenceOf}
 * handles.
 */
export async function attemptCertificate(means: AttemptServices, due: DueHost): Promise<void> {
  const { client, account, sealer, lookup, signal } = means;
  const { host } = due;
  const { ca, url } = account;
  await requireCaa(lookup, host, { identities: await ca.identities(), account: url });
  const { order: begun, key } = (await resumed(means, due)) ?? (await ordered(means, host));
  let order = begun;
  if (order.status === "pending") {
    await validate(means, host, order);
    order = await settled(ca, order.url, ["pending"], signal);
  }
  if (order.status === "ready") order = await ca.finalize(order, host, key);
  if (order.status !== "valid") order = await settled(ca, order.url, ["pending", "ready", "processing"], signal);
  if (order.status !== "valid") {
    await storeOrder(client, host, null, null);
    throw new AttemptFailure(
      "validation",
      `The certificate authority rejected the order: ${order.problem || "no reason given"}.`,
    );
  }
  const { chain, notBefore, notAfter } = await ca.download(order);
  const pair: PemPair = { chain, key };
  await storeCertificate(client, host, {
    sealed: sealer.seal(host, JSON.stringify(pair)),
    notBefore,
    notAfter,
    renewAt: new Date(notBefore.getTime() + ((notAfter.getTime() - notBefore.getTime()) * 2) / 3),
  });
}

interface Begun {
  readonly order: CaOrder;
  readonly key: string;
}

/** Returns the order of an earlier attempt; null if there is none that can still succeed. */
async function resumed(
  { account: { ca }, sealer }: AttemptServices,
  { host, orderUrl, orderKey }: DueHost,
): Promise<Begun | null> {
  const key = orderKey && sealer.open(orderContext(host), orderKey);
  if (orderUrl === null || key === null) return null;
  try {
    const order = await ca.order(orderUrl);
    return order.status === "invalid" ? null : { order, key };
  } catch (error) {
    // The order expired, or belongs to another account.
    if (error instanceof CaProblem && error.status < 500 && !isLimit(error) && error.type !== "accountDoesNotExist")
      return null;
    throw error;
  }
}

async function ordered({ account: { ca }, client, sealer }: AttemptServices, host: string): Promise<Begun> {
  const key = await createKey();
  const order = await ca.createOrder(host);
  await storeOrder(client, host, order.url, sealer.seal(orderContext(host), key));
  return { order, key };
}

/** Requests validation by the CA once redirectors answer the challenge. */
async function validate(means: AttemptServices, host: string, order: CaOrder): Promise<void> {
  const { client, log, account, selfCheck, signal } = means;
  const { ca } = account;
  const pending = (await ca.authorizations(order)).filter(({ status }) => status === "pending");
  const challenges = pending.map(({ challenge }): CaChallenge => {
    if (challenge === null)
      throw new AttemptFailure("setup", `The certificate authority does not offer the HTTP-01 challenge for ${host}.`);
    return challenge;
  });
  try {
    for (const challenge of challenges) {
      const { token, keyAuthorization } = challenge;
      const published = { host, token, keyAuthorization };
      await publishChallenge(client, log, published);
      await requireAnswer(selfCheck, published, signal);
      await ca.validate(challenge);
    }
    await authorized(ca, order, signal);
  } catch (error) {
    // The CA has rejected the validation, so this order cannot succeed; the next attempt starts with a new one.
    if (error instanceof AttemptFailure && error.kind === "validation") await storeOrder(client, host, null, null);
    throw error;
  } finally {
    await withdrawChallenges(
      client,
      log,
      challenges.map(({ token }) => token),
    );
  }
}

async function authorized(ca: Ca, order: CaOrder, signal: AbortSignal): Promise<void> {
  const backoff = createBackoff(250, 5000);
  for (;;) {
    const authorizations = await ca.authorizations(order);
    const failed = authorizations.find(({ status }) => status !== "pending" && status !== "valid");
    if (failed) {
      const said = failed.problem || `its authorization has the status ${failed.status}`;
      throw new AttemptFailure("validation", `The certificate authority could not validate the host: ${said}.`);
    }
    if (authorizations.every(({ status }) => status === "valid")) return;
    await backoff.pause(signal);
    signal.throwIfAborted();
  }
}

/** Waits until the order is in none of the given states, and returns it. */
async function settled(
  ca: Ca,
  url: string,
  states: readonly CaOrder["status"][],
  signal: AbortSignal,
): Promise<CaOrder> {
  const backoff = createBackoff(250, 5000);
  for (;;) {
    const order = await ca.order(url);
    if (!states.includes(order.status)) return order;
    await backoff.pause(signal);
    signal.throwIfAborted();
  }
}
