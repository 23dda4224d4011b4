import { spawn } from "node:child_process";
import { createHmac } from "node:crypto";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { freePort } from "@hoplog/platform/process/freePort.js";
import { expect, it, onTestFinished } from "vitest";
import { z } from "zod";
import { newSecret, signatures } from "./delivery/secrets.ts";

const root = join(import.meta.dirname, "../../..");
const secret = newSecret((size) => new Uint8Array(size).fill(7));

/** The programs from the guide, unchanged. */
async function programs(): Promise<[string, string]> {
  const guide = await readFile(join(root, "docs/guides/webhook-receiver.md"), "utf8");
  const [first = "", second = "", ...more] = [...guide.matchAll(/```js\n(.*?)```/gs)].map(([, code = ""]) => code);
  expect(more).toEqual([]);
  return [first, second];
}

function signed(body: string, at = Date.now()) {
  const timestamp = Math.floor(at / 1000);
  const id = crypto.randomUUID();
  return {
    "webhook-id": id,
    "webhook-timestamp": String(timestamp),
    "webhook-signature": `v1,AAAA ${signatures([secret], { id, timestamp, body })}`,
  };
}

it("has a receiver that takes our messages, umlauts too, and no others", async () => {
  const [code] = await programs();
  const port = await freePort();
  const child = spawn(process.execPath, ["--input-type=module", "--eval", code], {
    cwd: join(root, "api"),
    env: { ...process.env, WEBHOOK_SECRET: secret, PORT: String(port) },
    stdio: ["ignore", "pipe", "inherit"],
  });
  onTestFinished(() => void child.kill());
  const body = JSON.stringify({ type: "link.created", data: { name: "Frühling" } });
  const send = async (sent: string, headers: Record<string, string>) =>
    (await fetch(`http://127.0.0.1:${port}/`, { method: "POST", body: sent, headers })).status;
  const headers = signed(body);
  const said = once(child.stdout, "data");
  await expect.poll(() => send(body, headers).catch(() => 0)).toBe(204);
  expect(String((await said)[0])).toBe("link.created\n");
  expect(await send(body, headers)).toBe(204);
  expect(await send(`${body} `, headers)).toBe(400);
  expect(await send(body, {})).toBe(400);
  expect(await send(body, signed(body, Date.now() - 3_600_000))).toBe(400);
});

it("has a check without a package that says the same", async () => {
  const [, code] = await programs();
  type Check = (secret: string, headers: object, body: string) => boolean;
  const genuine = z.object({ isGenuine: z.custom<Check>((given) => typeof given === "function") });
  const { isGenuine } = genuine.parse(await import(`data:text/javascript,${encodeURIComponent(code)}`));
  const body = "{}";
  expect(isGenuine(secret, signed(body), body)).toBe(true);
  expect(isGenuine(secret, signed(body), "{ }")).toBe(false);
  expect(isGenuine(secret, signed(body, Date.now() - 3_600_000), body)).toBe(false);
  expect(
    isGenuine(
      newSecret((size) => new Uint8Array(size)),
      signed(body),
      body,
    ),
  ).toBe(false);
  const { "webhook-signature": _, ...unsigned } = signed(body);
  const forged = { ...unsigned, "webhook-signature": `v1,${createHmac("sha256", "").update("").digest("base64")}` };
  expect(isGenuine(secret, forged, body)).toBe(false);
});
