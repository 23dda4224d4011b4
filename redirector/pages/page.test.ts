import { expect, it } from "vitest";
import { answerOf, render } from "./page.ts";

const body = render(null, "Title", "Text");

it("asks browsers for the version of their platform, and says the request's id", () => {
  const answer = answerOf({ status: 200, body }, "request-1");
  expect(answer.headers).toMatchObject({
    "accept-ch": "Sec-CH-UA-Platform-Version",
    "x-request-id": "request-1",
    "content-length": body.length,
  });
  expect(answer.body).toBe(body);
});

it("shows the request's id where something failed", () => {
  const { headers, body: shown } = answerOf({ status: 404, body }, "request-1");
  expect(headers["content-length"]).toBe(shown.length);
  expect(shown.toString()).toContain('<p>Text</p>\n<p class="request">Request ID: request-1</p>\n</main>\n</body>');
});
