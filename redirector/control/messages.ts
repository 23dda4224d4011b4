import { z } from "zod";
import { leaseAnswerSchema, leaseRequestSchema, settlementSchema } from "../caps/messages.ts";
import { handshakeRefusals, proxyHeaderRefusals } from "../transport/acceptFigures.ts";
import { checkedPasswordSchema, passwordTrySchema } from "../passwords/messages.ts";

/** Possible results of a request for a short link. */
export const answerResults = [
  "redirect",
  "unknown",
  "unknownHost",
  "inactive",
  "unreadable",
  "expired",
  "notYet",
  "usedUp",
  "uncounted",
  "tryAgain",
  "blocked",
  "listed",
  "password",
  "wrongPassword",
  "tooManyTries",
  "busy",
  "preview",
  "destinationShown",
  "https",
] as const;
export type AnswerResult = (typeof answerResults)[number];

/** Counters and state of one listener. */
export const figuresSchema = z.object({
  answers: z.record(z.enum(answerResults), z.number()),
  /** 1 if rules need places that can't be read. */
  withoutPlaces: z.number(),
  connections: z.number(),
  door: z.object({
    handshakes: z.number(),
    refusedHandshakes: z.record(z.enum(handshakeRefusals), z.number()),
    refusedProxyHeaders: z.record(z.enum(proxyHeaderRefusals), z.number()),
  }),
  residentBytes: z.number(),
  /** Leases of visits that are requested, uncertain, held or not settled yet. */
  leases: z.number(),
  /** Requests forwarded to the app, how many failed, and how many are in progress. */
  app: z.object({ requests: z.number(), failures: z.number(), open: z.number() }),
  /** Number of lost lines of the listener's log. */
  lostLogLines: z.number(),
  spool: z.object({
    writable: z.boolean(),
    memoryBytes: z.number(),
    dropped: z.number(),
    /** Remaining bytes of the listener's reserve. */
    reserveBytes: z.number(),
    /** Counted requests that are in no chunk yet, and how many of the requests are also included in `dropped`. */
    tally: z.object({ id: z.string().nullable(), requests: z.number(), dropped: z.number() }).nullable(),
  }),
});

export type Figures = z.output<typeof figuresSchema>;

/** Messages from a listener to the redirector that started it. */
export const reportSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("listening"), port: z.number() }),
  /** The listener can't listen; `code` is the system's error code. */
  z.object({ kind: z.literal("refused"), code: z.string(), message: z.string() }),
  /** The folder to which the listener writes clicks, and the tallies of dropped requests from earlier owners. */
  z.object({
    kind: z.literal("spool"),
    folder: z.string(),
    tallies: z.array(z.object({ id: z.string(), requests: z.number(), writtenAt: z.number() })),
  }),
  /** A chunk can be shipped. */
  z.object({ kind: z.literal("closed") }),
  /** Requests the lookup of a key that the listener's replica does not have. */
  z.object({ kind: z.literal("ask"), key: z.string() }),
  /** Requests the check of a password. */
  z.object({ kind: z.literal("check"), id: z.number(), attempt: passwordTrySchema }),
  /** Requests visits of a capped link, or settles a lease. */
  z.object({ kind: z.literal("lease"), id: z.number(), request: leaseRequestSchema }),
  z.object({ kind: z.literal("settle"), id: z.number(), settlement: settlementSchema }),
  /** Requests the redirector's health. */
  z.object({ kind: z.literal("health"), id: z.number() }),
  z.object({ kind: z.literal("figures"), figures: figuresSchema }),
]);

export type ListenerReport = z.output<typeof reportSchema>;

/** Messages from the redirector to a listener. */
export const orderSchema = z.discriminatedUnion("kind", [
  /** Replica entry in base64; null for an unknown code. */
  z.object({ kind: z.literal("found"), key: z.string(), entry: z.string().nullable() }),
  z.object({ kind: z.literal("checked"), id: z.number(), checked: checkedPasswordSchema }),
  z.object({ kind: z.literal("leased"), id: z.number(), answer: leaseAnswerSchema }),
  z.object({ kind: z.literal("settled"), id: z.number(), isSettled: z.boolean() }),
  z.object({ kind: z.literal("health"), id: z.number(), healthy: z.boolean() }),
  /** Requests the listener's figures. */
  z.object({ kind: z.literal("figures") }),
  z.object({ kind: z.literal("stop") }),
]);

export type ListenerOrder = z.output<typeof orderSchema>;

/** Settings of a listener, passed as JSON in its environment, without database URLs. */
export const listenerSettingsSchema = z.object({
  port: z.number(),
  host: z.string(),
  reusePort: z.boolean(),
  /** Folder of the slot whose replica the listener reads. */
  slotFolder: z.string(),
  spoolFolder: z.string(),
  fsync: z.enum(["always", "interval"]),
  reserveBytes: z.number(),
  publicUrl: z.string(),
  /**
   * The app on the same port; null if there is none. `host` is the app's separate host; null if it shares its host with
   * short links.
   */
  app: z.object({ server: z.string(), host: z.string().nullable(), mostPerAddress: z.number() }).nullable(),
  /** Hosts of the default domain, in addition to those in the replica. */
  hosts: z.array(z.string()),
  trustedProxies: z.array(z.object({ address: z.string(), prefix: z.number(), family: z.enum(["ipv4", "ipv6"]) })),
  doors: z.object({
    tls: z
      .object({
        port: z.number(),
        /** Folder with certificate files; null for none. */
        certificates: z.string().nullable(),
        /** Keys that decrypt the replica's certificates; without a key, those certificates are not used. */
        certificateKeys: z.array(z.string()),
        /** Host whose certificate is used for visitors that send no server name. */
        defaultHost: z.string(),
        handshakesPerAddress: z.number(),
      })
      .nullable(),
    /** Port to which http requests are redirected; null for no redirect. */
    httpsPort: z.number().nullable(),
    hstsSeconds: z.number().nullable(),
    proxyProtocol: z.boolean(),
  }),
  logLevel: z.enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"]),
});

export type ListenerProcessSettings = z.output<typeof listenerSettingsSchema>;

/** Environment variable that contains {@link ListenerProcessSettings}. */
export const settingsVariable = "HOPLOG_LISTENER";
