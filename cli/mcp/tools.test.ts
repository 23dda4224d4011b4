import { createClient } from "@hoplog/sdk";
import { expect, it } from "vitest";
import { openServer } from "../testing/openServer.ts";
import { tools } from "./tools.ts";

const failed = (type: string, message: string) => ({ success: false, message, error: { type, message, details: {} } });
const createLink = tools.find(({ name }) => name === "create_link");

async function makeLink(status: number, refusal: object) {
  const server = await openServer(({ body }) =>
    body.includes("findOrCreate")
      ? { status, body: refusal }
      : { status: 201, body: { success: true, data: { _id: "1", fullShortUrl: "https://short.example/a" } } },
  );
  const client = createClient({ url: server.url, token: "hop_key", retries: 0 });
  const made = createLink?.run(client, { url: "https://example.com/" }, new AbortController().signal);
  return { asked: server.asked, made };
}

it("a key that may make links and find none makes a link", async () => {
  const { made, asked } = await makeLink(
    403,
    failed("AUTHORIZATION_ERROR", "This API key lacks the scope links:read."),
  );
  expect(await made).toMatchObject({ shortUrl: "https://short.example/a" });
  expect(asked.map(({ method, path }) => `${method} ${path}`)).toEqual(["POST /api/urls", "POST /api/urls"]);
});

it("what else is refused stays refused", async () => {
  const { made, asked } = await makeLink(422, failed("VALIDATION_ERROR", "Not a URL"));
  await expect(made).rejects.toThrow("Not a URL");
  expect(asked).toHaveLength(1);
});
