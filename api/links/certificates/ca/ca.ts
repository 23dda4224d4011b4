import { X509Certificate } from "node:crypto";
import { z } from "zod";
import { createCaHttp } from "./http.ts";

/** Connection settings of a CA. */
export interface CaSettings {
  readonly directory: string;
  readonly caPem: string | undefined;
  readonly email: string | undefined;
  readonly binding: { readonly keyId: string; readonly key: string } | null;
}

/** An order of one certificate, as returned by the CA. */
export interface CaOrder {
  readonly url: string;
  readonly status: "pending" | "ready" | "processing" | "valid" | "invalid";
  readonly authorizations: readonly string[];
  /** The reason why the order is invalid; empty if the CA returned none. */
  readonly problem: string;
}

/** The content that the CA expects on port 80 of a host. */
export interface CaChallenge {
  readonly url: string;
  readonly token: string;
  readonly keyAuthorization: string;
  /** Whether the CA is already requesting the content. */
  readonly isProcessing: boolean;
}

/** The state of a host's validation. */
export interface CaAuthorization {
  readonly status: string;
  /** The HTTP-01 challenge; null if the CA does not offer one. */
  readonly challenge: CaChallenge | null;
  /** The reason of the failure; empty if it did not fail. */
  readonly problem: string;
}

export interface IssuedChain {
  readonly chain: string;
  readonly notBefore: Date;
  readonly notAfter: Date;
}

/** One account at a CA. All calls throw CaProblem and CaUnreachable. */
export interface Ca {
  /** Returns the names by which CAA records allow this CA; empty if the CA doesn't publish them. */
  identities(): Promise<readonly string[]>;
  createOrder(host: string): Promise<CaOrder>;
  order(url: string): Promise<CaOrder>;
  authorizations(order: CaOrder): Promise<readonly CaAuthorization[]>;
  /** Requests the CA to check a challenge. */
  validate(challenge: CaChallenge): Promise<void>;
  finalize(order: CaOrder, host: string, key: string): Promise<CaOrder>;
  download(order: CaOrder): Promise<IssuedChain>;
}

const directorySchema = z.object({ meta: z.object({ caaIdentities: z.array(z.string()).default([]) }).prefault({}) });
const problemSchema = z.object({ detail: z.string() });

/** Loads the library only if certificates are requested. */
const loadAcme = () => import("acme-client");

/** Creates a private key (P-256) as PEM. */
export async function createKey(): Promise<string> {
  const { crypto } = await loadAcme();
  return (await crypto.createPrivateEcdsaKey("P-256")).toString();
}

/**
 * Opens an account by its key. If `url` is null, registers the account, or finds it if the CA already has one with this
 * key. Also returns the account's URL.
 */
export async function openCa(
  settings: CaSettings,
  account: { readonly key: string; readonly url: string | null },
  now: () => Date,
): Promise<{ readonly ca: Ca; readonly url: string }> {
  const { directory, caPem, email, binding } = settings;
  const acme = await loadAcme();
  const http = createCaHttp(caPem, now);
  // The library has one HTTP client per process, and the API has one CA. The library must not wait and retry itself.
  Object.assign(acme.axios.defaults, { acmeSettings: { retryMaxAttempts: 0 } });
  acme.axios.defaults.adapter = async (config) => {
    const { url = "", method = "get", data: body } = config;
    const contentType = String(config.headers.get("content-type") ?? "");
    const answer = await http({
      url,
      method,
      ...(typeof body === "string" && { body, contentType }),
    });
    return { ...answer, statusText: "", headers: plainHeaders(answer.headers), config };
  };
  const client = new acme.Client({
    directoryUrl: directory,
    accountKey: account.key,
    ...(account.url !== null && { accountUrl: account.url }),
    ...(binding && { externalAccountBinding: { kid: binding.keyId, hmacKey: binding.key } }),
  });
  if (account.url === null) {
    const contact = email === undefined ? {} : { contact: [`mailto:${email}`] };
    await client.createAccount({ termsOfServiceAgreed: true, ...contact });
  }
  const known = new Map<string, Awaited<ReturnType<typeof client.createOrder>>>();
  const remember = (order: Awaited<ReturnType<typeof client.createOrder>>): CaOrder => {
    known.set(order.url, order);
    const { url, status, authorizations } = order;
    return { url, status, authorizations, problem: problemText(order.error) };
  };
  const recall = (url: string) =>
    known.get(url) ?? { url, status: "pending" as const, identifiers: [], authorizations: [], finalize: "" };
  let identities: readonly string[] | null = null;
  const ca: Ca = {
    async identities() {
      identities ??= directorySchema.parse((await http({ url: directory, method: "GET" })).data).meta.caaIdentities;
      return identities;
    },
    createOrder: async (host) => remember(await client.createOrder({ identifiers: [{ type: "dns", value: host }] })),
    order: async (url) => remember(await client.getOrder(recall(url))),
    async authorizations({ url }) {
      const found = await client.getAuthorizations(recall(url));
      return Promise.all(
        found.map(async ({ status, challenges }) => {
          const challenge = challenges.find(({ type }) => type === "http-01");
          return {
            status,
            problem: problemText(challenges.find(({ error }) => error)?.error),
            challenge: challenge
              ? {
                  url: challenge.url,
                  token: challenge.token,
                  keyAuthorization: await client.getChallengeKeyAuthorization(challenge),
                  isProcessing: challenge.status === "processing",
                }
              : null,
          };
        }),
      );
    },
    async validate({ url, token, isProcessing }) {
      // If the CA is processing the challenge, a killed process has requested its validation, and a CA may reject a
      // second request.
      if (!isProcessing) await client.completeChallenge({ type: "http-01", url, token, status: "pending" });
    },
    async finalize({ url }, host, key) {
      const [, csr] = await acme.crypto.createCsr({ altNames: [host] }, key);
      return remember(await client.finalizeOrder(recall(url), csr));
    },
    async download({ url }) {
      const chain = await client.getCertificate(recall(url));
      const { validFromDate, validToDate } = new X509Certificate(chain);
      return { chain, notBefore: validFromDate, notAfter: validToDate };
    },
  };
  return { ca, url: client.getAccountUrl() };
}

function problemText(error: unknown): string {
  const read = problemSchema.safeParse(error);
  return read.success ? read.data.detail : "";
}

function plainHeaders(headers: NodeJS.Dict<string | string[]>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value ?? ""].flat().join(", ")]));
}
