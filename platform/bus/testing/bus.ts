import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Bus } from "../port.ts";

export interface BusUnderTest {
  /** Opens another client of the same bus, as another process would. The suite closes it. */
  open(): Promise<Bus>;
  /** Cuts all connections to the bus, but leaves the bus running. */
  breakConnections(): Promise<void>;
  /** Called once at the end of each test. */
  dispose(): Promise<void>;
}

const patient = { timeout: 15_000, interval: 10 };

/** Tests that every driver of the bus must pass. */
export function describeBus(name: string, setUp: () => Promise<BusUnderTest>): void {
  describe(`bus on ${name}`, () => {
    let store: BusUnderTest;
    let sender: Bus;
    let receiver: Bus;

    beforeEach(async () => {
      store = await setUp();
      [sender, receiver] = await Promise.all([store.open(), store.open()]);
    });
    afterEach(async () => {
      await Promise.all([sender.close(), receiver.close()]);
      await store.dispose();
    });

    async function collect(bus: Bus, channel: string) {
      const messages: string[] = [];
      const onGap = vi.fn();
      const subscription = await bus.subscribe(channel, (payload) => messages.push(payload), onGap);
      return { messages, onGap, subscription };
    }

    it("carries messages in the order they were sent, equal ones too", async () => {
      const { messages } = await collect(receiver, "c");
      const sent = Array.from({ length: 2000 }, (_, i) => `m${Math.floor(i / 2)}`);
      await Promise.all(sent.map((message) => sender.publish("c", message)));
      await expect.poll(() => messages, patient).toEqual(sent);
    });

    it("gives a message to everyone who listens, the sender too", async () => {
      const all = [await collect(receiver, "c"), await collect(receiver, "c"), await collect(sender, "c")];
      await sender.publish("c", "x");
      for (const { messages } of all) await expect.poll(() => messages, patient).toEqual(["x"]);
    });

    it.each([0, 1, 7899, 7900, 7901, 8000, 1_048_576])("carries %i bytes", async (size) => {
      const { messages } = await collect(receiver, "c");
      const payload = "é".repeat(size / 2) + "x".repeat(size % 2);
      await sender.publish("c", payload);
      await expect.poll(() => messages.length, patient).toBe(1);
      expect(messages[0] === payload).toBe(true);
    });

    it("keeps the order among long and short messages", async () => {
      const { messages } = await collect(receiver, "c");
      const sent = Array.from({ length: 30 }, (_, i) => (i % 3 === 0 ? `${i}`.padEnd(100_000, "x") : `${i}`));
      await Promise.all(sent.map((message) => sender.publish("c", message)));
      await expect.poll(() => messages.length, patient).toBe(30);
      expect(messages.map((message) => message.slice(0, 2))).toEqual(sent.map((message) => message.slice(0, 2)));
    });

    it("carries any text", async () => {
      const { messages } = await collect(receiver, "c");
      const sent = ["", "a\0b", "=@=", "🔑 \n\r\t'\"\\", '{"a":1}'];
      for (const message of sent) await sender.publish("c", message);
      await expect.poll(() => messages, patient).toEqual(sent);
    });

    it("keeps channels apart, whatever their names", async () => {
      const names = [
        "c",
        "C",
        "c.d",
        "c_d",
        "c d",
        `x${"y".repeat(100)}1`,
        `x${"y".repeat(100)}2`,
        'a"; DROP TABLE x; --',
        "é",
        "",
        ...Array.from({ length: 200 }, () => randomUUID()),
      ];
      const all = await Promise.all(names.map((channel) => collect(receiver, channel)));
      await Promise.all(names.map((channel) => sender.publish(channel, `to ${channel}`)));
      await expect
        .poll(() => all.map(({ messages }) => messages), patient)
        .toEqual(names.map((channel) => [`to ${channel}`]));
    });

    it("sends nothing more after unsubscribing, and the others still get theirs", async () => {
      const [gone, staying] = [await collect(receiver, "c"), await collect(receiver, "c")];
      await gone.subscription.unsubscribe();
      await gone.subscription.unsubscribe();
      await sender.publish("c", "x");
      await expect.poll(() => staying.messages, patient).toEqual(["x"]);
      expect(gone.messages).toEqual([]);
      await staying.subscription.unsubscribe();
      const back = await collect(receiver, "c");
      await sender.publish("c", "y");
      await expect.poll(() => back.messages, patient).toEqual(["y"]);
      expect(staying.messages).toEqual(["x"]);
    });

    it("keeps nothing for those who come later", async () => {
      await sender.publish("c", "early");
      const { messages } = await collect(receiver, "c");
      await sender.publish("c", "late");
      await expect.poll(() => messages, patient).toEqual(["late"]);
    });

    it("survives a subscriber that throws", async () => {
      await receiver.subscribe("c", () => {
        throw new Error("bad subscriber");
      });
      const { messages } = await collect(receiver, "c");
      await sender.publish("c", "1");
      await sender.publish("c", "2");
      await expect.poll(() => messages, patient).toEqual(["1", "2"]);
    });

    it("says that there was a gap once a lost connection is back, and goes on", async () => {
      const { messages, onGap } = await collect(receiver, "c");
      expect(onGap).not.toHaveBeenCalled();
      await store.breakConnections();
      await expect.poll(() => onGap.mock.calls.length, patient).toBe(1);
      await vi.waitFor(() => sender.publish("c", "after"), patient);
      await expect.poll(() => messages, patient).toEqual(["after"]);
    });

    it("answers a ping, and refuses work once closed", async () => {
      await expect(sender.ping()).resolves.toBeUndefined();
      const closed = await store.open();
      await closed.close();
      await expect(closed.ping()).rejects.toThrow();
      await expect(closed.publish("c", "x")).rejects.toThrow();
    });
  });
}
