import { renderScreen } from "../../testing/dom.tsx";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import { writeCount } from "../../core/live/followCounts.ts";
import { clientOf } from "../../testing/apollo.ts";
import type { Resolvers } from "../../testing/graphqlServer.ts";
import { refusal } from "../../testing/graphqlServer.ts";
import { LinksPage } from "./LinksPage.tsx";

interface StoredLink {
  id: string;
  name: string;
  isActive: boolean;
  banReason?: string;
  listing?: { url: string; reason: string; source: "blocklist" | "checker" };
  clicks: number;
  isFavourite?: boolean;
  isArchived?: boolean;
  tags?: object[];
}

function answerOf(link: StoredLink) {
  return {
    ...link,
    clicks: () => link.clicks,
    originalUrl: `https://example.com/${link.name.toLowerCase()}`,
    shortUrl: link.name.toLowerCase(),
    fullShortUrl: `http://localhost:3001/${link.name.toLowerCase()}`,
    createdAt: "2026-01-01T00:00:00.000Z",
    updatedAt: "2026-01-01T00:00:00.000Z",
    group: null,
    banReason: link.banReason ?? null,
    listing: link.listing ?? null,
    domain: null,
  };
}

const scriptKey = "0199d1c2-0000-7000-8000-000000000009";

interface ListRequest {
  first: number;
  after?: string;
  sort?: object;
  filter: { isActive?: boolean; search?: string; domain?: string } & Record<string, unknown>;
}

/** Opens the page on a server that stores links in memory. */
async function open(links: StoredLink[], overrides: Resolvers = {}, path = "/urls") {
  const requests: ListRequest[] = [];
  const client = await clientOf({
    groups: () => [],
    domains: () => [],
    me: () => ({ id: "u1" }),
    apiKeys: () => [{ id: scriptKey, name: "Script" }],
    links: (args: ListRequest) => {
      requests.push(args);
      const { filter, after } = args;
      const search = filter.search?.toLowerCase() ?? "";
      const all = links.filter((link) => link.isActive === filter.isActive && link.name.toLowerCase().includes(search));
      const start = after ? all.findIndex((link) => link.id === after) + 1 : 0;
      const page = all.slice(start, start + 2);
      return {
        edges: page.map((link) => ({ cursor: link.id, node: answerOf(link) })),
        pageInfo: { endCursor: page.at(-1)?.id ?? null, hasNextPage: start + page.length < all.length },
        totalCount: all.length,
      };
    },
    setLinkActive: ({ id, active }: { id: string; active: boolean }) => {
      const link = links.find((candidate) => candidate.id === id);
      if (!link) throw refusal("NOT_FOUND_ERROR", "Link not found");
      link.isActive = active;
      return answerOf(link);
    },
    deleteLink: ({ id }: { id: string }) => {
      links.splice(
        links.findIndex((link) => link.id === id),
        1,
      );
      return id;
    },
    ...overrides,
  });
  renderScreen(<LinksPage />, { client, path });
  return { user: userEvent.setup(), client, requests };
}

const id = (number: number) => `0199d1c2-0000-7000-8000-00000000000${number}`;
const two = (): StoredLink[] => [
  { id: id(1), name: "Spring", isActive: true, clicks: 12 },
  { id: id(2), name: "Autumn", isActive: true, clicks: 1 },
];

