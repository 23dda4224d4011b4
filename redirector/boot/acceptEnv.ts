import { readdirSync } from "node:fs";
import { errorCode } from "@hoplog/platform/process/errorCode.js";
import { type Cidr, count, onOff, port, secretList, wholeNumber } from "@hoplog/platform/env/pieces.js";
import { z } from "zod";

const folder = z.string().superRefine((path, context) => {
  try {
    readdirSync(path);
  } catch (error) {
    context.addIssue({ code: "custom", message: `the folder cannot be read (${errorCode(error) ?? "unknown"})` });
  }
});

/** Variables that configure how connections are accepted, in addition to SHORT_PORT. */
export const acceptVariables = {
  /** Port on which short links are served with TLS; undefined for none. */
  SHORT_TLS_PORT: port.optional(),
  /** Folder with pairs of `<name>.crt` and `<name>.key`. */
  TLS_CERTIFICATES: folder.optional(),
  /** Keys that decrypt the certificates that the api has obtained, separated by commas. */
  CERTIFICATE_KEY: secretList.default([]),
  HTTPS_REDIRECT: onOff.default(false),
  /** Seconds for which browsers use only https (HSTS); undefined sends no header. */
  HSTS: wholeNumber.optional(),
  /** Maximum handshakes per address in ten seconds, at each listener. */
  HANDSHAKES_PER_ADDRESS: count.default(1000),
  PROXY_PROTOCOL: onOff.default(false),
};

type AcceptEnv = z.output<z.ZodObject<typeof acceptVariables>> & {
  readonly SHORT_PORT: number;
  readonly TRUSTED_PROXIES: readonly Cidr[];
};

/** Rejects settings that can't be combined. */
export function checkAcceptSettings(env: AcceptEnv, context: z.RefinementCtx): void {
  const refuse = (variable: keyof AcceptEnv, message: string): void =>
    context.addIssue({ code: "custom", path: [variable], message });
  const hasTls = env.SHORT_TLS_PORT !== undefined;
  if (env.SHORT_TLS_PORT === env.SHORT_PORT) refuse("SHORT_TLS_PORT", "must differ from SHORT_PORT");
  if (hasTls && env.TLS_CERTIFICATES === undefined && env.CERTIFICATE_KEY.length === 0) {
    refuse("SHORT_TLS_PORT", "requires TLS_CERTIFICATES, or CERTIFICATE_KEY for certificates that the api requests");
  }
  if (!hasTls) {
    if (env.TLS_CERTIFICATES !== undefined) refuse("TLS_CERTIFICATES", "requires SHORT_TLS_PORT");
    if (env.HTTPS_REDIRECT) refuse("HTTPS_REDIRECT", "requires SHORT_TLS_PORT");
    if (env.HSTS !== undefined) refuse("HSTS", "requires SHORT_TLS_PORT");
  }
  if (env.PROXY_PROTOCOL && env.TRUSTED_PROXIES.length === 0) {
    refuse("PROXY_PROTOCOL", "requires TRUSTED_PROXIES, the proxies whose headers are trusted");
  }
}
