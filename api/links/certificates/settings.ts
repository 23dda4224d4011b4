import { type Cidr, cidrList, httpUrl, port, secretList } from "@hoplog/platform/env/pieces.js";
import { EnvError } from "@hoplog/platform/env/parseEnv.js";
import { pemFile, tlsOf } from "@hoplog/platform/env/tlsFiles.js";
import { z } from "zod";
import { isIP } from "node:net";
import { hostOfUrl } from "@hoplog/schema/domains/hostname.js";
import type { CaSettings } from "./ca/ca.ts";

export const certificateVariables = {
  /** Whether certificates are requested from a CA for the hosts of short links. */
  CERTIFICATES: z.enum(["off", "acme"], "expected off or acme").default("off"),
  /** Encrypts the keys of certificates. Several secrets are separated by commas, the newest first. */
  CERTIFICATE_KEY: secretList.default([]),
  /** Private networks of the operator that hosts may be in; all others must have public addresses. */
  CERTIFICATE_NETWORKS: cidrList.default([]),
  ACME_DIRECTORY_URL: httpUrl.default("https://acme-v02.api.letsencrypt.org/directory"),
  /** Root certificate of the CA's own https server, if no public CA has signed it. */
  ACME_CA_FILE: pemFile.optional(),
  ACME_EMAIL: z.email("expected an email address").optional(),
  /** External account binding: credentials that some CAs issue beforehand. */
  ACME_EAB_KEY_ID: z.string().min(1).optional(),
  ACME_EAB_KEY: z
    .string()
    .regex(/^[A-Za-z0-9_-]+=*$/, "expected base64url, as issued by the certificate authority")
    .optional(),
  /** Port on which the CA requests challenges; only test CAs use another one than 80. */
  ACME_HTTP_PORT: port.default(80),
};

type Env = z.output<z.ZodObject<typeof certificateVariables>>;

/** Settings for requesting certificates. */
export interface CertificateSettings {
  readonly ca: CaSettings;
  /** The first key encrypts; all keys decrypt. */
  readonly keys: readonly string[];
  readonly networks: readonly Cidr[];
  readonly httpPort: number;
}

/** Returns the settings; null if no certificates are requested. Throws EnvError. */
export function certificateSettings(env: Env): CertificateSettings | null {
  const { ACME_EAB_KEY_ID: keyId, ACME_EAB_KEY: key, ACME_CA_FILE: caPem } = env;
  const refuse = (variable: string, problem: string): never => {
    throw new EnvError([{ variable, problem }]);
  };
  if (keyId === undefined && key !== undefined)
    return refuse("ACME_EAB_KEY_ID", "must be set together with ACME_EAB_KEY");
  if (keyId !== undefined && key === undefined)
    return refuse("ACME_EAB_KEY", "must be set together with ACME_EAB_KEY_ID");
  tlsOf("ACME", { ca: caPem });
  if (env.CERTIFICATES === "off") return null;
  if (env.CERTIFICATE_KEY.length === 0) {
    return refuse("CERTIFICATE_KEY", "must be set if CERTIFICATES=acme: make env writes one");
  }
  return {
    ca: {
      directory: env.ACME_DIRECTORY_URL,
      caPem,
      email: env.ACME_EMAIL,
      binding: keyId !== undefined && key !== undefined ? { keyId, key } : null,
    },
    keys: env.CERTIFICATE_KEY,
    networks: env.CERTIFICATE_NETWORKS,
    httpPort: env.ACME_HTTP_PORT,
  };
}

export interface OwnHostSettings {
  readonly shortUrl: string;
  readonly shortHosts: readonly string[];
}

/**
 * Returns the hosts of the default domain that can have a certificate: the host of SHORT_URL, which may also be the
 * app's, and SHORT_HOSTS. CAs issue none for IP addresses, localhost and names without a dot.
 */
export function ownCertificateHosts({ shortUrl, shortHosts }: OwnHostSettings): readonly string[] {
  const hosts = new Set([hostOfUrl(shortUrl), ...shortHosts]);
  return [...hosts].filter(canHaveCertificate);
}

function canHaveCertificate(host: string): boolean {
  const isAddress = isIP(host.replace(/^\[(.*)\]$/, "$1")) !== 0;
  return !isAddress && host.includes(".") && !/(?:^|\.)localhost$/.test(host);
}
