import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { ClicksSinceDocument } from "../../core/graphql/generated/graphql.ts";
import { clientOf } from "../../testing/apollo.ts";
import { renderScreen } from "../../testing/dom.tsx";
import { ClicksSince } from "./ClicksSince.tsx";

async function show(clicksSince: string | null, from: string | undefined): Promise<void> {
  const client = await clientOf({ clickRetention: () => ({ clicksSince }) });
  renderScreen(<ClicksSince from={from} />, { client });
  await expect.poll(() => client.readQuery({ query: ClicksSinceDocument })).not.toBeNull();
}

it.each([
  ["all of the time", undefined],
  ["a range that begins before", "2026-08-01T00:00:00.000Z"],
])("of %s is said where lists begin", async (_, from) => {
  await show("2026-08-27", from);
  expect(await screen.findByRole("note")).toHaveTextContent("Single clicks before 2026-08-27 (UTC) were removed");
});

it.each([
  ["nothing was removed", null, undefined],
  ["the range begins later", "2026-08-27", "2026-08-27T00:00:00.000Z"],
])("nothing is said where %s", async (_, since, from) => {
  await show(since, from);
  expect(screen.queryByRole("note")).toBeNull();
});
