import { z } from "zod";
import { leaseAnswerSchema, leaseRequestSchema, settlementSchema } from "../caps/messages.ts";
import { handshakeRefusals, proxyHeaderRefusals } from "../transport/doorFigures.ts";
import { checkedPasswordSchema, passwordTrySchema } from "../passwords/messages.ts";

/** How a request for a short link can be answered. */
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

/** What one listener has done and holds. */
export const figuresSchema = z.object({
  answers: z.record(z.enum(answerResults), z.number()),
  /** 1 where rules ask for places that can't be read. */
  withoutPlaces: z.number(),
  connections: z.number(),
  door: z.object({
    handshakes: z.number(),
    refusedHandshakes: z.record(z.enum(handshakeRefusals), z.number()),
    refusedProxyHeaders: z.record(z.enum(proxyHeaderRefusals), z.number()),
  }),
  residentBytes: z.number(),
  /** Of visits, that are held or still to be settled. */
  leases: z.number(),
  /** Requests that were passed on to the app, how many failed, and how many are under way. */
  app: z.object({ requests: z.number(), failures: z.number(), open: z.number() }),
  /** Lines of its log that were lost. */
  lostLogLines: z.number(),
  spool: z.object({
    writable: z.boolean(),
    memoryBytes: z.number(),
    dropped: z.number(),
    /** What is left of its reserve. */
    reserveBytes: z.number(),
    /** Requests that are counted and in no chunk yet, and which of them are among `dropped`. */
    tally: z.object({ id: z.string().nullable(), requests: z.number(), dropped: z.number() }).nullable(),
  }),
});

export type Figures = z.output<typeof figuresSchema>;

/** From a listener to the redirector that started it. */
export const reportSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("listening"), port: z.number() }),
  /** It can't listen; `code` is the system's. */
  z.object({ kind: z.literal("refused"), code: z.string(), message: z.string() }),
  /** The folder that it writes its clicks to, and what former owners have counted there as dropped. */
  z.object({
    kind: z.literal("spool"),
    folder: z.string(),
    tallies: z.array(z.object({ id: z.string(), requests: z.number(), writtenAt: z.number() })),
  }),
  /** A chunk can be shipped. */
  z.object({ kind: z.literal("closed") }),
  /** Its replica does not know the code with this key. */
  z.object({ kind: z.literal("ask"), key: z.string() }),
  /** Somebody has given a password: is it the one? */
  z.object({ kind: z.literal("check"), id: z.number(), attempt: passwordTrySchema }),
  /** It wants visits of a link with a cap, or gives a lease back. */
  z.object({ kind: z.literal("lease"), id: z.number(), request: leaseRequestSchema }),
  z.object({ kind: z.literal("settle"), id: z.number(), settlement: settlementSchema }),
  /** Somebody has requested the redirector's health. */
  z.object({ kind: z.literal("health"), id: z.number() }),
  z.object({ kind: z.literal("figures"), figures: figuresSchema }),
]);

export type ListenerReport = z.output<typeof reportSchema>;

/** From the redirector to a listener. */
export const orderSchema = z.discriminatedUnion("kind", [
  /** A replica's entry in base64; null for a code that leads nowhere. */
  z.object({ kind: z.literal("found"), key: z.string(), entry: z.string().nullable() }),
  z.object({ kind: z.literal("checked"), id: z.number(), checked: checkedPasswordSchema }),
  z.object({ kind: z.literal("leased"), id: z.number(), answer: leaseAnswerSchema }),
  z.object({ kind: z.literal("settled"), id: z.number(), isSettled: z.boolean() }),
  z.object({ kind: z.literal("health"), id: z.number(), healthy: z.boolean() }),
  /** To report its figures. */
  z.object({ kind: z.literal("figures") }),
  z.object({ kind: z.literal("stop") }),
]);

export type ListenerOrder = z.output<typeof orderSchema>;

/** What a listener is started with, as JSON in its environment. It gets no addresses of databases. */
export const listenerSettingsSchema = z.object({
  port: z.number(),
  host: z.string(),
  reusePort: z.boolean(),
  /** Of the slot whose replica it reads. */
  slotFolder: z.string(),
  spoolFolder: z.string(),
  fsync: z.enum(["always", "interval"]),
  reserveBytes: z.number(),
  publicUrl: z.string(),
  /** The app behind the same port; null for none. `host` is the app's alone; null where codes are there too. */
  app: z.object({ server: z.string(), host: z.string().nullable(), mostPerAddress: z.number() }).nullable(),
  /** Of the default domain, besides those that the replica names. */
  hosts: z.array(z.string()),
  trustedProxies: z.array(z.object({ address: z.string(), prefix: z.number(), family: z.enum(["ipv4", "ipv6"]) })),
  doors: z.object({
    tls: z
      .object({
        port: z.number(),
        /** A folder; null for none. */
        certificates: z.string().nullable(),
        /** That open the certificates of the replica; none of them is used if there is no key. */
        certificateKeys: z.array(z.string()),
        /** Whose certificate visitors get who name no host. */
        defaultHost: z.string(),
        handshakesPerAddress: z.number(),
      })
      .nullable(),
    /** Where visitors are led who come by http; null where they are not. */
    httpsPort: z.number().nullable(),
    hstsSeconds: z.number().nullable(),
    proxyProtocol: z.boolean(),
  }),
  logLevel: z.enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"]),
});

export type ListenerProcessSettings = z.output<typeof listenerSettingsSchema>;

/** The variable that carries them. */
export const settingsVariable = "HOPLOG_LISTENER";
