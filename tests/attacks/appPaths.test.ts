import { createHash, randomBytes } from "node:crypto";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { attackedStack } from "./attackedStack.ts";

// The attacker has a free account and tries to create links with the paths of app pages, or to get the API key of
// another user's command-line login.

const attacked = attackedStack({ BIND_ADDRESS: "127.0.0.1" });

describe("a short code in the place of a page", () => {
  test("is refused for each path of the app, over REST and GraphQL, however it is spelled", async () => {
    const attacker = await attacked.account("codes@example.com");
    const token = attacker.tokens.accessToken;
    const codes = ["keys", "live", "developers", "invitations", "scim", "saml", "docs", "status", "Keys", "LIVE"];
    for (const shortUrl of codes) {
      const body = {
        name: "Page",
        originalUrl: "https://evil.example/",
        shortUrl,
        appendPath: true,
        forwardQuery: true,
      };
      expect({ shortUrl, status: (await attacked.app("POST", "/api/urls", { token, body })).status }).toEqual({
        shortUrl,
        status: 422,
      });
      const input = `{ name: "Page", originalUrl: "https://evil.example/", shortUrl: "${shortUrl}" }`;
      const answer = await attacked.graphql(`mutation { createLink(input: ${input}) { id } }`, { token });
      expect(answer.body).toContain("reserved");
    }
  });
});

describe("a key for a command line", () => {
  const handedOver = z.object({ data: z.object({ code: z.string() }) });

  test("goes to nobody who has only read the code, and ends when they try", async () => {
    const owner = await attacked.account("login@example.com");
    const token = owner.tokens.accessToken;
    const verifier = randomBytes(32).toString("base64url");
    const challenge = createHash("sha256").update(verifier).digest("base64url");
    const body = { name: "Command line", scopes: ["links:read"], challenge };
    const made = await attacked.app("POST", "/api/keys/handover", { token, body });
    expect(made.body).not.toMatch(/"key":/);
    const { code } = handedOver.parse(JSON.parse(made.body)).data;
    const exchange = async (guess: string) =>
      (await attacked.app("POST", "/api/keys/exchange", { body: { code, verifier: guess } })).status;
    expect(await exchange(challenge)).toBe(403);
    expect(await exchange(verifier)).toBe(403);
  });
});

test("no link leads to the redirector by another spelling of this machine", async () => {
  const attacker = await attacked.account("circles@example.com");
  const { port } = new URL(attacked.stack().shortUrl);
  for (const host of ["127.0.0.2", "[::ffff:127.0.0.1]", "[::ffff:7f00:2]", "0x7f.1", "a.localhost.", "[::]", "0"]) {
    const body = { name: "Circle", originalUrl: `http://${host}:${port}/abc` };
    const { status } = await attacked.app("POST", "/api/urls", { token: attacker.tokens.accessToken, body });
    expect({ host, status }).toEqual({ host, status: 422 });
  }
});

test("a call without a valid token is told which one it needs, over REST and GraphQL", async () => {
  const challenge = async (token?: string) => {
    const sent = token === undefined ? {} : { token };
    const rest = await attacked.app("GET", "/api/urls", sent);
    const graphql = await attacked.graphql("{ me { id } }", sent);
    return [rest, graphql].map(({ status, headers }) => [status, headers["www-authenticate"]]);
  };
  const bothFaces = (text: string) => [
    [401, text],
    [401, text],
  ];
  expect(await challenge()).toEqual(bothFaces('Bearer realm="hoplog"'));
  expect(await challenge("hop_forged")).toEqual(bothFaces('Bearer realm="hoplog", error="invalid_token"'));
});
