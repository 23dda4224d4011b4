import type { ProxySettings } from "../transport/proxiedEvents.ts";
import type { TlsSettings } from "../transport/tlsServer.ts";
import { type AnswerSettings, createAnswers } from "./answers.ts";
import type { Connection } from "./connection.ts";
import { answerByHttps } from "./httpsAnswers.ts";
import type { HttpsLocation } from "../server/httpsLocation.ts";
import type { Outbox } from "./outbox.ts";
import { createPlainRequests, type PlainRequestSettings } from "./plainRequests.ts";
import type { PlainRequests } from "./connection.ts";

/** By what ways visitors come in. */
export interface DoorSettings {
  /** Null for no TLS. */
  readonly tls: TlsSettings | null;
  /** Null where no connection begins with a PROXY header. */
  readonly proxy: ProxySettings | null;
  /** Null where nobody is led from http to https. */
  readonly httpsLocation: HttpsLocation | null;
  /** Headers of all answers over TLS, by their names in lower case. */
  readonly tlsHeaders: Readonly<Record<string, string>>;
}

/** HTTP and nothing else. */
export const plainDoor: DoorSettings = { tls: null, proxy: null, httpsLocation: null, tlsHeaders: {} };

/** What answers the plain requests of connections with TLS and of the others. */
export interface Doors {
  requestsOf(isTls: boolean): PlainRequests;
  /** The clock's new time, in milliseconds. */
  tick(now: number): void;
  /** From now on every answer is the last of its connection. */
  closeConnections(): void;
}

type Settings = DoorSettings & PlainRequestSettings & Omit<AnswerSettings, "headerLines">;

export function createDoors(outbox: Outbox<Connection>, settings: Settings): Doors {
  const answers = createAnswers(outbox, { ...settings, headerLines: "" });
  const tlsAnswers = createAnswers(outbox, { ...settings, headerLines: linesOf(settings.tlsHeaders) });
  const plain = createPlainRequests(settings, answers);
  const { httpsLocation } = settings;
  const http = httpsLocation ? answerByHttps(plain, answers, httpsLocation, settings.onAnswer) : plain;
  const https = createPlainRequests(settings, tlsAnswers);
  return {
    requestsOf: (isTls) => (isTls ? https : http),
    tick(now) {
      answers.tick(now);
      tlsAnswers.tick(now);
    },
    closeConnections() {
      answers.closeConnections();
      tlsAnswers.closeConnections();
    },
  };
}

function linesOf(headers: Readonly<Record<string, string>>): string {
  return Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join("");
}
