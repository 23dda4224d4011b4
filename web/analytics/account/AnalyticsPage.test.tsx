import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import { clientOf } from "../../testing/apollo.ts";
import { renderScreen } from "../../testing/dom.tsx";
import { refusal } from "../../testing/graphqlServer.ts";
import { AnalyticsPage } from "./AnalyticsPage.tsx";
// The lists are imported here although the page loads them lazily, so that no test waits until they are compiled.
import "./Lists.tsx";

interface Asked {
  readonly range?: { readonly from?: string | null } | null;
  readonly bots: boolean;
  readonly filters: readonly { readonly field: string; readonly op: string; readonly values: readonly string[] }[];
}

const cutDay = new Date(Date.now() - 24 * 60 * 60 * 1000).toISOString().slice(0, 10);

/** Fakes an account whose clicks depend on the query; `asked` contains the queried top lists. */
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
        // Countries are empty, because jsdom can't draw the map.
        return fields.map((field) => ({ field, rows: field === "country" ? [] : rows(field), distinct: 11 }));
      },
      topLinks: { rows: [], distinct: 0 },
      topSources: {
        rows: [
          { value: "Facebook", clicks: filters.some(({ field }) => field === "source") ? 40 : 50, isOwn: false },
          { value: "go.example", clicks: 10, isOwn: true },
          { value: "", clicks: 5, isOwn: false },
        ],
        distinct: 2,
      },
    };
  };
  return { asked, state, analytics };
}

/** Fakes conversions of the clicks of these links; records the queries. */
function conversions(ids: readonly string[]) {
  const asked: string[] = [];
  const question = (name: string, answer: unknown) => (args: object) => {
    asked.push(`${name} ${JSON.stringify(args)}`);
    return answer;
  };
  const sold = { leads: 1, sales: 2, revenue: [{ currency: "EUR", amount: 4900 }] };
  return {
    asked,
    resolvers: {
      conversions: () => ({ nodes: ids.map((id) => ({ id })) }),
      conversionStats: () => ({
        figures: question("figures", { ...sold, people: 10, rate: 0.3 }),
        chart: question("chart", [{ at: "2026-11-23", ...sold }]),
        links: question("links", []),
        lists: ({ of }: { of: { field: string; values: string[] }[] }) => {
          asked.push(`lists ${of.map(({ field, values }) => `${field}:${values.length}`).join(" ")}`);
          return of.map(({ field }) => ({ field, rows: [{ value: `${field} 0`, ...sold }] }));
        },
      }),
    },
  };
}

const spring = { id: "0199d1c2-0000-7000-8000-000000000007", name: "Spring", colour: "green", urlCount: 1 };

async function open(
  resolvers: ReturnType<typeof account>,
  clicksSince: string | null = null,
  converted = conversions([]),
) {
  const { analytics } = resolvers;
  const client = await clientOf({
    analytics,
    ...converted.resolvers,
    groups: () => [],
    domains: () => [],
    tags: () => [spring],
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

  it("group referrers by source, mark own short links, and are narrowed to a source", async () => {
    const user = await open(account());
    const sources = within(await screen.findByRole("region", { name: "Sources" }));
    await user.click(await sources.findByRole("button", { name: "Source" }));
    expect(
      await sources.findByRole("button", { name: /^Show only ?go\.example \(own short link\) ?10/ }),
    ).toBeVisible();
    expect(sources.getByRole("button", { name: /^Show only ?Direct ?5/ })).toBeVisible();
    await user.click(sources.getByRole("button", { name: /^Show only ?Facebook ?50/ }));
    expect(await screen.findByRole("button", { name: "Remove filter Source is Facebook" })).toBeVisible();
    expect(await sources.findByRole("button", { name: /^Show only ?Facebook ?40/ })).toBeVisible();
  });

  it("are narrowed to a tag by its name", async () => {
    const user = await open(account());
    await user.click(await screen.findByRole("button", { name: "Filter" }));
    await user.selectOptions(await screen.findByRole("combobox", { name: "Field" }), "Tag");
    await user.selectOptions(await screen.findByRole("combobox", { name: "Value" }), "Spring");
    await user.click(screen.getByRole("button", { name: "Add filter" }));
    await screen.findByRole("button", { name: "Remove filter Tag is Spring" });
    expect(await (await figure("Clicks")).findByText("40")).toBeVisible();
  });

  it("take the shares of lists from the clicks that a retention has left", async () => {
    await open(account(), cutDay);
    expect(await (await figure("Clicks")).findByText("100")).toBeVisible();
    const sources = within(await screen.findByRole("region", { name: "Sources" }));
    expect(await sources.findByRole("button", { name: /^Show only ?referrer 0 ?30 ?50 %$/ })).toBeVisible();
  });

  it("show what listed clicks became, each list asked for once and with the values that are shown", async () => {
    const converted = conversions(["11111111-1111-4111-8111-111111111111"]);
    const user = await open(account(), null, converted);
    const sources = within(await screen.findByRole("region", { name: "Sources" }));
    const first = /^Show only ?referrer 0 ?30 ?30 % ?, conversions: ?3 ?, revenue: ?€49\.00$/;
    expect(await sources.findByRole("button", { name: first })).toBeVisible();
    expect(
      sources.getByRole("button", { name: /^Show only ?referrer 2.*, conversions: ?0 ?, revenue: ?–$/ }),
    ).toBeVisible();
    const section = within(await screen.findByRole("region", { name: "Conversions" }));
    expect(await section.findByText("€49.00")).toBeVisible();
    await user.selectOptions(await screen.findByRole("combobox", { name: "What the chart shows" }), "Revenue (EUR)");
    const chart = within(screen.getByRole("region", { name: /^Revenue \(EUR\) over time/ }));
    await user.click(chart.getByRole("button", { name: /^Show as table/ }));
    expect(chart.getAllByRole("row").map((row) => row.textContent)).toEqual([
      "DayClicksLeadsSalesRevenue (EUR)",
      "2026-11-2310012€49.00",
    ]);
    await user.click(sources.getByRole("button", { name: "UTM source" }));
    expect(await sources.findByRole("button", { name: /^Show only ?utmSource 0.*revenue: ?€49\.00$/ })).toBeVisible();
    expect(converted.asked.filter((one) => one.startsWith("lists"))).toEqual([
      "lists referrer:12 device:12 language:12",
      "lists utmSource:12",
    ]);
  });

  it("ask nothing more, and show nothing more, where the account has no conversions", async () => {
    const converted = conversions([]);
    await open(account(), null, converted);
    const sources = within(await screen.findByRole("region", { name: "Sources" }));
    expect(await sources.findByRole("button", { name: /^Show only ?referrer 0 ?30 ?30 %$/ })).toBeVisible();
    expect(await screen.findByRole("region", { name: "Clicks over time" })).toBeVisible();
    expect(converted.asked).toEqual([]);
    expect(screen.queryByText(/Conv|Revenue/)).toBeNull();
    expect(screen.queryByRole("combobox", { name: "What the chart shows" })).toBeNull();
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
