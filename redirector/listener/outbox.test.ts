import { expect, it } from "vitest";
import { createOutbox, hasAnswers, type Outbox, type Recipient } from "./outbox.ts";

const recipient = (): Recipient => ({ outStart: 0, outEnd: 0 });

function write(outbox: Outbox<Recipient>, who: Recipient, text: string): void {
  outbox.begin(who, text.length);
  outbox.addText(text);
  outbox.finish(who);
}

function answersOf(outbox: Outbox<Recipient>, { outStart, outEnd }: Recipient): string {
  return outbox.bytes().toString("latin1", outStart, outEnd);
}

it("keeps each recipient's answers together, whoever else gets some in between", () => {
  const outbox = createOutbox<Recipient>();
  const [one, two, three] = [recipient(), recipient(), recipient()];
  write(outbox, one, "a1 ");
  write(outbox, two, "b1 ");
  write(outbox, one, "a2 ");
  write(outbox, one, "a3 ");
  write(outbox, two, "b2 ");
  expect([one, two, three].map((who) => answersOf(outbox, who))).toEqual(["a1 a2 a3 ", "b1 b2 ", ""]);
  expect([one, two, three].map(hasAnswers)).toEqual([true, true, false]);
  const recipients = outbox.takeRecipients();
  expect(recipients.map((who) => [one, two, three].indexOf(who))).toEqual([0, 1]);
  expect(outbox.takeRecipients()).toEqual([]);
});

it("takes more than usual, and is as before afterwards", () => {
  const outbox = createOutbox<Recipient>();
  const room = outbox.bytes().length;
  const many = Array.from({ length: 50 }, recipient);
  const textOf = (n: number): string => String(n).padStart(10_000, "é");
  many.forEach((who, n) => write(outbox, who, textOf(n)));
  many.forEach((who) => write(outbox, who, "."));
  expect(many.map((who) => answersOf(outbox, who))).toEqual(many.map((_, n) => `${textOf(n)}.`));
  outbox.takeRecipients();
  outbox.clear();
  expect(outbox.bytes().length).toBe(room);
  const next = recipient();
  write(outbox, next, "again");
  expect(answersOf(outbox, next)).toBe("again");
});
