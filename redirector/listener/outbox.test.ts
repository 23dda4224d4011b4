import { expect, it } from "vitest";
import { createOutbox, hasAnswers, type Outbox, type Speaker } from "./outbox.ts";

const speaker = (): Speaker => ({ outStart: 0, outEnd: 0 });

function say(outbox: Outbox<Speaker>, who: Speaker, text: string): void {
  outbox.begin(who, text.length);
  outbox.addText(text);
  outbox.finish(who);
}

function saidBy(outbox: Outbox<Speaker>, { outStart, outEnd }: Speaker): string {
  return outbox.bytes().toString("latin1", outStart, outEnd);
}

it("keeps what each one says together, whoever speaks in between", () => {
  const outbox = createOutbox<Speaker>();
  const [one, two, three] = [speaker(), speaker(), speaker()];
  say(outbox, one, "a1 ");
  say(outbox, two, "b1 ");
  say(outbox, one, "a2 ");
  say(outbox, one, "a3 ");
  say(outbox, two, "b2 ");
  expect([one, two, three].map((who) => saidBy(outbox, who))).toEqual(["a1 a2 a3 ", "b1 b2 ", ""]);
  expect([one, two, three].map(hasAnswers)).toEqual([true, true, false]);
  const speakers = outbox.takeSpeakers();
  expect(speakers.map((who) => [one, two, three].indexOf(who))).toEqual([0, 1]);
  expect(outbox.takeSpeakers()).toEqual([]);
});

it("takes more than usual, and is as before afterwards", () => {
  const outbox = createOutbox<Speaker>();
  const room = outbox.bytes().length;
  const many = Array.from({ length: 50 }, speaker);
  const textOf = (n: number): string => String(n).padStart(10_000, "é");
  many.forEach((who, n) => say(outbox, who, textOf(n)));
  many.forEach((who) => say(outbox, who, "."));
  expect(many.map((who) => saidBy(outbox, who))).toEqual(many.map((_, n) => `${textOf(n)}.`));
  outbox.takeSpeakers();
  outbox.clear();
  expect(outbox.bytes().length).toBe(room);
  const next = speaker();
  say(outbox, next, "again");
  expect(saidBy(outbox, next)).toBe("again");
});
