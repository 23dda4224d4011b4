import { ApolloClient, InMemoryCache } from "@apollo/client";
import { ApolloLink } from "@apollo/client/link";
import { HttpLink } from "@apollo/client/link/http";
import { expect, it } from "vitest";
import { CreateReportDocument } from "../graphql/generated/graphql.ts";
import { refusal, startGraphQL } from "../../testing/graphqlServer.ts";
import { createConfirmation } from "./confirmation.ts";
import { createConfirmLink } from "./confirmLink.ts";

const report = {
  id: "0199d1c2-0000-7000-8000-000000000001",
  email: "ada@example.com",
  cadence: "weekly",
  tz: "UTC",
  createdAt: "2026-01-01T00:00:00.000Z",
  confirmedAt: null,
  dueAt: null,
  nextDay: null,
  etag: "etag",
};

/**
 * Starts a server that rejects calls until `isConfirmed`, and a client; `seen` counts calls and confirmation requests.
 */
async function open() {
  const seen = { calls: 0, asked: 0, isConfirmed: false };
  const { url } = await startGraphQL({
    createReport: () => {
      seen.calls += 1;
      if (seen.isConfirmed) return report;
      throw refusal("AUTHORIZATION_ERROR", "Confirm your session to continue.", { confirm: true });
    },
  });
  const confirmation = createConfirmation();
  const ask = () => {
    seen.asked += 1;
    return confirmation.ask();
  };
  const link = ApolloLink.from([createConfirmLink(ask), new HttpLink({ uri: url })]);
  const client = new ApolloClient({ cache: new InMemoryCache(), link });
  const create = () =>
    client.mutate({
      mutation: CreateReportDocument,
      variables: { input: { email: "ada@example.com", cadence: "weekly", tz: "UTC" } },
    });
  return { seen, confirmation, create };
}

it("repeats a refused call once the user has confirmed, and asks once for calls at the same time", async () => {
  const { seen, confirmation, create } = await open();
  const creations = [create(), create()];
  await expect.poll(() => seen.asked).toBe(2);
  expect(confirmation.isPending()).toBe(true);
  seen.isConfirmed = true;
  confirmation.answer(true);
  for (const { data } of await Promise.all(creations)) expect(data).toMatchObject({ createReport: { id: report.id } });
  expect(seen.calls).toBe(4);
  expect(confirmation.isPending()).toBe(false);
});

it("shows the refusal if the user does not confirm", async () => {
  const { seen, confirmation, create } = await open();
  const creation = create();
  await expect.poll(() => confirmation.isPending()).toBe(true);
  confirmation.answer(false);
  await expect(creation).rejects.toThrow("Confirm your session to continue.");
  expect(seen.calls).toBe(1);
});
