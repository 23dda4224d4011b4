import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import { clientOf } from "../../testing/apollo.ts";
import { renderScreen } from "../../testing/dom.tsx";
import { refusal, type Resolvers } from "../../testing/graphqlServer.ts";
import { SessionsPage } from "./SessionsPage.tsx";

const id = (n: number) => `01900000-0000-7000-8000-${String(n).padStart(12, "0")}`;

function session(n: number, more: object = {}) {
  const at = "2026-11-01T10:00:00.000Z";
  return {
    id: id(n),
    device: null,
    browser: null,
    place: null,
    createdAt: at,
    lastUsedAt: at,
    isCurrent: false,
    ...more,
  };
}

const own = session(1, { device: "Windows computer", browser: "Firefox", place: "Berlin, Germany", isCurrent: true });
const phone = session(2, { device: "iOS phone", browser: "Mobile Safari", place: "Paris, France" });

async function open(sessions: object[], overrides: Resolvers = {}) {
  const ended: string[] = [];
  const client = await clientOf({
    sessions: () => sessions.filter((one) => !("id" in one && ended.includes(String(one.id)))),
    endSession: ({ id: given }: { id: string }) => {
      ended.push(given);
      return given;
    },
    ...overrides,
  });
  renderScreen(<SessionsPage />, { client, path: "/settings/sessions" });
  await screen.findByRole("list", { name: "Sessions" });
  return { person: userEvent.setup(), ended };
}

const rows = () => within(screen.getByRole("list", { name: "Sessions" })).getAllByRole("listitem");

describe("SessionsPage", () => {
  it("names each session, and offers to end every other one", async () => {
    await open([own, phone, session(3)]);
    expect(rows().map((row) => within(row).getByRole("heading").textContent)).toEqual([
      "Firefox on Windows computer This session",
      "Mobile Safari on iOS phone ",
      "Unknown device ",
    ]);
    expect(rows()[1]).toHaveTextContent(/^.+Signed in .+ from Paris, FranceLast used/);
    expect(rows()[2]).not.toHaveTextContent(" from ");
    expect(screen.getAllByRole("button", { name: /^End / })).toHaveLength(2);
  });

  it("ends a session after asking", async () => {
    const { person, ended } = await open([own, phone]);
    await person.click(screen.getByRole("button", { name: "End Mobile Safari on iOS phone" }));
    const dialog = await screen.findByRole("dialog", { name: "End session" });
    expect(ended).toEqual([]);
    await person.click(within(dialog).getByRole("button", { name: "End session" }));
    expect(await screen.findByText("Session ended.")).toBeVisible();
    expect(ended).toEqual([phone.id]);
    expect(rows()).toHaveLength(1);
  });

  it("says why a session can't be ended, and keeps the dialog", async () => {
    const { person } = await open([own, phone], { endSession: () => refusal("NOT_FOUND_ERROR", "Session not found") });
    await person.click(screen.getByRole("button", { name: /^End Mobile/ }));
    const dialog = await screen.findByRole("dialog", { name: "End session" });
    await person.click(within(dialog).getByRole("button", { name: "End session" }));
    expect(await screen.findByText("Session not found")).toBeVisible();
    expect(dialog).toBeVisible();
  });

  it("shows the first fifty of many, and the rest when asked", async () => {
    const { person } = await open([own, ...Array.from({ length: 70 }, (_, n) => session(n + 10))]);
    expect(rows()).toHaveLength(50);
    await person.click(screen.getByRole("button", { name: "Show 21 more" }));
    expect(rows()).toHaveLength(71);
  });
});
