import { renderScreen } from "../../../testing/dom.tsx";
import { screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { VisitsLeftDocument } from "../../../core/graphql/generated/graphql.ts";
import { clientOf } from "../../../testing/apollo.ts";
import { VisitsLeft } from "./VisitsLeft.tsx";

const id = "0199d1c2-0000-7000-8000-000000000001";

/** Renders the visits left of a link with a click limit; `seen` counts the server's requests. */
async function show(link: { maxClicks: number | null; visitsLeft: number | null }) {
  const seen = { requests: 0 };
  const client = await clientOf({
    link: () => {
      seen.requests += 1;
      return { id, ...link };
    },
  });
  renderScreen(<VisitsLeft linkId={id} />, { client });
  return { client, seen };
}

it("says how many visits are left, until the link is used up, and goes on when it is allowed more", async () => {
  const link = { maxClicks: 1000, visitsLeft: 12 };
  await show(link);
  expect(await screen.findByText("12 of 1,000 visits left")).toBeVisible();
  link.visitsLeft = 0;
  expect(await screen.findByText("Used up: 0 of 1,000 visits left", {}, { timeout: 10_000 })).toBeVisible();
  link.maxClicks = 1001;
  link.visitsLeft = 1;
  expect(await screen.findByText("1 of 1,001 visits left", {}, { timeout: 10_000 })).toBeVisible();
});

it("says of one visit that it is one", async () => {
  await show({ maxClicks: 1, visitsLeft: 1 });
  expect(await screen.findByText("1 of 1 visit left")).toBeVisible();
});

it("says nothing of a link that allows any number, which is asked for once", async () => {
  const { client, seen } = await show({ maxClicks: null, visitsLeft: null });
  const known = () => client.readQuery({ query: VisitsLeftDocument, variables: { id } });
  await waitFor(() => expect(known()).not.toBeNull());
  expect(screen.queryByText(/left/)).toBeNull();
  expect(seen.requests).toBe(1);
});
