import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, it, vi } from "vitest";
import { clientOf } from "../../../testing/apollo.ts";
import { renderScreen } from "../../../testing/dom.tsx";
import { SqlPage } from "./SqlPage.tsx";

afterEach(() => vi.unstubAllGlobals());

/** Opens the page with these responses to GET /api/sql, one after the other. */
async function open(...answers: Response[]) {
  const fetched = vi.fn<typeof fetch>(async () => answers.shift() ?? Response.error());
  vi.stubGlobal("fetch", fetched);
  renderScreen(<SqlPage />, { client: await clientOf({ savedQueries: () => [] }) });
  return userEvent.setup();
}

const unavailable = () => Response.json({ success: true, data: { available: false, views: [], limits: {} } });

it("says plainly where an installation has no console, and looks again", async () => {
  const user = await open(unavailable(), unavailable());
  expect(await screen.findByRole("heading", { name: "SQL is not set up at this installation" })).toBeVisible();
  expect(screen.queryByRole("button", { name: "Run" })).toBeNull();
  await user.click(screen.getByRole("button", { name: "Look again" }));
  expect(fetch).toHaveBeenCalledTimes(2);
});

it("says why it can't be shown, and tries again", async () => {
  const body = {
    success: false,
    message: "ClickHouse is away",
    error: { type: "INTERNAL_ERROR", message: "It is away" },
  };
  const user = await open(Response.json(body, { status: 503 }), unavailable());
  expect(await screen.findByText("It is away")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Retry" }));
  expect(await screen.findByRole("heading", { name: "SQL is not set up at this installation" })).toBeVisible();
});
