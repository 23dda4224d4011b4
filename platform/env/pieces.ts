import { isIP } from "node:net";
import { hostnameOf } from "@hoplog/schema/domains/hostname.js";
import { z } from "zod";
import { postgresTlsProblem } from "./postgresTls.ts";

/** A TCP port, 1 to 65535. */
export const port = z
  .string()
  .regex(/^\d{1,5}$/, "expected a port number, 1 to 65535")
  .transform(Number)
  .refine((value) => value >= 1 && value <= 65_535, "expected a port number, 1 to 65535");

/** An address to listen on: an IP address or a host name. */
export const host = z
  .string()
  .refine(
    (value) => isIP(value) !== 0 || /^[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?$/.test(value),
    "expected an IP address or a host name",
  );

/** An address to listen on that may also be an IPv6 address in brackets, as docker compose requires. */
export const bindAddress = z
  .string()
  .transform((value) => value.replace(/^\[(.*)\]$/, "$1"))
  .pipe(host);

/** A whole number above 0. */
export const count = z
  .string()
  .regex(/^[1-9]\d{0,14}$/, "expected a whole number above 0")
  .transform(Number);

/** A whole number, including 0. */
export const wholeNumber = z
  .string()
  .regex(/^\d{1,9}$/, "expected a whole number, 0 or more")
  .transform(Number);

/** Host names separated by commas, without ports; normalised to DNS form. */
export const hostNames = listOf("expected host names such as go.example.com,links.example.org", hostnameOf);

/** IP addresses separated by commas; normalised to their canonical form. */
export const ipAddresses = listOf("expected addresses such as 203.0.113.7,2001:db8::7", (part) =>
  isIP(part) === 0 ? null : usualForm(part),
);

/** DNS servers separated by commas, in the form of `dns.setServers`: addresses, with the port if it isn't 53. */
export const dnsServers = listOf("expected addresses such as 9.9.9.9,127.0.0.1:5353,[2620:fe::fe]:53", (part) => {
  const [, address = "", digits] = /^(\[[^\]]*\]|[^:]*)(?::(\d{1,5}))?$/.exec(part) ?? [];
  const bare = address.replace(/^\[(.*)\]$/, "$1");
  const isAddress = isIP(part) !== 0 || isIP(bare) === (address === bare ? 4 : 6);
  return isAddress && (digits === undefined || port.safeParse(digits).success) ? part : null;
});

/** Returns an address in the form of URLs and DNS responses. */
function usualForm(address: string): string {
  return isIP(address) === 6 ? new URL(`http://[${address}]`).hostname.slice(1, -1) : address;
}

const secretMin = 32;

/** Secrets separated by commas: the first one is the current one, the others are previous ones. */
export const secretList = listOf(
  `expected at least ${secretMin} characters, or several such secrets separated by commas`,
  (part) => (part.length < secretMin ? null : part),
);

/** Returns the schema of a list of parts separated by commas. `read` returns null for an invalid part. */
function listOf(expected: string, read: (part: string) => string | null) {
  return z.string().transform((value, context): string[] => {
    const given = value
      .split(",")
      .map((part) => part.trim())
      .filter((part) => part !== "");
    const parts = given.flatMap((part) => read(part) ?? []);
    if (parts.length < given.length) context.addIssue({ code: "custom", message: expected });
    return parts;
  });
}

/** `on` or `off`, converted to a boolean. */
export const onOff = z.enum(["on", "off"], "expected on or off").transform((value) => value === "on");

export const logLevels = ["fatal", "error", "warn", "info", "debug", "trace", "silent"] as const;
export type LogLevel = (typeof logLevels)[number];
export const logLevel = z.enum(logLevels, `expected one of ${logLevels.join(", ")}`);

/** An http or https URL, for `PUBLIC_URL` and similar variables. */
export const httpUrl = urlOf(["http:", "https:"], "expected a URL such as https://example.com");

/** URL of an internal server without TLS. */
export const plainHttpUrl = urlOf(["http:"], "expected an address such as http://127.0.0.1:3000");

const maxAddresses = 16;

/** URLs of several servers with the same data, separated by commas. A password may contain commas. */
export const httpUrls = z
  .string()
  .transform((value) => value.split(/\s*,\s*(?=https?:\/\/)/))
  .pipe(
    z
      .array(
        urlOf(
          ["http:", "https:"],
          "expected a URL such as http://user:password@10.0.0.1:8123; several are separated by commas",
        ),
      )
      .max(maxAddresses, `expected at most ${maxAddresses} addresses`),
  )
  .refine((urls) => new Set(urls.map(hostOf)).size === urls.length, "contains the same address twice");

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url;
}

