import type { FastifyInstance, FastifyReply } from "fastify";
import { z } from "zod";
import { documented, type Tag } from "../../kernel/calls/operation.ts";
import { parseInput, queryText } from "../../kernel/contract/parse.ts";
import { acceptForms, type PlainPage, sendPlainPage } from "../../kernel/calls/plainPage.ts";

export const tokenQuery = z.object({ token: queryText });

/** A subscription that an address confirms by a mailed link and stops by a link in each email. */
export interface Agreement {
  readonly tag: Tag;
  /** Path of the pages `confirm` and `stop`. */
  readonly path: string;
  /** Used in the names of calls: "confirm{noun}". */
  readonly noun: string;
  /** Used in sentences: "Agree to {one}", "Stop {one}". */
  readonly one: string;
  readonly publicUrl: string;
  readonly texts: {
    readonly offer: PageTexts;
    /** Label of the confirm button. */
    readonly agree: string;
    readonly confirmed: PageTexts;
    readonly question: PageTexts;
    /** Label of the stop button. */
    readonly stop: string;
    readonly stopped: PageTexts;
    readonly over: PageTexts;
  };
  /** Confirms the subscription. Returns false if the token is not valid any more. */
  confirm(token: string): Promise<boolean>;
  stop(token: string): Promise<boolean>;
}

type PageTexts = Pick<PlainPage, "title" | "paragraphs">;

/** Registers the pages for recipients of emails, with or without a session. */
export function agreementRoutes(app: FastifyInstance, agreement: Agreement): void {
  const { tag, path, noun, one, publicUrl, texts } = agreement;
  const send = (reply: FastifyReply, status: 200 | 410, content: Omit<PlainPage, "links">) =>
    sendPlainPage(reply, status, { ...content, links: [{ label: "hoplog", url: publicUrl }] });
  const page = { tag, open: true, query: tokenQuery, answer: "page", failures: [422] } as const;

  // Opening a page changes nothing, because email scanners open every link. Its button confirms or stops.
  const asks = (what: "confirm" | "stop", summary: string, content: PageTexts, label: string) =>
    app.get(
      `${path}/${what}`,
      {
        ...documented({
          ...page,
          id: what === "confirm" ? `showConfirm${noun}` : `showStop${noun}`,
          summary,
          description:
            "Shows a page with a button. The request changes nothing, so that email scanners that open links have no effect.",
        }),
        exposeHeadRoute: false,
      },
      async (request, reply) => {
        const { token } = parseInput(tokenQuery, request.query);
        const url = `${publicUrl}${path}/${what}?token=${encodeURIComponent(token)}`;
        return send(reply, 200, { ...content, post: { label, url } });
      },
    );
  asks("confirm", `Show a page to confirm ${one}`, texts.offer, texts.agree);
  asks("stop", `Show a page to unsubscribe from ${one}`, texts.question, texts.stop);

  acceptForms(app, (forms) => {
    const answers = (what: "confirm" | "stop", done: PageTexts, words: { summary: string; description: string }) =>
      forms.post(`${path}/${what}`, documented({ ...page, id: `${what}${noun}`, ...words }), async (request, reply) => {
        const isDone = await agreement[what](parseInput(tokenQuery, request.query).token);
        return isDone ? send(reply, 200, done) : send(reply, 410, texts.over);
      });
    answers("confirm", texts.confirmed, {
      summary: `Confirm ${one}`,
      description: "The page that the link in the email opens has a button, which sends this request.",
    });
    answers("stop", texts.stopped, {
      summary: `Unsubscribe from ${one}`,
      description:
        "Sent by the button on the unsubscribe page, and by email programs with one-click unsubscribe (RFC 8058).",
    });
  });
}
