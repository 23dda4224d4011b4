import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import { clientOf } from "../../testing/apollo.ts";
import { renderScreen } from "../../testing/dom.tsx";
import { refusal } from "../../testing/graphqlServer.ts";
import { AnalyticsPage } from "./AnalyticsPage.tsx";
// The page loads it when it is shown: here before, so that no test waits for its modules to be compiled.
import "./Lists.tsx";

interface Asked {
  readonly range?: { readonly from?: string | null } | null;
  readonly bots: boolean;
  readonly filters: readonly { readonly field: string; readonly op: string; readonly values: readonly string[] }[];
}

const cutDay = new Date(Date.now() - 24 * 60 * 60 * 1000).toISOString().slice(0, 10);

/** Clicks that depend on what is asked, and how often each top list was asked for. */
function account() {
  const asked: string[] = [];
  const state = { isDown: false };
  const analytics = ({ bots, filters, range }: Asked) => {
    if (state.isDown) throw refusal("INTERNAL_ERROR", "Storage is away");
    const clicks = filters.length > 0 ? 40 : range?.from === `${cutDay}T00:00:00.000Z` ? 60 : 100;
    return {
      figures: { clicks: bots ? clicks + 7 : clicks, people: clicks, bots: 7, uniqueVisitors: 60 },
      chart: [{ at: "2026-11-23", clicks }],
      tops: ({ fields }: { fields: readonly string[] }) => {
        asked.push(fields.join(" "));
        const rows = (field: string) =>
          Array.from({ length: 12 }, (_, i) => ({ value: i === 1 ? "" : `${field} ${i}`, clicks: 30 - i }));
        // The map can't be drawn here.
        return fields.map((field) => ({ field, rows: field === "country" ? [] : rows(field), distinct: 11 }));
      },
      topLinks: { rows: [], distinct: 0 },
    };
  };
  return { asked, state, analytics };
}

async function open(resolvers: ReturnType<typeof account>, clicksSince: string | null = null) {
  const { analytics } = resolvers;
  const client = await clientOf({
    analytics,
    groups: () => [],
    domains: () => [],
    clickRetention: () => ({ clicksSince }),
  });
  renderScreen(<AnalyticsPage />, { client });
  return userEvent.setup();
}

const figure = async (label: string) => {
  const term = (await screen.findAllByText(label)).find(({ tagName }) => tagName === "DT");
  return within(term?.parentElement ?? document.body);
};

describe("the analytics of an account", () => {
  it("ask for the first lists together, for others when they are shown, and show shares and the unknown", async () => {
    const resolvers = account();
    const user = await open(resolvers);
    expect(await (await figure("Clicks")).findByText("100")).toBeVisible();
    const sources = within(await screen.findByRole("region", { name: "Sources" }));
    expect(await sources.findByRole("button", { name: /^Show only ?referrer 0 ?30 ?30 %$/ })).toBeVisible();
    expect(sources.getByRole("button", { name: /^Show only ?Direct ?29 ?29 %$/ })).toBeVisible();
    expect(await screen.findByRole("region", { name: "Visitors" })).toBeVisible();
    await within(screen.getByRole("region", { name: "Visitors" })).findByText("language 0");
    expect(resolvers.asked).toEqual(["country referrer device language"]);
    await user.click(sources.getByRole("button", { name: "UTM source" }));
    expect(await sources.findByText("utmSource 0")).toBeVisible();
    expect(resolvers.asked).toEqual(["country referrer device language", "utmSource"]);
  });

  it("take the shares of lists from the clicks that a retention has left", async () => {
    await open(account(), cutDay);
    expect(await (await figure("Clicks")).findByText("100")).toBeVisible();
    const sources = within(await screen.findByRole("region", { name: "Sources" }));
    expect(await sources.findByRole("button", { name: /^Show only ?referrer 0 ?30 ?50 %$/ })).toBeVisible();
  });

  it("are narrowed by a click, count bots, and show more of a list", async () => {
    const resolvers = account();
    const user = await open(resolvers);
    const sources = within(await screen.findByRole("region", { name: "Sources" }));
    await user.click(await sources.findByRole("button", { name: "Show more of 11" }));
    await user.click(await sources.findByRole("button", { name: /^Show only ?referrer 11/ }));
    expect(await (await figure("Clicks")).findByText("40")).toBeVisible();
    await user.click(screen.getByRole("switch", { name: "Count bots" }));
    expect(await (await figure("Clicks")).findByText("47")).toBeVisible();
    await user.click(await screen.findByRole("button", { name: "Remove filter Referrer is referrer 11" }));
    expect(await (await figure("Clicks")).findByText("107")).toBeVisible();
  });

  it("say when they can't be had, and try again", async () => {
    const resolvers = account();
    resolvers.state.isDown = true;
    const user = await open(resolvers);
    expect(await screen.findByText(/Storage is away/)).toBeVisible();
    resolvers.state.isDown = false;
    await user.click(screen.getByRole("button", { name: /Retry|Try again/ }));
    expect(await (await figure("Clicks")).findByText("100")).toBeVisible();
  });
});
