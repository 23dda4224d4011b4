import { pino, type DestinationStream, type Logger } from "pino";
import type { LogLevel } from "../env/pieces.ts";
import { logDestination } from "./destination.ts";
import { collapseRepeats } from "./repeats.ts";
import { currentRequestId } from "./requestId.ts";

export type { Logger } from "pino";

const secretNames = [
  "password",
  "currentPassword",
  "newPassword",
  "confirmPassword",
  "token",
  "accessToken",
  "refreshToken",
  "resetToken",
  "secret",
  "authorization",
  "Authorization",
  "cookie",
  "Cookie",
  '["set-cookie"]',
  "databaseUrl",
  "clickhouseUrl",
  "connectionString",
];

/** pino redacts by path, not by key, so each name is listed for the top level and up to three levels below. */
const redacted = ["", "*.", "*.*.", "*.*.*."].flatMap((depth) =>
  secretNames.map((name) => (name.startsWith("[") ? `${depth.slice(0, -1)}${name}` : `${depth}${name}`)),
);

const stdout = 1;

/** Serialises an error without the client object that pg attaches to errors; returns any other value unchanged. */
function withoutClient(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const serialized: object = pino.stdSerializers.err(error);
  return Object.fromEntries(Object.entries(serialized).filter(([name]) => name !== "client"));
}

function requestOfLine(): object {
  const requestId = currentRequestId();
  return requestId === undefined ? {} : { requestId };
}

/**
 * Creates a logger that writes one JSON object per line to standard output (or `destination`). Secrets under their
 * usual names are redacted, and a repeated error is logged once, with a count later. The process continues if the
 * output is blocked; the number of dropped lines is logged once writing succeeds again.
 */
export function createLogger(service: string, level: LogLevel = "info", destination?: DestinationStream): Logger {
  const { logMethod, flush } = collapseRepeats();
  const options = {
    level,
    hooks: { logMethod },
    mixin: requestOfLine,
    base: { service, pid: process.pid },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    serializers: { err: withoutClient },
    redact: { paths: redacted, censor: "[redacted]" },
  };
  if (destination) return pino(options, destination);
  const logger: Logger = pino(
    options,
    logDestination(stdout, (lost) =>
      logger.warn({ lost }, "log lines were lost, because the output did not accept them"),
    ),
  );
  process.once("exit", flush);
  return logger;
}
