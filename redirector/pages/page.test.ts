import { expect, it } from "vitest";
import { headersOf } from "./page.ts";

it("asks browsers for the version of their platform", () => {
  expect(headersOf({ status: 404, body: Buffer.from("x") })).toMatchObject({
    "accept-ch": "Sec-CH-UA-Platform-Version",
    "content-length": 1,
  });
});
