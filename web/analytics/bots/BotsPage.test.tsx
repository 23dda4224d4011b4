import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import { clientOf } from "../../testing/apollo.ts";
import { renderScreen } from "../../testing/dom.tsx";
import { refusal } from "../../testing/graphqlServer.ts";
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
  const classifiedClicks = ({ people, only, filters }: Asked) => {
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
          rulesVersion: 1,
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
  const rules: Rules = { version: 4, since: lastAt, verdicts: [], addresses: ["203.0.113.7"], parameter: null };
  const saved: Input[] = [];
  const setBotRules = ({ input }: { input: Input }) => {
    if (input.addresses.includes("nonsense"))
      throw refusal("VALIDATION_ERROR", "Must be an address", {
        fields: [{ field: "addresses.0", message: "Must be an address" }],
      });
    saved.push(input);
    return Object.assign(rules, { ...input, version: input.version + 1 });
  };
  const tryBotRules = () => ({
    classified: 1000,
    toBots: 7,
    toPeople: 3,
    otherReasons: 0,
    rows: [
      {
        day: "2026-11-20",
        linkId: "0199d1c2-0000-7000-8000-000000000009",
        toBots: 7,
        toPeople: 3,
        otherReasons: 0,
        link: null,
      },
    ],
  });
  return { asked, state, classifiedClicks, botRules: () => rules, setBotRules, tryBotRules, saved };
}

interface Rules {
  version: number;
  since: string;
  verdicts: readonly object[];
  addresses: readonly string[];
  parameter: object | null;
}
type Input = Omit<Rules, "since">;

async function open(resolvers: ReturnType<typeof judged>, path = "/analytics/bots") {
  const { classifiedClicks, botRules, setBotRules, tryBotRules } = resolvers;
  const client = await clientOf({
    classifiedClicks,
    botRules,
    setBotRules,
    tryBotRules,
    domains: () => [],
    groups: () => [],
    links: () => ({
      edges: [{ node: { id: "0199d1c2-0000-7000-8000-000000000009", fullShortUrl: "https://hop.example/x" } }],
    }),
  });
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
    expect(networks.getByRole("button", { name: /Show only ?Google LLC \(AS15169\)/ })).toBeVisible();
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

  it("says of an agent, network or referrer what it is, from now on, and takes it back", async () => {
    const resolvers = judged();
    const user = await open(resolvers);
    await user.click(await screen.findByRole("button", { name: "Is a person: curl/8.0" }));
    await user.click(await screen.findByRole("button", { name: "Is a person: Google LLC (AS15169)" }));
    const own = within(screen.getByRole("region", { name: "Your rules" }));
    expect(await own.findByText("Network AS15169: a person")).toBeVisible();
    expect(own.getAllByRole("listitem")[1]).toHaveTextContent("User agent with “curl/8.0”: a person");
    expect(resolvers.saved.at(-1)).toMatchObject({ version: 5, addresses: ["203.0.113.7"] });
    expect(screen.queryByRole("button", { name: /^Is a person: (None|Unknown|Direct)/ })).toBeNull();
    await user.click(own.getByRole("button", { name: "Remove Network AS15169: a person" }));
    await expect.poll(() => resolvers.saved.at(-1)?.verdicts).toMatchObject([{ field: "agent", value: "curl/8.0" }]);
  });

  it("says what the rules would change in the past", async () => {
    const user = await open(judged());
    await user.click(await screen.findByRole("button", { name: "Try on the past" }));
    const tried = within(await screen.findByRole("dialog", { name: "Rules on the past" }));
    expect(await tried.findByText(/^Of 1,000 clicks .* 7 would be bots', 3 would be people's/)).toBeVisible();
    expect(tried.getByRole("row", { name: "2026-11-20 Deleted URL 7 3" })).toBeVisible();
  });

  it("edits all rules as text, and says which line is wrong", async () => {
    const resolvers = judged();
    const user = await open(resolvers);
    await user.click(await screen.findByRole("button", { name: "Edit rules" }));
    const form = within(await screen.findByRole("dialog", { name: "Edit Rules" }));
    const verdicts = await form.findByLabelText("Who is a person, and who is a bot");
    await user.type(verdicts, "bot agent Our Monitor/{Enter}cat network AS1");
    await user.click(form.getByRole("button", { name: "Save" }));
    expect(await form.findByText(/^Line 2: must be bot or person/)).toBeVisible();
    await user.clear(verdicts);
    await user.type(verdicts, "bot agent Our Monitor/");
    const addresses = form.getByLabelText("Addresses of your own");
    await user.clear(addresses);
    await user.type(addresses, "nonsense");
    await user.click(form.getByRole("button", { name: "Save" }));
    expect(await form.findByText("Line 1: Must be an address")).toBeVisible();
    await user.clear(addresses);
    await user.type(form.getByLabelText("Parameter that marks your own visits"), "me");
    await user.type(form.getByLabelText("Value of the parameter"), "it-is-us");
    await user.click(form.getByRole("button", { name: "Save" }));
    await expect
      .poll(() => resolvers.saved)
      .toMatchObject([
        {
          version: 4,
          verdicts: [{ field: "agent", value: "Our Monitor/", verdict: "bot" }],
          addresses: [],
          parameter: { name: "me", value: "it-is-us" },
        },
      ]);
    const button = await screen.findByRole("link", { name: "Leave out this browser at hop.example" });
    expect(button).toHaveAttribute("href", "https://hop.example/.well-known/hoplog/own-visits?me=it-is-us");
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
