import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import { clientOf } from "../../testing/apollo.ts";
import { renderScreen } from "../../testing/dom.tsx";
import { refusal } from "../../testing/graphqlServer.ts";
import { LedgerPage } from "./LedgerPage.tsx";

const balance = {
  received: 14,
  recorded: 12,
  unchecked: 0,
  dropped: 2,
  erased: 1,
  forgotten: 0,
  pending: 0,
  missing: 0,
  parts: [
    { part: "firstVisit", reason: null, requests: 5 },
    { part: "repeat", reason: null, requests: 2 },
    { part: "bot", reason: "crawler: Googlebot", requests: 3 },
    { part: "miss", reason: "expired", requests: 1 },
  ],
  countedSince: "2026-11-20T10:00:00.000Z",
  sums: { people: 7, bots: 3 },
  sumsAgree: true,
};

interface Asked {
  readonly part: string;
  readonly reason: string | null;
  readonly after: string | null;
}

const request = (number: number) => ({
  id: `0199d1c2-0000-7000-8000-00000000000${number}`,
  at: `2026-11-23T10:00:0${number}.000Z`,
  code: null,
  explanation: `Because of ${number}.`,
  country: "Germany",
  countryCode: "DE",
  city: "",
  device: "desktop",
  browser: "Firefox",
  operatingSystem: "Linux",
  isp: "",
  referrer: "",
  link: null,
});

async function open(over: Partial<typeof balance> = {}, path = "/analytics/ledger") {
  const asked: Asked[] = [];
  const linkIds: (string | null)[] = [];
  const state = { isDown: false };
  const client = await clientOf({
    ledger: ({ linkId }: { linkId: string | null }) => {
      linkIds.push(linkId);
      return {
        balance: () => {
          if (state.isDown) throw refusal("INTERNAL_ERROR", "Storage is away");
          return { ...balance, ...over };
        },
        requests: (of: Asked) => {
          asked.push(of);
          return of.after === null
            ? { requests: [request(1), request(2)], next: "further" }
            : { requests: [request(3)], next: null };
        },
      };
    },
    link: ({ id }: { id: string }) => ({ id, name: "Handbook" }),
  });
  renderScreen(<LedgerPage />, { client, path });
  return { user: userEvent.setup(), asked, linkIds, state };
}

const row = (name: string) => screen.findByRole("row", { name: new RegExp(name) });

describe("the ledger's page", () => {
  it("says that all requests are accounted for, and line by line for what they were taken", async () => {
    await open();
    expect(await screen.findByText("All requests are accounted for")).toBeVisible();
    expect(screen.getByText(/Redirectors counted 12 requests/)).toBeVisible();
    expect(await row("Received.*14$")).toBeVisible();
    expect(await row("Dropped.*2$")).toBeVisible();
    expect(await row("First visits.*5$")).toBeVisible();
    expect(await row("Crawler: Googlebot.*3$")).toBeVisible();
    expect(await row("Prefetches.*0$")).toBeVisible();
    expect(await row("Erased.*1$")).toBeVisible();
    expect(await row("Sum of all lines.*12$")).toBeVisible();
    expect(screen.queryByRole("row", { name: /Difference/ })).toBeNull();
  });

  it.each([
    [{ missing: 3 }, "3 requests can't be accounted for", "Difference.*3$"],
    [{ missing: -1 }, "1 request too many", "Difference.*-1$"],
    [{ sumsAgree: false }, "Figures elsewhere differ", "Sum of all lines"],
  ])("of %j says so", async (over, title, difference) => {
    await open(over);
    expect(await screen.findByText(title)).toBeVisible();
    expect(screen.getByText(/make verify/)).toBeVisible();
    expect(await row(difference)).toBeVisible();
  });

  it("of before redirectors counted says that nothing was compared", async () => {
    await open({ unchecked: 12, sums: { people: 7, bots: 3 } });
    expect(await screen.findByText("Not compared")).toBeVisible();
    expect(screen.getByText(/12 requests from before/)).toBeVisible();
  });

  it("shows the single requests of a line, page by page", async () => {
    const { user, asked } = await open();
    await user.click(await screen.findByRole("button", { name: /Show requests: ?Crawler: Googlebot/ }));
    const list = within(await screen.findByRole("region", { name: "Bots: Crawler: Googlebot" }));
    expect(await list.findByText("Because of 2.")).toBeVisible();
    await user.click(list.getByRole("button", { name: "Show more" }));
    expect(await list.findByText("Because of 3.")).toBeVisible();
    expect(list.getByText("Because of 1.")).toBeVisible();
    expect(list.queryByRole("button", { name: "Show more" })).toBeNull();
    expect(asked.map(({ part, reason, after }) => [part, reason, after])).toEqual([
      ["bot", "crawler: Googlebot", null],
      ["bot", "crawler: Googlebot", "further"],
    ]);
    expect(screen.queryByRole("button", { name: /Show requests: ?Prefetches/ })).toBeNull();
  });

  it("is that of a link where the address says so", async () => {
    const id = "0199d1c2-0000-7000-8000-000000000009";
    const { user, linkIds } = await open({}, `/analytics/ledger?link=${id}`);
    expect(await screen.findByText("URL: Handbook")).toBeVisible();
    expect(linkIds).toEqual([id]);
    await user.click(screen.getByRole("button", { name: "Remove filter URL" }));
    await expect.poll(() => linkIds.at(-1)).toBeNull();
  });

  it("says when it can't be had, and tries again", async () => {
    const { user, state } = await open();
    await screen.findByText("All requests are accounted for");
    state.isDown = true;
    await user.selectOptions(screen.getByRole("combobox", { name: "Period" }), "7d");
    expect(await screen.findByText(/Storage is away/)).toBeVisible();
    state.isDown = false;
    await user.click(screen.getByRole("button", { name: /Retry|Try again/ }));
    expect(await screen.findByText("All requests are accounted for")).toBeVisible();
  });
});
