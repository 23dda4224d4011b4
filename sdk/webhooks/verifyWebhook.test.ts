import { Webhook } from "standardwebhooks";
import { expect, test } from "vitest";
import { verifyWebhook, WebhookVerificationError } from "../index.ts";

const secret = `whsec_${Buffer.from("a secret of some thirty-two bytes").toString("base64")}`;
const other = `whsec_${Buffer.from("another secret").toString("base64")}`;
const body = JSON.stringify({ type: "link.created", timestamp: "2026-11-26T04:00:00Z", data: { name: "Grüße" } });
const now = new Date("2026-11-26T04:00:05Z");

/** Signs a request with the reference library. */
function signed(sentAt = now, by = secret): Record<string, string> {
  return {
    "webhook-id": "msg_1",
    "webhook-timestamp": String(Math.floor(sentAt.getTime() / 1000)),
    "webhook-signature": new Webhook(by).sign("msg_1", sentAt, body),
  };
}

test("a request that was signed is taken, however its headers and its body come", async () => {
  const expected = { id: "msg_1", sentAt: now, payload: JSON.parse(body) };
  const upper = Object.fromEntries(Object.entries(signed()).map(([name, value]) => [name.toUpperCase(), [value]]));
  for (const headers of [signed(), new Headers(signed()), upper])
    expect(await verifyWebhook(body, headers, secret, { now })).toEqual(expected);
  const bytes = new TextEncoder().encode(body);
  expect(await verifyWebhook(bytes, signed(), secret, { now })).toEqual(expected);
  expect(await verifyWebhook(bytes.buffer, signed(), secret.slice("whsec_".length), { now })).toEqual(expected);
});

test("one of several signatures, and one of several secrets, has to fit", async () => {
  const right = signed()["webhook-signature"];
  const headers = {
    ...signed(),
    "webhook-signature": `v1a,xyz ${signed(now, other)["webhook-signature"]} v1,?? ${right}`,
  };
  await verifyWebhook(body, headers, secret, { now });
  await verifyWebhook(body, signed(), [other, secret], { now });
  await expect(verifyWebhook(body, signed(), [other], { now })).rejects.toThrow(WebhookVerificationError);
});

test.each([
  ["another body", {}, `${body} `],
  ["another id", { "webhook-id": "msg_2" }, body],
  ["another time", { "webhook-timestamp": String(Math.floor(now.getTime() / 1000) - 1) }, body],
  ["a time that is none", { "webhook-timestamp": "1e9" }, body],
  ["no signature", { "webhook-signature": undefined }, body],
  ["an empty signature", { "webhook-signature": "v1," }, body],
  ["a signature of another kind", { "webhook-signature": signed()["webhook-signature"]?.replace("v1,", "v2,") }, body],
  ["a signature cut short", { "webhook-signature": signed()["webhook-signature"]?.slice(0, 20) }, body],
  ["two ids", { "webhook-id": ["msg_1", "msg_2"] }, body],
])("%s is refused", async (_, changed, sent) => {
  await expect(verifyWebhook(sent, { ...signed(), ...changed }, secret, { now })).rejects.toThrow(
    WebhookVerificationError,
  );
});

test("what is older than five minutes, or of the future, is refused", async () => {
  const at = (seconds: number) => signed(new Date(now.getTime() + seconds * 1000));
  await verifyWebhook(body, at(-300), secret, { now });
  await verifyWebhook(body, at(300), secret, { now });
  await expect(verifyWebhook(body, at(-301), secret, { now })).rejects.toThrow("too old");
  await expect(verifyWebhook(body, at(301), secret, { now })).rejects.toThrow("in the future");
  await verifyWebhook(body, at(-600), secret, { now, tolerance: 600 });
});

test("more signatures than anybody sends are not all compared", async () => {
  const many = `${"v1,AAAA ".repeat(1000)}${signed()["webhook-signature"]}`;
  const refused = verifyWebhook(body, { ...signed(), "webhook-signature": many }, secret, { now });
  await expect(refused).rejects.toThrow("does not match");
});

test("a secret that is none is the caller's mistake, not the sender's", async () => {
  for (const none of ["", "whsec_", "whsec_?!"])
    await expect(verifyWebhook(body, signed(), none, { now })).rejects.toThrow(TypeError);
});