describe("the URLs page", () => {
  it("says which link is banned, and why, and offers no visit to it", async () => {
    const [spring, autumn] = two();
    if (!spring || !autumn) throw new Error("there are two");
    await open([{ ...spring, banReason: "Phishing <b>of</b> a bank" }, autumn]);
    const banned = within(await screen.findByRole("article", { name: "Spring" }));
    expect(banned.getByText("Banned")).toBeVisible();
    expect(banned.getByRole("note")).toHaveTextContent(
      "visitors are not redirected. Reason: Phishing <b>of</b> a bank",
    );
    expect(banned.queryByRole("link", { name: /Visit/ })).toBeNull();
    const free = within(screen.getByRole("article", { name: "Autumn" }));
    expect(free.queryByText("Banned")).toBeNull();
    expect(free.getByRole("link", { name: /Visit/ })).toBeVisible();
  });

  it("shows each link's name, address, short link, count and status", async () => {
    await open(two());
    const card = within(await screen.findByRole("article", { name: "Spring" }));
    expect(card.getByText("localhost:3001/spring")).toBeVisible();
    expect(card.getByText("https://example.com/spring")).toBeVisible();
    expect(card.getByTestId("clicks")).toHaveTextContent("12");
    expect(card.getByText("Active")).toBeVisible();
    expect(card.getByRole("link", { name: "Visit Spring" })).toHaveAttribute("href", "http://localhost:3001/spring");
    expect(card.getByRole("link", { name: "Visit Spring" })).toHaveAttribute("target", "_blank");
  });

  it("moves a count when the server pushes it, and takes the last total as it is", async () => {
    const { client } = await open(two());
    const card = within(await screen.findByRole("article", { name: "Spring" }));
    writeCount(client.cache, { linkId: id(1), clicks: 13, clicksWithBots: 14 });
    await waitFor(() => expect(card.getByTestId("clicks")).toHaveTextContent("13"));
    writeCount(client.cache, { linkId: id(9), clicks: 99, clicksWithBots: 99 });
    writeCount(client.cache, { linkId: id(1), clicks: 20, clicksWithBots: 21 });
    await waitFor(() => expect(card.getByTestId("clicks")).toHaveTextContent("20"));
  });

  it("deactivates and activates, and the card goes to the other list", async () => {
    const { user } = await open(two());
    await user.click(await screen.findByRole("button", { name: "Deactivate Spring" }));
    expect(await screen.findByText("URL deactivated successfully!")).toBeVisible();
    await waitFor(() => expect(screen.queryByRole("article", { name: "Spring" })).toBeNull());
    await user.click(screen.getByLabelText("Show Inactive URLs"));
    const card = within(await screen.findByRole("article", { name: "Spring" }));
    expect(card.getByText("Inactive")).toBeVisible();
    expect(card.queryByRole("link", { name: "Visit Spring" })).toBeNull();
    expect(screen.queryByRole("article", { name: "Autumn" })).toBeNull();
    await user.click(card.getByRole("button", { name: "Activate Spring" }));
    expect(await screen.findByText("URL activated successfully!")).toBeVisible();
    expect(await screen.findByText("No inactive URLs")).toBeVisible();
  });

  it("keeps the card and shows the server's words when switching fails", async () => {
    const { user } = await open(two(), {
      setLinkActive: () => {
        throw refusal("INTERNAL_ERROR", "Storage is away");
      },
    });
    await user.click(await screen.findByRole("button", { name: "Deactivate Spring" }));
    expect(await screen.findByText("Storage is away")).toBeVisible();
    expect(screen.getByRole("article", { name: "Spring" })).toBeVisible();
  });

  it("deletes only after the question", async () => {
    const { user } = await open(two());
    await user.click(await screen.findByRole("button", { name: "Delete Spring" }));
    const question =
      'Are you sure you want to permanently delete "Spring"? This action cannot be undone and all click data will be lost.';
    expect(await screen.findByText(question)).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Cancel" }));
    expect(screen.getByRole("article", { name: "Spring", hidden: true })).toBeInTheDocument();
    await user.click(screen.getByRole("button", { name: "Delete Spring" }));
    await user.click(await screen.findByRole("button", { name: "Delete" }));
    expect(await screen.findByText("URL permanently deleted!")).toBeVisible();
    await waitFor(() => expect(screen.queryByRole("article", { name: "Spring" })).toBeNull());
    expect(screen.getByText("1 active URL")).toBeVisible();
  });

  it("copies the short link", async () => {
    const { user } = await open(two());
    await user.click(await screen.findByRole("button", { name: "Copy short URL of Spring" }));
    expect(await screen.findByText("Copied to clipboard!")).toBeVisible();
    expect(await navigator.clipboard.readText()).toBe("http://localhost:3001/spring");
  });

  it("lets the server search, and says when nothing is found", async () => {
    const { user, requests } = await open(two());
    await screen.findByRole("article", { name: "Spring" });
    const field = screen.getByLabelText("Search URLs");
    // All values are entered at once, because on a busy machine typing pauses between two keys.
    for (const value of ["a", "au", "aut"]) fireEvent.change(field, { target: { value } });
    await waitFor(() => expect(screen.queryByRole("article", { name: "Spring" })).toBeNull());
    expect(screen.getByRole("article", { name: "Autumn" })).toBeVisible();
    expect(requests.at(-1)?.filter).toEqual({ isActive: true, search: "aut" });
    expect(requests.length).toBeLessThan(4);
    await user.type(screen.getByLabelText("Search URLs"), "zzz");
    expect(await screen.findByText("No URLs found")).toBeVisible();
  });

  it("loads page after page", async () => {
    const links = [1, 2, 3, 4, 5].map((number) => ({
      id: id(number),
      name: `Link${number}`,
      isActive: true,
      clicks: 0,
    }));
    const { user } = await open(links);
    await screen.findByRole("article", { name: "Link2" });
    expect(await screen.findByText("5 active URLs")).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Load more" }));
    await screen.findByRole("article", { name: "Link4" });
    await user.click(screen.getByRole("button", { name: "Load more" }));
    await screen.findByRole("article", { name: "Link5" });
    expect(screen.getAllByRole("article")).toHaveLength(5);
    expect(screen.queryByRole("button", { name: "Load more" })).toBeNull();
  });

  it("invites to make the first link", async () => {
    await open([]);
    expect(await screen.findByText("No URLs created yet")).toBeVisible();
    expect(screen.getByRole("button", { name: "Create your first URL" })).toBeVisible();
  });

  it("shows links before it is known how many there are", async () => {
    let answer: (count: number) => void = () => undefined;
    const counted = new Promise<number>((resolve) => (answer = resolve));
    await open([], {
      links: () => ({
        edges: two().map((link) => ({ cursor: link.id, node: answerOf(link) })),
        pageInfo: { endCursor: null, hasNextPage: false },
        totalCount: () => counted,
      }),
    });
    expect(await screen.findByRole("article", { name: "Spring" })).toBeVisible();
    expect(screen.getByText("Manage your short URLs")).toBeVisible();
    answer(2);
    expect(await screen.findByText("2 active URLs")).toBeVisible();
  });

  it("asks anew after a change, also where an answer from before it is still to come", async () => {
    const links = two();
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    let asked = 0;
    const { user } = await open(links, {
      links: async ({ first, filter: { isActive } }: ListRequest) => {
        const found = links.filter((link) => !link.isArchived && link.isActive === isActive);
        const edges = found.map((link) => ({ cursor: link.id, node: answerOf(link) }));
        const answer = { edges, pageInfo: { endCursor: null, hasNextPage: false }, totalCount: found.length };
        if (first === 1 || !isActive) return answer;
        asked += 1;
        if (asked === 3) release();
        if (asked > 1) await held;
        return answer;
      },
      updateLink: ({ input }: { input: { isArchived: boolean } }) => {
        const [spring] = links;
        if (!spring) throw new Error("there is one");
        return answerOf(Object.assign(spring, input));
      },
    });
    await screen.findByRole("article", { name: "Spring" });
    await user.click(screen.getByLabelText("Show Inactive URLs"));
    await screen.findByText("No inactive URLs");
    // The list is shown from the cache, and queried again.
    await user.click(screen.getByLabelText("Show Inactive URLs"));
    const card = within(await screen.findByRole("article", { name: "Spring" }));
    await waitFor(() => expect(asked).toBe(2));
    await user.click(card.getByRole("button", { name: "Archive Spring" }));
    await waitFor(() => expect(screen.queryByRole("article", { name: "Spring" })).toBeNull());
    expect(await screen.findByText("1 active URL")).toBeVisible();
  });

  it("says when the list can't be had, and tries again", async () => {
    let down = true;
    const { user } = await open([], {
      links: () => {
        if (down) throw refusal("INTERNAL_ERROR", "Internal server error. Please try again later.");
        return { edges: [], pageInfo: { endCursor: null, hasNextPage: false }, totalCount: 0 };
      },
    });
    expect(await screen.findByText("Internal server error. Please try again later.")).toBeVisible();
    down = false;
    await user.click(screen.getByRole("button", { name: "Retry" }));
    expect(await screen.findByText("No URLs created yet")).toBeVisible();
  });

  it("is narrowed to a domain where there are any, and says when it has no URL", async () => {
    const domain = { id: id(9), name: "go.example.com", displayName: "go.example.com", state: "verified" };
    const { user, requests } = await open(two(), {
      domains: () => [{ ...domain, isDefault: false, ignoresCase: false }],
      links: (args: ListRequest) => {
        requests.push(args);
        const nodes = args.filter.domain === "go.example.com" ? [] : two().map(answerOf);
        const pageInfo = { endCursor: null, hasNextPage: false };
        return { edges: nodes.map((node) => ({ cursor: node.id, node })), pageInfo, totalCount: nodes.length };
      },
    });
    await user.selectOptions(await screen.findByRole("combobox", { name: "Domain" }), "go.example.com");
    await user.click(await screen.findByRole("button", { name: "Show all domains" }));
    expect(await screen.findByRole("article", { name: "Spring" })).toBeVisible();
    await user.selectOptions(screen.getByRole("combobox", { name: "Domain" }), "Default domain");
    await waitFor(() => expect(requests.at(-1)?.filter.domain).toBe(""));
    expect(requests.map(({ filter }) => filter.domain)).toContain("go.example.com");
  });

  it("offers no choice of a domain where there is none, but for the one in the address", async () => {
    const { requests } = await open(two(), {}, "/urls?domain=old.example");
    expect(await screen.findByRole("combobox", { name: "Domain" })).toHaveDisplayValue("old.example");
    await waitFor(() => expect(requests[0]?.filter.domain).toBe("old.example"));
    await open(two());
    await waitFor(() => expect(screen.getAllByRole("article", { name: "Spring" })).toHaveLength(2));
    expect(screen.getAllByRole("combobox", { name: "Domain" })).toHaveLength(1);
  });
});

