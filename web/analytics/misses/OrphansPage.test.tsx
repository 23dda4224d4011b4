import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import { clientOf } from "../../testing/apollo.ts";
import { renderScreen } from "../../testing/dom.tsx";
import { refusal } from "../../testing/graphqlServer.ts";
import { OrphansPage } from "./OrphansPage.tsx";

interface Asked {
  readonly bots: boolean;
  readonly filter: Readonly<Record<string, string>> | null;
}

const link = (code: string) => ({
  id: `0199d1c2-0000-7000-8000-00000000000${code.length}`,
  name: `Link ${code}`,
  shortUrl: code,
  fullShortUrl: `https://go.brand.example/${code}`,
  domain: { name: "go.brand.example", displayName: "go.brand.example", state: "verified" },
});

const row = (code: string, over: object) => ({
  code,
  domain: "go.brand.example",
  host: "go.brand.example",
  reason: "unknown",
  visits: 3,
  lastAt: "2026-11-23T10:00:00.000Z",
  canCreate: false,
  link: null,
  nearest: [],
  ...over,
});

function misses() {
  const asked: Asked[] = [];
  const state = { isDown: false };
  const misses = ({ bots, filter }: Asked) => {
    if (state.isDown) throw refusal("INTERNAL_ERROR", "Storage is away");
    asked.push({ bots, filter });
    return {
      figures: {
        visits: bots ? 15 : 10,
        people: 10,
        bots: 5,
        reasons: [
          { reason: "unknown", people: 8, bots: 1 },
          { reason: "expired", people: 2, bots: 0 },
          { reason: "baseUrl", people: 0, bots: 4 },
        ],
      },
      chart: [{ at: "2026-11-23", visits: 10 }],
      codes: {
        rows: [
          row("docz", { canCreate: true, nearest: [link("docs")] }),
          row("ended", { reason: "expired", link: link("ended") }),
          row("", { reason: "baseUrl" }),
        ],
        distinct: 40,
      },
      top: () => ({ rows: [{ value: "news.example", visits: 7 }], distinct: 1 }),
    };
  };
  return { asked, state, misses };
}

async function open(resolvers: ReturnType<typeof misses>, path = "/analytics/orphans") {
  const client = await clientOf({ misses: resolvers.misses, domains: () => [], groups: () => [] });
  renderScreen(<OrphansPage />, { client, path });
  return userEvent.setup();
}

describe("the page of orphan visits", () => {
  it("says what was asked for, what was meant and what could be made, and leaves bots' reasons out", async () => {
    await open(misses());
    const codes = within(await screen.findByRole("region", { name: "What was asked for" }));
    expect(await codes.findByText("3 of 40")).toBeVisible();
    expect(codes.getByRole("link", { name: "go.brand.example/docs" })).toBeVisible();
    expect(codes.getByRole("link", { name: "go.brand.example/ended" })).toBeVisible();
    expect(codes.getAllByRole("button", { name: /^Create link/ })).toHaveLength(1);
    expect(screen.getByRole("button", { name: /Show only ?Unknown code ?8/ })).toBeVisible();
    expect(screen.queryByRole("button", { name: /Show only ?Bare host ?\d/ })).toBeNull();
  });

  it("is narrowed by a reason, a code and a referrer, as the address says", async () => {
    const resolvers = misses();
    const user = await open(resolvers, "/analytics/orphans?code=docz&reason=nonsense");
    await user.click(await screen.findByRole("button", { name: /Show only ?Unknown code ?8/ }));
    const referrers = within(await screen.findByRole("region", { name: "Referrers" }));
    await user.click(await referrers.findByRole("button", { name: /Show only ?news.example/ }));
    await expect
      .poll(() => resolvers.asked.at(-1)?.filter)
      .toMatchObject({ code: "docz", reason: "unknown", referrer: "news.example" });
    await user.click(screen.getByRole("button", { name: "Remove filter Code: docz" }));
    await expect.poll(() => resolvers.asked.at(-1)?.filter).toEqual({ reason: "unknown", referrer: "news.example" });
    await user.click(screen.getByRole("switch", { name: "Count bots" }));
    expect(await screen.findByRole("button", { name: /Show only ?Bare host ?4/ })).toBeVisible();
  });

  it("opens the form with the code and the domain of the missing link", async () => {
    const user = await open(misses());
    await user.click(await screen.findByRole("button", { name: "Create link go.brand.example/docz" }));
    const form = within(await screen.findByRole("dialog", { name: "Create New URL" }));
    expect(await form.findByDisplayValue("docz")).toBeVisible();
  });

  it("says when they can't be had, and tries again", async () => {
    const resolvers = misses();
    resolvers.state.isDown = true;
    const user = await open(resolvers);
    expect(await screen.findByText(/Storage is away/)).toBeVisible();
    resolvers.state.isDown = false;
    await user.click(screen.getByRole("button", { name: /Retry|Try again/ }));
    expect(await screen.findByRole("region", { name: "What was asked for" })).toBeVisible();
  });
});
