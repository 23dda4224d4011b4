import { type Download, downloadOf } from "../files/download.ts";
import { UnexpectedAnswerError } from "../errors/errors.ts";
import { follow, type LiveMessage } from "../live/follow.ts";
import { paged, type Paged, type Paging } from "../paging/paged.ts";
import type { Method, Sent } from "../transport/request.ts";
import { readJson, send } from "../transport/send.ts";
import type { CallOptions, ClientOptions } from "../transport/options.ts";

/** The kinds of calls that generated methods use. */
export interface Requests {
  /** Resolves with the response's `data`, to which the response's fields that `beside` names are added. */
  data<Data extends object>(
    method: Method,
    path: string,
    sent: Sent,
    options?: CallOptions,
    beside?: readonly string[],
  ): Promise<Data>;
  /** Sends a call whose response has no `data`; resolves with the whole body. */
  whole<Answer extends object>(method: Method, path: string, sent: Sent, options?: CallOptions): Promise<Answer>;
  /** Sends a call whose response only confirms success. */
  done(method: Method, path: string, sent: Sent, options?: CallOptions): Promise<void>;
  pages<Item, Answer extends object>(
    path: string,
    query: object | undefined,
    options: CallOptions | undefined,
    paging: Paging,
  ): Paged<Item, Answer>;
  file(method: Method, path: string, sent: Sent, options?: CallOptions): Promise<Download>;
  events<Data>(path: string, query?: object, options?: CallOptions): AsyncIterable<LiveMessage<Data>>;
}

export function requestsOf(client: ClientOptions): Requests {
  const whole = <Answer extends object>(method: Method, path: string, sent: Sent, options: CallOptions = {}) =>
    send(client, { ...sent, method, path }, options, readJson<Answer>);
  return {
    async data<Data extends object>(
      method: Method,
      path: string,
      sent: Sent,
      options = {},
      beside: readonly string[] = [],
    ) {
      const { data, ...rest } = await whole<{ readonly data: Data }>(method, path, sent, options);
      if (beside.length === 0) return data;
      return Object.assign(data, Object.fromEntries(Object.entries(rest).filter(([name]) => beside.includes(name))));
    },
    whole,
    async done(method, path, sent, options) {
      await whole(method, path, sent, options);
    },
    pages: <Item, Answer extends object>(path: string, query = {}, options: CallOptions = {}, paging: Paging) =>
      paged<Item, Answer>((asked) => whole("GET", path, { query: asked }, options), query, paging),
    file: (method, path, sent, options = {}) =>
      send(client, { accept: "*/*", ...sent, method, path }, options, downloadOf),
    events: <Data>(path: string, query = {}, options: CallOptions = {}) =>
      follow<Data>(
        {
          open: (how) => send(client, { method: "GET", path, query, accept: "text/event-stream" }, how, streamOf),
          retryDelay: client.retryDelay ?? 250,
        },
        options,
      ),
  };
}

function streamOf({ body, headers, status }: Response): ReadableStream<Uint8Array<ArrayBuffer>> {
  if (body && headers.get("content-type")?.startsWith("text/event-stream")) return body;
  const facts = { type: "UNEXPECTED_ANSWER", status };
  throw new UnexpectedAnswerError(
    "The server did not respond with an event stream. Check the url of the client.",
    facts,
  );
}
