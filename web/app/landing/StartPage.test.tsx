import { renderScreen } from "../../testing/dom.tsx";
import { screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { SessionProvider } from "../../core/session/SessionProvider.tsx";
import { clientOf } from "../../testing/apollo.ts";
import { StartPage } from "./StartPage.tsx";

async function showWith(answer: () => Promise<Response>): Promise<void> {
  vi.stubGlobal("fetch", answer);
  const client = await clientOf({});
  renderScreen(
    <SessionProvider>
      <StartPage />
    </SessionProvider>,
    { client },
  );
}

const says = (landing: string) => async () => Response.json({ success: true, data: { landing } });

it.each(["plain", "off"])("where / is %s, whoever comes from another page is led on", async (landing) => {
  await showWith(says(landing));
  expect(await screen.findByText("elsewhere")).toBeVisible();
});

it.each([
  ["it is full", says("full")],
  ["nobody answers", () => Promise.reject(new TypeError("no network"))],
])("the page about hoplog is shown where %s", async (_, answer) => {
  await showWith(answer);
  expect(await screen.findByRole("heading", { level: 1, name: /^Short links/ })).toBeVisible();
});