describe("what brings order into URLs", () => {
  const spring = { id: "0199d1c2-0000-7000-8000-0000000000a1", name: "Spring", colour: "green", urlCount: 1 };

  it("narrows the list by what is chosen, shows it, and takes it away again", async () => {
    const { user, requests } = await open(
      two(),
      { tags: () => [spring] },
      "/urls?tags=Spring&tagsMode=all&sort=updated-asc",
    );
    await screen.findByRole("article", { name: "Spring" });
    const last = () => requests.at(-1);
    expect(last()).toMatchObject({
      filter: { isActive: true, tags: ["Spring"], tagsMode: "all" },
      sort: { field: "updated", direction: "asc" },
    });
    await user.click(screen.getByRole("button", { name: "Filters (1)" }));
    await user.selectOptions(await screen.findByRole("combobox", { name: "Archive" }), "Archived only");
    await user.click(screen.getByRole("switch", { name: "Favourites only" }));
    await user.selectOptions(await screen.findByRole("combobox", { name: "Made by" }), "API key Script");
    await user.type(screen.getByRole("textbox", { name: "Clicks, at least" }), "12");
    const chosen = { tags: ["Spring"], archived: "only", favourite: true, creator: scriptKey, clicksMin: 12 };
    await waitFor(() => expect(last()?.filter).toMatchObject(chosen));
    await user.click(screen.getByRole("button", { name: "Remove the filter Made by Script" }));
    await waitFor(() => expect(last()?.filter["creator"]).toBeUndefined());
    await user.click(screen.getByRole("button", { name: "Remove the filter Tag: Spring" }));
    await waitFor(() => expect(last()?.filter["tags"]).toBeUndefined());
    await user.selectOptions(screen.getByRole("combobox", { name: "Sort by" }), "Clicks, most first");
    await waitFor(() => expect(last()).toMatchObject({ sort: { field: "clicks", direction: "desc" } }));
    await user.click(screen.getByRole("button", { name: "Clear filters" }));
    await waitFor(() => expect(last()?.filter).toEqual({ isActive: true }));
  });

  it("shows tags, and one that is pressed alone", async () => {
    const [first, second] = two();
    if (!first || !second) throw new Error("there are two");
    const { user, requests } = await open([{ ...first, tags: [spring] }, second], { tags: () => [spring] });
    await user.click(await screen.findByRole("button", { name: "Show URLs with the tag Spring" }));
    await waitFor(() => expect(requests.at(-1)?.filter).toMatchObject({ tags: ["Spring"], tagsMode: "any" }));
  });

  it("makes a favourite, and archives a URL until that is undone", async () => {
    const links = two();
    const updateLink = ({ id: changed, input }: { id: string; input: object }) => {
      const link = links.find((candidate) => candidate.id === changed);
      if (!link) throw refusal("NOT_FOUND_ERROR", "Link not found");
      return answerOf(Object.assign(link, input));
    };
    const { user } = await open(links, { updateLink });
    const card = within(await screen.findByRole("article", { name: "Spring" }));
    await user.click(card.getByRole("button", { name: "Favourite Spring", pressed: false }));
    await card.findByRole("button", { name: "Favourite Spring", pressed: true });
    expect(links[0]?.isFavourite).toBe(true);
    await user.click(card.getByRole("button", { name: "Archive Spring" }));
    await waitFor(() => expect(links[0]?.isArchived).toBe(true));
    await user.click(await screen.findByRole("button", { name: "Undo" }));
    await waitFor(() => expect(links[0]?.isArchived).toBe(false));
  });
});