/** `postgres://user:password@host:port/database` */
export const postgresUrl = urlOf(
  ["postgres:", "postgresql:"],
  "expected a URL such as postgres://user:password@127.0.0.1:5432/hoplog",
).superRefine((value, context) => {
  const problem = postgresTlsProblem(new URL(value));
  if (problem) context.addIssue({ code: "custom", message: problem });
});

/** `smtp://user:password@host:587`; `smtps` for TLS from the first byte. */
export const smtpUrl = urlOf(["smtp:", "smtps:"], "expected a URL such as smtp://user:password@mail.example.com:587");

/** `redis://user:password@host:6379/0`; `rediss` for TLS. */
export const redisUrl = urlOf(["redis:", "rediss:"], "expected a URL such as redis://:password@127.0.0.1:6379");

/** Addresses of Kafka brokers separated by commas, such as `host:9092,[::1]:9092`. At least one. */
export const kafkaBrokers = z
  .string()
  .transform((value) =>
    value
      .split(",")
      .map((part) => part.trim())
      .filter((part) => part !== ""),
  )
  .refine(
    (brokers) => brokers.length > 0 && brokers.every(isBroker),
    "expected brokers such as 10.0.0.1:9092,10.0.0.2:9092",
  );

function isBroker(text: string): boolean {
  const [, name = "", digits = ""] = /^(.+):(\d{1,5})$/.exec(text) ?? [];
  const bare = /^\[(.+)\]$/.exec(name)?.[1];
  const named = bare === undefined ? !name.includes(":") && host.safeParse(name).success : isIP(bare) === 6;
  return named && port.safeParse(digits).success;
}

/** The name of a database: letters, digits and underscores, at most 63. */
export const databaseName = z
  .string()
  .regex(/^[A-Za-z_][A-Za-z0-9_]{0,62}$/, "expected a database name of letters, digits and underscores");

/** The name of a ClickHouse cluster in `remote_servers`. */
export const clusterName = z
  .string()
  .regex(/^[A-Za-z_][A-Za-z0-9_-]{0,62}$/, "expected a cluster name of letters, digits, _ and -");

/**
 * Variables of the address at which a service serves only its metrics and health, never on a port that visitors can
 * reach. `defaultPort` differs between the services on one machine.
 */
export function metricsVariables(defaultPort: number) {
  return { METRICS_PORT: port.default(defaultPort), METRICS_HOST: host.default("127.0.0.1") };
}

/**
 * OpenTelemetry's own variables. Without the endpoint, traces are off. By default, one batch of clicks and one request
 * in a hundred are traced.
 */
export const traceVariables = {
  OTEL_EXPORTER_OTLP_ENDPOINT: httpUrl.optional(),
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number("expected a number from 0 to 1").min(0).max(1).default(0.01),
};

/** Converts variables parsed by {@link traceVariables}. */
export function traceSettings(env: {
  readonly OTEL_EXPORTER_OTLP_ENDPOINT?: string | undefined;
  readonly OTEL_TRACES_SAMPLER_ARG: number;
}) {
  return { endpoint: env.OTEL_EXPORTER_OTLP_ENDPOINT, ratio: env.OTEL_TRACES_SAMPLER_ARG };
}

export interface Cidr {
  readonly address: string;
  readonly prefix: number;
  readonly family: "ipv4" | "ipv6";
}

/** Addresses and networks separated by commas, such as `10.0.0.0/8, ::1`, in the form of `net.BlockList.addSubnet`. */
export const cidrList = z.string().transform((value, context): Cidr[] => {
  const parts = value.split(",").map((part) => part.trim());
  return parts
    .filter((part) => part !== "")
    .map((part) => {
      const cidr = parseCidr(part);
      if (cidr) return cidr;
      context.addIssue({ code: "custom", message: `expected networks such as 10.0.0.0/8,::1, got "${part}"` });
      return z.NEVER;
    });
});

function parseCidr(text: string): Cidr | null {
  const [address = "", prefixText, ...rest] = text.split("/");
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return null;
  const maxPrefix = version === 4 ? 32 : 128;
  if (prefixText !== undefined && !/^\d{1,3}$/.test(prefixText)) return null;
  const prefix = prefixText === undefined ? maxPrefix : Number(prefixText);
  return prefix > maxPrefix ? null : { address, prefix, family: version === 4 ? "ipv4" : "ipv6" };
}

function urlOf(protocols: readonly string[], expected: string) {
  return z
    .string()
    .refine((value) => URL.canParse(value) && protocols.includes(new URL(value).protocol), expected)
    .transform((value) => value.replace(/\/+$/, ""));
}
