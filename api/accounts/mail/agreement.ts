import type { FastifyInstance, FastifyReply } from "fastify";
import { z } from "zod";
import { documented, type Tag } from "../../kernel/calls/operation.ts";
import { parseInput, queryText } from "../../kernel/contract/parse.ts";
import { plainPage, type PlainPage } from "../../kernel/calls/plainPage.ts";

export const tokenQuery = z.object({ token: queryText });

/** What an address may agree to by a link that is mailed there, and stop by a link in each mail. */
export interface Agreement {
  readonly tag: Tag;
  /** The pages are `confirm` and `stop` below it. */
  readonly path: string;
  /** In the names of calls: "confirm{noun}". */
  readonly noun: string;
  /** In sentences: "Agree to {one}", "Stop {one}". */
  readonly one: string;
  readonly publicUrl: string;
  readonly texts: {
    readonly offer: PageTexts;
    /** The button below the offer. */
    readonly agree: string;
    readonly confirmed: PageTexts;
    readonly question: PageTexts;
    /** The button below the question. */
    readonly stop: string;
    readonly stopped: PageTexts;
    readonly over: PageTexts;
  };
  /** False where there is nothing any more that the token is good for. */
  confirm(token: string): Promise<boolean>;
  stop(token: string): Promise<boolean>;
}

type PageTexts = Pick<PlainPage, "title" | "paragraphs">;

/** Pages for whoever has a mail, signed in or not. */
export function agreementRoutes(app: FastifyInstance, agreement: Agreement): void {
  const { tag, path, noun, one, publicUrl, texts } = agreement;
  const send = (reply: FastifyReply, status: 200 | 410, content: Omit<PlainPage, "links">) =>
    reply
      .code(status)
      .type("text/html; charset=utf-8")
      .header("referrer-policy", "no-referrer")
      .send(plainPage({ ...content, links: [{ label: "hoplog", url: publicUrl }] }));
  const page = { tag, open: true, query: tokenQuery, answer: "page", failures: [422] } as const;

  // Programs that scan mails open every link in them: what is opened asks, and a button answers.
  const asks = (what: "confirm" | "stop", summary: string, content: PageTexts, label: string) =>
    app.get(
      `${path}/${what}`,
      {
        ...documented({
          ...page,
          id: what === "confirm" ? `showConfirm${noun}` : `showStop${noun}`,
          summary,
          description: "Opened from a mail: a scanner that follows links does nothing by it.",
        }),
        exposeHeadRoute: false,
      },
      async (request, reply) => {
        const { token } = parseInput(tokenQuery, request.query);
        const url = `${publicUrl}${path}/${what}?token=${encodeURIComponent(token)}`;
        return send(reply, 200, { ...content, post: { label, url } });
      },
    );
  asks("confirm", `Ask whether ${one} is wanted`, texts.offer, texts.agree);
  asks("stop", `Ask whether ${one} is to be stopped`, texts.question, texts.stop);

  // A form and mail programs (RFC 8058) send a body that says nothing.
  void app.register(async (forms) => {
    forms.addContentTypeParser(
      ["application/x-www-form-urlencoded", "multipart/form-data"],
      { parseAs: "string", bodyLimit: 4096 },
      (_request, _body, parsed) => parsed(null, undefined),
    );
    const answers = (what: "confirm" | "stop", done: PageTexts, words: { summary: string; description: string }) =>
      forms.post(`${path}/${what}`, documented({ ...page, id: `${what}${noun}`, ...words }), async (request, reply) => {
        const isDone = await agreement[what](parseInput(tokenQuery, request.query).token);
        return isDone ? send(reply, 200, done) : send(reply, 410, texts.over);
      });
    answers("confirm", texts.confirmed, {
      summary: `Agree to ${one}`,
      description: "By the button that the link of a mail leads to.",
    });
    answers("stop", texts.stopped, {
      summary: `Stop ${one}`,
      description: "By the link of a mail; mail programs call it by themselves (RFC 8058).",
    });
  });
}
