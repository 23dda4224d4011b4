import { ApolloClient, ApolloLink } from "@apollo/client";
import { fireEvent, screen, within } from "@testing-library/react";
import { Observable, Subject } from "rxjs";
import { describe, expect, it } from "vitest";
import { createCache } from "../../core/graphql/client.ts";
import { renderScreen } from "../../testing/dom.tsx";
import type { LiveEvent } from "./feed.ts";
import { LivePage } from "./LivePage.tsx";

const now = new Date();
// The events contain no countries, because the map would otherwise load shapes from a server.
const slice = { at: now.toISOString(), people: 12_000, bots: 1, countries: [] };
const click = {
  id: "c1",
  timestamp: now.toISOString(),
  country: "Germany",
  countryCode: "DE",
  regionName: "Bavaria",
  city: "Munich",
  device: "mobile",
  browser: "Firefox",
  operatingSystem: "Android",
  referrer: "example.org",
  isBot: true,
  linkId: "0199d1c2-0000-7000-8000-000000000001",
  linkName: "Spring sale",
  code: "spring",
};

/** Opens the page with a subscription that the test feeds; `asked` contains the variables of each subscription. */
function open(path: string) {
  const asked: unknown[] = [];
  const events = new Subject<LiveEvent>();
  const link = new ApolloLink(({ operationName, variables }) => {
    if (operationName !== "AccountClicks") return new Observable(() => {});
    asked.push(variables);
    return events.pipe(
      (source) => new Observable((to) => source.subscribe((event) => to.next({ data: { workspaceClicks: event } }))),
    );
  });
  renderScreen(<LivePage />, { client: new ApolloClient({ cache: createCache(), link }), path });
  const send = (changes: Partial<LiveEvent>) =>
    events.next({ at: now.toISOString(), reset: true, slices: [], clicks: [], sampledOf: 0, ...changes });
  return { asked, send, isWatched: () => events.observed };
}

describe("the live page", () => {
  it("asks for what the address says, and begins anew without a filter that is taken away", async () => {
    const { asked } = open("/live?filter=country:is:DE&filter=country:is:FR&filter=planet:is:Mars&bots=1");
    await expect
      .poll(() => asked)
      .toEqual([{ filters: [{ field: "country", op: "is", values: ["DE", "FR"] }], bots: true }]);
    fireEvent.click(await screen.findByRole("button", { name: "Remove filter Country is France" }));
    await expect
      .poll(() => asked.at(-1))
      .toEqual({
        filters: [{ field: "country", op: "is", values: ["DE"] }],
        bots: true,
      });
  });

  it("shows exact figures and a sample, which leads to its link's analytics in the same view", async () => {
    const { send, isWatched } = open("/live?filter=device:is:mobile");
    await expect.poll(isWatched).toBe(true);
    send({ slices: [slice], clicks: [click], sampledOf: 12_000 });
    const list = within(await screen.findByRole("list", { name: "Latest clicks" }));
    expect(list.getByText("Munich, Bavaria, Germany · mobile · Firefox · Android · from example.org")).toBeTruthy();
    expect(list.getByText("Bot")).toBeTruthy();
    expect(list.getByRole("link", { name: "Spring sale" }).getAttribute("href")).toBe(
      `/live?filter=device%3Ais%3Amobile&analytics=${click.linkId}`,
    );
    expect(screen.getByText("A sample")).toBeTruthy();
    expect(screen.getAllByText("12,000")).toHaveLength(3);
  });

  it("stands still while it is paused, and then shows what has come", async () => {
    const { send, isWatched } = open("/live");
    await expect.poll(isWatched).toBe(true);
    send({});
    await screen.findByText("No clicks in the last 30 minutes.");
    fireEvent.click(screen.getByRole("button", { name: "Pause" }));
    send({ slices: [slice], clicks: [click], sampledOf: 1 });
    expect(screen.queryByText("Spring sale")).toBeNull();
    fireEvent.click(screen.getByRole("button", { name: "Resume" }));
    expect(await screen.findByText("Spring sale")).toBeTruthy();
  });
});
