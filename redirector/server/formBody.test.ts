import { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import { expect, it } from "vitest";
import { readForm } from "./formBody.ts";

function request(): IncomingMessage {
  const message = new IncomingMessage(new Socket());
  message.headers["content-type"] = "application/x-www-form-urlencoded";
  return message;
}

it("reads a form that comes in pieces", async () => {
  const message = request();
  const body = readForm(message, 100, 10_000);
  for (const piece of ["password=", "hop", null]) message.push(piece);
  expect(await body).toEqual({ fields: new URLSearchParams("password=hop") });
});

it("waits for the rest of a form no longer than it is told to", async () => {
  const message = request();
  message.push("password=");
  expect(await readForm(message, 100, 20)).toEqual({ status: 408 });
});

it("gives up on what is too large, and where the sender has gone", async () => {
  const large = request();
  const body = readForm(large, 5, 10_000);
  large.push("password=");
  expect(await body).toEqual({ status: 413 });
  const gone = request();
  const none = readForm(gone, 100, 10_000);
  gone.destroy();
  expect(await none).toBeNull();
});
