import { renderScreen } from "../../testing/dom.tsx";
import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import { clientOf } from "../../testing/apollo.ts";
import type { Resolvers } from "../../testing/graphqlServer.ts";
import { refusal } from "../../testing/graphqlServer.ts";
import { ClickHistory } from "./ClickHistory.tsx";

const linkId = "0199d1c2-0000-7000-8000-000000000001";

/** Returns `count` clicks, newest first; each click's browser version is its position from the newest. */
function manyClicks(count: number) {
  return Array.from({ length: count }, (_, index) => ({
    id: `0199d1c2-0000-7000-8000-${String(index).padStart(12, "0")}`,
    timestamp: new Date(Date.UTC(2026, 10, 21) - index * 60_000).toISOString(),
    country: "",
    countryCode: "",
    city: "",
    regionName: "",
    isp: "",
    device: "desktop",
    browser: "Firefox",
    browserVersion: String(index + 1),
    operatingSystem: "",
    referrer: "",
    isBot: index === 1,
    botReason: index === 1 ? "Names itself a crawler" : "",
  }));
}

async function open(clickLog: Resolvers[string]) {
  renderScreen(<ClickHistory linkId={linkId} />, { client: await clientOf({ clickLog }) });
  return userEvent.setup();
}

function serve(count: number) {
  const all = manyClicks(count);
  return ({ first, after }: { first: number; after?: string }) => {
    const start = after ? all.findIndex((click) => click.id === after) + 1 : 0;
    const clicks = all.slice(start, start + first);
    return { clicks, totalCount: count, endCursor: clicks.at(-1)?.id ?? null, hasNextPage: start + first < count };
  };
}

describe("the click history", () => {
  it("shows eight rows a page, with the unknown named as such", async () => {
    const user = await open(serve(19));
    expect(await screen.findByText("Showing 1-8 of 19 clicks")).toBeVisible();
    expect(screen.getAllByRole("row")).toHaveLength(9);
    expect(screen.getAllByText("Unknown City, Unknown Region")).toHaveLength(8);
    expect(screen.getAllByText("Unknown Country · Unknown ISP")).toHaveLength(8);
    expect(screen.getAllByText("Unknown OS")).toHaveLength(8);
    expect(screen.getByText("Bot")).toBeVisible();
    expect(screen.getByRole("button", { name: "Previous" })).toBeDisabled();
    await user.click(screen.getByRole("button", { name: "Next" }));
    expect(screen.getByText("Showing 9-16 of 19 clicks")).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Page 3" }));
    expect(screen.getByText("Showing 17-19 of 19 clicks")).toBeVisible();
    expect(screen.getByRole("button", { name: "Next" })).toBeDisabled();
    await user.click(screen.getByRole("button", { name: "Previous" }));
    expect(screen.getByText("Showing 9-16 of 19 clicks")).toBeVisible();
  });

  it("goes on beyond the first hundred by itself", async () => {
    const user = await open(serve(205));
    await user.click(await screen.findByRole("button", { name: "Page 12" }));
    expect(screen.getByText("Showing 89-96 of 205 clicks")).toBeVisible();
    expect(screen.queryByRole("button", { name: "Page 13" })).toBeNull();
    await user.click(screen.getByRole("button", { name: "Next" }));
    expect(await screen.findByText("Showing 97-104 of 205 clicks")).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Page 25" }));
    await user.click(screen.getByRole("button", { name: "Next" }));
    expect(await screen.findByText("Showing 201-205 of 205 clicks")).toBeVisible();
    expect(screen.getByRole("button", { name: "Next" })).toBeDisabled();
  });

  it("stays where it is when older clicks can't be had, and Next tries again", async () => {
    let isDown = true;
    const served = serve(105);
    const user = await open((args: { first: number; after?: string }) => {
      if (isDown && args.after) throw refusal("INTERNAL_ERROR", "Storage is away");
      return served(args);
    });
    await user.click(await screen.findByRole("button", { name: "Page 12" }));
    await user.click(screen.getByRole("button", { name: "Next" }));
    expect(await screen.findByText("Failed to fetch click logs: Storage is away")).toBeVisible();
    expect(screen.getByText("Showing 89-96 of 105 clicks")).toBeVisible();
    isDown = false;
    await user.click(screen.getByRole("button", { name: "Next" }));
    expect(await screen.findByText("Showing 97-104 of 105 clicks")).toBeVisible();
  });

  it("says when there is none", async () => {
    await open(serve(0));
    expect(await screen.findByText("No click logs found")).toBeVisible();
    expect(screen.getByText("This URL hasn't been clicked yet")).toBeVisible();
  });

  it("says when it can't be had, and tries again", async () => {
    let down = true;
    const user = await open((args: { first: number }) => {
      if (down) throw refusal("INTERNAL_ERROR", "Storage is away");
      return serve(3)(args);
    });
    expect(await screen.findByText("Failed to fetch click logs: Storage is away")).toBeVisible();
    down = false;
    await user.click(screen.getByRole("button", { name: "Retry" }));
    expect(await screen.findByText("Showing 1-3 of 3 clicks")).toBeVisible();
  });
});
