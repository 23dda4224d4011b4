import { createHash } from "node:crypto";
import { once } from "node:events";
import { request } from "node:http";
import { connect } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { receiveCode } from "./receiveCode.ts";

async function open() {
  const over = new AbortController();
  const receiver = await receiveCode("https://hoplog.example.com/tools", over.signal);
  onTestFinished(() => receiver.close());
  const page = new URL(receiver.pageUrl);
  const [port = "", state = ""] = ["port", "state"].map((name) => page.searchParams.get(name) ?? "");
  return { receiver, over, page, state, at: `http://127.0.0.1:${port}/`, port };
}

const post = (at: string, body: string, type = "application/x-www-form-urlencoded") =>
  fetch(at, { method: "POST", body, headers: { "content-type": type } });

test("the page's address says where to send the code, a state that nobody guesses, and the verifier's hash", async () => {
  const [one, two] = [await open(), await open()];
  expect(one.page.href).toMatch(
    /^https:\/\/hoplog\.example\.com\/tools\/keys\/cli\?port=\d+&state=[\w-]{43}&challenge=[\w-]{43}$/,
  );
  expect(one.state).not.toBe(two.state);
  expect(one.receiver.mark).toBe(one.state.slice(0, 8));
  const challenge = createHash("sha256").update(one.receiver.verifier).digest("base64url");
  expect(one.page.searchParams.get("challenge")).toBe(challenge);
  expect(one.page.href).not.toContain(one.receiver.verifier);
  expect(one.receiver.verifier).not.toBe(two.receiver.verifier);
});

test("the code comes as a form, as JSON or in the address", async () => {
  const form = await open();
  const answer = await post(form.at, `code=one_12345&state=${form.state}`);
  expect(answer.status).toBe(200);
  expect(answer.headers.get("cache-control")).toBe("no-store");
  expect(await form.receiver.code).toBe("one_12345");
  const json = await open();
  await post(json.at, JSON.stringify({ code: "one_67890", state: json.state }), "application/json");
  expect(await json.receiver.code).toBe("one_67890");
  const address = await open();
  const page = await fetch(`${address.at}?code=one_abcde&state=${address.state}`);
  expect(await page.text()).toContain("history.replaceState");
  expect(await address.receiver.code).toBe("one_abcde");
});

test("what somebody else sends is refused, and the right code is still taken", async () => {
  const { receiver, at, state, port } = await open();
  for (const body of [
    "",
    "code=one_attacker&state=",
    "code=one_attacker&state=guess",
    `code=&state=${state}`,
    `code=one%20with%0Aline&state=${state}`,
    `code=one_attacker&state=${state.slice(0, -1)}`,
    `state=${state}&code=${"x".repeat(10_000)}`,
  ])
    expect((await post(at, body)).status).toBe(400);
  expect((await post(at, "{", "application/json")).status).toBe(400);
  expect((await post(at, "null", "application/json")).status).toBe(400);
  expect(await statusFor(port, `evil.example:${port}`, state)).toBe(421);
  expect(await statusFor(port, `localhost:${port}`, state)).toBe(200);
  expect(await receiver.code).toBe("one_12345");
});

test("what can't be read, or breaks off, ends nothing", async () => {
  const { receiver, at, state, port } = await open();
  const target = await new Promise<number | undefined>((resolve, reject) => {
    const asked = request({ port, host: "127.0.0.1", path: "//" }, (answer) => resolve(answer.resume().statusCode));
    asked.on("error", reject).end();
  });
  expect(target).toBe(400);
  const broken = connect({ port: Number(port), host: "127.0.0.1" });
  broken.on("error", () => {});
  await once(broken, "connect");
  broken.write(`POST / HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\ncontent-length: 100\r\n\r\nk`);
  await new Promise<void>((written) => broken.end(() => written()));
  broken.destroy();
  await once(broken, "close");
  await post(at, `code=one_12345&state=${state}`);
  expect(await receiver.code).toBe("one_12345");
});

test("only the page's own site may read the answer", async () => {
  const { at } = await open();
  const { status, headers } = await fetch(at, { method: "OPTIONS" });
  expect(status).toBe(204);
  expect(headers.get("access-control-allow-origin")).toBe("https://hoplog.example.com");
});

test("nobody waits longer than wanted", async () => {
  const { receiver, over } = await open();
  over.abort(new Error("enough"));
  await expect(receiver.code).rejects.toThrow("enough");
});

/** Sends a request with a `Host` header, as from a page whose host name resolves to this machine. */
function statusFor(port: string, host: string, state: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const path = `/?code=one_12345&state=${state}`;
    request({ host: "127.0.0.1", port, path, headers: { host } }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    })
      .on("error", reject)
      .end();
  });
}
