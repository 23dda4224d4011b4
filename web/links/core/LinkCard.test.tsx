import { renderScreen } from "../../testing/dom.tsx";
import { cleanup, screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { clientOf } from "../../testing/apollo.ts";
import { springLink } from "../../testing/links.ts";
import { LinkCard } from "./LinkCard.tsx";
import type { ListedLink } from "./listedLink.ts";
import type { RowActions } from "./rowActions.ts";

const link: ListedLink = {
  ...springLink,
  state: "active",
  maxClicks: null,
  visitsLeft: null,
  expiresAt: null,
  rules: null,
  split: null,
  hasPassword: false,
};
const nothing = () => undefined;
const actions: RowActions = {
  select: nothing,
  analytics: nothing,
  group: nothing,
  qr: nothing,
  history: nothing,
  edit: nothing,
  toggle: nothing,
  star: nothing,
  archive: nothing,
  tag: nothing,
  remove: nothing,
  focused: nothing,
};

async function show(changed: Partial<ListedLink>) {
  const client = await clientOf({});
  renderScreen(<LinkCard link={{ ...link, ...changed }} selected={false} reachable on={actions} />, { client });
}

describe("the card of a link", () => {
  it.each<[Partial<ListedLink>, string[]]>([
    [{ state: "scheduled" }, ["Active", "Scheduled"]],
    [{ state: "expired" }, ["Active", "Expired"]],
    [{ state: "usedUp", maxClicks: 1000, visitsLeft: 0 }, ["Active", "Used up", "0 of 1,000 left"]],
    [{ maxClicks: 1000, visitsLeft: 12 }, ["Active", "12 of 1,000 left"]],
    [{ state: "banned", banReason: "Spam" }, ["Active", "Banned"]],
    [
      { state: "listed", listing: { url: "https://bad.example/", reason: "Phishing", source: "blocklist" } },
      ["Active", "Warning shown"],
    ],
    [{ state: "inactive", isActive: false }, ["Inactive"]],
    [{ rules: [{ number: 1 }, { number: 4 }], split: { sticky: false } }, ["Active", "2 rules", "Split"]],
    [{ hasPassword: true }, ["Active", "Password"]],
    [{ rules: [{ number: 7 }] }, ["Active", "1 rule"]],
  ])("with %j says %j", async (changed, texts) => {
    await show(changed);
    const states = ["Active", "Inactive", "Scheduled", "Expired", "Used up", "Banned", "Warning shown"];
    const visits = ["0 of 1,000 left", "12 of 1,000 left"];
    const all = [...states, ...visits, "1 rule", "2 rules", "Split", "Password"];
    expect(all.filter((text) => screen.queryByText(text) !== null)).toEqual(texts);
  });

  it.each([
    ["blocklist", "is listed as harmful. Reason: <i>Phishing</i>."],
    ["checker", "is suspected to be harmful. Reason: <i>Phishing</i>."],
  ] as const)("says why visitors get a warning, by the %s, and offers no visit", async (source, text) => {
    await show({ state: "listed", listing: { url: "https://bad.example/login", reason: "<i>Phishing</i>", source } });
    expect(screen.getByRole("note")).toHaveTextContent(`https://bad.example/login ${text}`);
    expect(screen.getByRole("note")).toHaveTextContent("Give the link another destination");
    expect(screen.queryByRole("link", { name: /Visit/ })).toBeNull();
  });

  it("shows the short URL with its domain, as people read it", async () => {
    await show({
      shortUrl: "a/b",
      fullShortUrl: "https://xn--mnchen-3ya.example/a/b",
      domain: { name: "xn--mnchen-3ya.example", displayName: "münchen.example", state: "verified" },
    });
    expect(screen.getByText("münchen.example/a/b")).toBeVisible();
    expect(screen.queryByRole("note")).toBeNull();
    expect(screen.getByRole("link", { name: "Visit Spring" })).toBeVisible();
  });

  it.each([
    ["pending", /not verified yet/, "DNS records", "/settings/domains?domain=go.example.com"],
    ["lost", /until its TXT record is back/, "DNS records", "/settings/domains?domain=go.example.com"],
    ["removed", /Choose another domain with Edit, or add it again/, "Domains", "/settings/domains"],
  ] as const)("in a domain that is %s says so, and what to do", async (state, advice, label, to) => {
    await show({ state: "unreachable", domain: { name: "go.example.com", displayName: "go.example.com", state } });
    expect(screen.getByText("Unreachable")).toBeVisible();
    expect(screen.getByRole("note")).toHaveTextContent(advice);
    expect(screen.getByRole("link", { name: label })).toHaveAttribute("href", to);
    expect(screen.queryByRole("link", { name: "Visit Spring" })).toBeNull();
  });

  it("shows the picture of its destination beside it, in a place of a fixed size, and nothing where there is none", async () => {
    const found = {
      title: null,
      iconUrl: null,
      pictureUrl: "/api/destinations/images/b",
      problem: null,
      deadSince: null,
    };
    await show({ destination: found });
    const picture = document.querySelector("article img");
    for (const [name, value] of Object.entries({ src: found.pictureUrl, alt: "", loading: "lazy" })) {
      expect(picture?.getAttribute(name)).toBe(value);
    }
    expect(picture?.getAttribute("width")).toMatch(/^[0-9]+$/);
    expect(picture?.getAttribute("height")).toMatch(/^[0-9]+$/);
    cleanup();
    await show({ destination: { ...found, pictureUrl: null } });
    expect(document.querySelector("article img")).toBeNull();
  });

  it("says what its destination is called, and since when it is dead and why", async () => {
    const images = { iconUrl: "/api/destinations/images/a", pictureUrl: null };
    const found = { title: "Spring sale", ...images, problem: null, deadSince: null };
    await show({ destination: found });
    expect(screen.getByText("Spring sale")).toBeTruthy();
    expect(document.querySelector("img")?.getAttribute("src")).toBe("/api/destinations/images/a");
    expect(screen.queryByText(/dead/)).toBeNull();
    await show({ destination: { ...found, title: null, problem: "notFound", deadSince: "2026-01-02T12:00:00.000Z" } });
    expect(screen.getByText(/^The destination has been dead since .*2026: its server says/)).toBeTruthy();
  });
});
