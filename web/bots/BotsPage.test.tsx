import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import { clientOf } from "../testing/apollo.ts";
import { renderScreen } from "../testing/dom.tsx";
import { refusal } from "../testing/graphqlServer.ts";
import { BotsPage } from "./BotsPage.tsx";

interface Asked {
  readonly people: boolean;
  readonly only: Readonly<Record<string, string>> | null;
  readonly filters: readonly { readonly field: string; readonly values: readonly string[] }[];
}

const lastAt = "2026-11-23T10:00:00.000Z";
const row = (value: string, over: object = {}) => ({ value, name: value, reasons: [], clicks: 3, lastAt, ...over });

function judged() {
  const asked: Asked[] = [];
  const state = { isDown: false };
  const judgedClicks = ({ people, only, filters }: Asked) => {
    if (state.isDown) throw refusal("INTERNAL_ERROR", "Storage is away");
    asked.push({ people, only, filters });
    const tops: Record<string, object[]> = {
      reason: [row("crawler: Googlebot"), row("no user agent")],
      agent: [
        row("Googlebot/2.1", { reasons: ["crawler: Googlebot"] }),
        row("", { reasons: ["no user agent"] }),
        ...Array.from({ length: 9 }, (_, i) => row(`curl/8.${i}`, { reasons: ["http library: curl"] })),
      ],
      network: [row("15169", { name: "Google LLC" }), row("0", { name: "" })],
      referrer: [row("news.example"), row("")],
    };
    return {
      figures: { clicks: people ? 70 : 12, links: 2, kinds: people ? [] : [{ kind: "crawler", clicks: 12 }] },
      chart: [{ at: "2026-11-23", clicks: 12 }],
      top: ({ field }: { field: string }) => ({ rows: tops[field], distinct: field === "agent" ? 40 : 2 }),
      samples: [
        {
          id: "0199d1c2-0000-7000-8000-000000000001",
          timestamp: lastAt,
          botReason: "no user agent",
          rules: 1,
          userAgent: "",
          network: "15169",
          isp: "Google LLC",
          referrer: "",
          country: "Germany",
          countryCode: "DE",
          link: null,
        },
      ],
    };
  };
  return { asked, state, judgedClicks };
}

async function open(resolvers: ReturnType<typeof judged>, path = "/analytics/bots") {
  const client = await clientOf({ judgedClicks: resolvers.judgedClicks, domains: () => [], groups: () => [] });
  renderScreen(<BotsPage />, { client, path });
  return userEvent.setup();
}

describe("the page of bots", () => {
  it("says what was taken for a bot, and why", async () => {
    const user = await open(judged());
    const agents = within(await screen.findByRole("region", { name: "User agents" }));
    expect(await agents.findByText("crawler: Googlebot")).toBeVisible();
    expect(agents.getByRole("button", { name: /Show only ?None$/ })).toBeVisible();
    expect(agents.getAllByRole("listitem")).toHaveLength(8);
    await user.click(agents.getByRole("button", { name: "Show more of 40" }));
    expect(agents.getAllByRole("listitem")).toHaveLength(11);
    const networks = within(screen.getByRole("region", { name: "Networks" }));
    expect(networks.getByRole("button", { name: /Google LLC \(AS15169\)/ })).toBeVisible();
    expect(networks.getByRole("button", { name: /Show only ?Unknown/ })).toBeVisible();
    const samples = within(screen.getByRole("region", { name: "Newest clicks" }));
    expect(await samples.findByText("Germany · Google LLC (AS15169) · rules 1")).toBeVisible();
    expect(screen.getByText("A search engine, an archive or another program that reads the web.")).toBeVisible();
  });

  it("is narrowed by values, as the address says, and shows people instead", async () => {
    const resolvers = judged();
    const user = await open(resolvers, "/analytics/bots?network=nonsense&reason=crawler%3A+Googlebot");
    const agents = within(await screen.findByRole("region", { name: "User agents" }));
    await user.click(await agents.findByRole("button", { name: /Googlebot\/2.1/ }));
    const referrers = within(screen.getByRole("region", { name: "Referrers" }));
    await user.click(await referrers.findByRole("button", { name: /Show only ?news.example/ }));
    await expect
      .poll(() => resolvers.asked.at(-1))
      .toMatchObject({
        only: { reason: "crawler: Googlebot", agent: "Googlebot/2.1" },
        filters: [{ field: "referrer", values: ["news.example"] }],
      });
    expect(resolvers.asked.every(({ only }) => only?.["network"] === undefined)).toBe(true);
    await user.click(screen.getByRole("button", { name: "Remove filter Reason: crawler: Googlebot" }));
    await expect.poll(() => resolvers.asked.at(-1)?.only).toEqual({ agent: "Googlebot/2.1" });
    await user.click(screen.getByRole("switch", { name: "Show people instead" }));
    expect(await screen.findByText("70")).toBeVisible();
    expect(screen.queryByRole("region", { name: "Reasons" })).toBeNull();
  });

  it("says when they can't be had, and tries again", async () => {
    const resolvers = judged();
    resolvers.state.isDown = true;
    const user = await open(resolvers);
    expect(await screen.findByText(/Storage is away/)).toBeVisible();
    resolvers.state.isDown = false;
    await user.click(screen.getByRole("button", { name: /Retry|Try again/ }));
    expect(await screen.findByRole("region", { name: "User agents" })).toBeVisible();
  });
});
