import type { ProxySettings } from "../transport/proxiedEvents.ts";
import type { TlsSettings } from "../transport/tlsServer.ts";
import { type AnswerSettings, createAnswers } from "./answers.ts";
import type { Connection } from "./connection.ts";
import { answerByHttps } from "./httpsAnswers.ts";
import type { HttpsLocation } from "../server/httpsLocation.ts";
import type { Outbox } from "./outbox.ts";
import { createPlainRequests, type PlainRequestSettings } from "./plainRequests.ts";
import type { PlainRequests } from "./connection.ts";

/** Settings for how connections are accepted. */
export interface AcceptSettings {
  /** TLS settings; null for no TLS. */
  readonly tls: TlsSettings | null;
  /** Settings of the PROXY protocol; null if no connection begins with a PROXY header. */
  readonly proxy: ProxySettings | null;
  /** Redirects to https; null if http requests are not redirected. */
  readonly httpsLocation: HttpsLocation | null;
  /** Headers of all responses over TLS, by lower-case name. */
  readonly tlsHeaders: Readonly<Record<string, string>>;
}

/** Settings for plain HTTP only. */
export const plainHttp: AcceptSettings = { tls: null, proxy: null, httpsLocation: null, tlsHeaders: {} };

/** Handlers of plain requests, with and without TLS. */
export interface PlainRequestHandlers {
  requestsOf(isTls: boolean): PlainRequests;
  /** Sets the current time, in milliseconds. */
  tick(now: number): void;
  /** Makes every later response close its connection. */
  closeConnections(): void;
}

type Settings = AcceptSettings & PlainRequestSettings & Omit<AnswerSettings, "headerLines">;

export function createPlainRequestHandlers(outbox: Outbox<Connection>, settings: Settings): PlainRequestHandlers {
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
