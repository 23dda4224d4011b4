import type { RequestListener } from "node:http";
import { describe, expect, it } from "vitest";
import { serve } from "../../../testing/listings.ts";
import { CheckFailed, createChecker } from "./checker.ts";

const now = new Date("2026-11-23T12:00:00.000Z");
const { signal } = new AbortController();
const hour = 60 * 60 * 1000;
const asked = "https://bad.example/a b?x=ä&key=mine#part";

async function check(answer: RequestListener, within: AbortSignal = signal) {
  const { url } = await serve(answer);
  return createChecker({ url: `${url}/base`, key: "a secret key" }, () => now)(asked, within);
}

const saying =
  (body: unknown, status = 200): RequestListener =>
  (_request, response) =>
    response
      .writeHead(status, { "content-type": "application/json" })
      .end(typeof body === "string" ? body : JSON.stringify(body));

const redirecting: RequestListener = (_request, response) =>
  response.writeHead(302, { location: "http://127.0.0.1/" }).end();
const breakingOff: RequestListener = (_request, response) =>
  void response.writeHead(200).write('{"thr', () => response.destroy());

describe("the checker", () => {
  it("is asked in the form of uris:search", async () => {
    let seen = "";
    await check((request, response) => {
      seen = request.url ?? "";
      expect(request.method).toBe("GET");
      saying({})(request, response);
    });
    const url = new URL(seen, "http://checker");
    expect(url.pathname).toBe("/base/v1/uris:search");
    expect(url.searchParams.getAll("threatTypes")).toEqual(["MALWARE", "SOCIAL_ENGINEERING", "UNWANTED_SOFTWARE"]);
    expect(url.searchParams.getAll("uri")).toEqual([asked]);
    expect(url.searchParams.getAll("key")).toEqual(["a secret key"]);
  });

  it.each([
    [{}, null, 24],
    [{ later: "fields" }, null, 24],
    [{ threat: { threatTypes: ["SOCIAL_ENGINEERING"], expireTime: "2026-11-23T14:00:00.123456789Z" } }, "phishing", 2],
    [{ threat: { threatTypes: ["MALWARE", "OTHER"] } }, "malware", 24],
    [{ threat: { threatTypes: ["NEW_ONE"], expireTime: "2027-11-23T12:00:00Z" } }, "being harmful", 24],
    [{ threat: { threatTypes: ["MALWARE"], expireTime: "2020-01-01T00:00:00Z" } }, "malware", 5 / 60],
  ])("means by %j: %s, for %d hours", async (body, threat, hours) => {
    const verdict = await check(saying(body));
    expect(verdict.threat).toEqual(threat === null ? null : expect.stringContaining(threat));
    expect(Math.round(((verdict.expiresAt.getTime() - now.getTime()) / hour) * 60)).toBe(Math.round(hours * 60));
  });

  it.each([
    ["an error", saying({ error: "a secret key is wrong" }, 403)],
    ["a failure", saying("no", 500)],
    ["a redirect", redirecting],
    ["nothing", saying("")],
    ["a page", saying("<html>")],
    ["no object", saying("null")],
    ["a list", saying([])],
    ["a threat without a type", saying({ threat: { threatTypes: [] } })],
    ["a time that is none", saying({ threat: { threatTypes: ["MALWARE"], expireTime: "soon" } })],
    ["ten megabytes", saying(`{"a":"${"x".repeat(10_000_000)}"}`)],
    ["half an answer", breakingOff],
  ])("fails, and names neither key nor URL, with %s", async (_what, answer) => {
    const error: unknown = await check(answer).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(CheckFailed);
    const told = JSON.stringify(error, Object.getOwnPropertyNames(error)) + String(error);
    expect(told).not.toMatch(/secret|bad\.example|key=/);
    expect(error).not.toHaveProperty("cause");
  });

  it("fails where nobody listens, and after five seconds of silence", async () => {
    const nobody = createChecker({ url: "http://127.0.0.1:9", key: undefined }, () => now);
    await expect(nobody(asked, signal)).rejects.toThrow(CheckFailed);
    await expect(check(() => {})).rejects.toThrow("No answer within 5000 ms");
  }, 15_000);

  it("is left alone when the api ends", async () => {
    const ending = new AbortController();
    await expect(check(() => ending.abort(), ending.signal)).rejects.toThrow(CheckFailed);
  });
});
