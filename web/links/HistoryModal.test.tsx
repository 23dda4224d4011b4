import { renderScreen } from "../testing/dom.tsx";
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import { clientOf } from "../testing/apollo.ts";
import type { Resolvers } from "../testing/graphqlServer.ts";
import { refusal } from "../testing/graphqlServer.ts";
import { LinksPage } from "./LinksPage.tsx";

const id = "0199d1c2-0000-7000-8000-000000000001";

interface Change {
  field: string;
  from: string | null;
  to: string | null;
}

function entry(version: number, type: string, changes: Change[], by: string | null = "Ada Lovelace") {
  return { version, at: `2026-11-0${version}T10:00:00.000Z`, by, type, changes, revertible: version > 1 };
}

/** The page on a server with one link, which `past` happened to; reverting sets its name back to Spring. */
async function open(overrides: Resolvers = {}, path = "/urls") {
  const past = [
    entry(1, "LinkCreated", [
      { field: "name", from: null, to: "Spring" },
      { field: "shortUrl", from: null, to: "spring" },
    ]),
    entry(2, "LinkMovedToGroup", [{ field: "group", from: null, to: "Press" }]),
    entry(3, "LinkDeactivated", [{ field: "isActive", from: "true", to: "false" }], null),
    entry(4, "LinkActivated", [{ field: "isActive", from: "false", to: "true" }]),
    entry(5, "LinkEdited", [
      { field: "name", from: "Spring", to: "Autumn" },
      { field: "group", from: "Press", to: null },
    ]),
  ];
  const link = { id, name: "Autumn", originalUrl: "https://example.com", shortUrl: "spring", isActive: true };
  const answer = () => ({
    ...link,
    fullShortUrl: "http://localhost:3001/spring",
    createdAt: "2026-01-01T00:00:00.000Z",
    clicks: 0,
    group: null,
    history: past,
  });
  const client = await clientOf({
    groups: () => [],
    links: ({ filter }: { filter: { isActive?: boolean } }) => {
      const found = filter.isActive === link.isActive ? [answer()] : [];
      return {
        edges: found.map((node) => ({ cursor: id, node })),
        pageInfo: { endCursor: null, hasNextPage: false },
        totalCount: found.length,
      };
    },
    link: answer,
    revertLink: ({ version }: { version: number }) => {
      if (version === 5) link.name = "Spring";
      if (version === 4) link.isActive = false;
      past.push(entry(past.length + 1, "LinkRenamed", [{ field: "name", from: "Autumn", to: "Spring" }]));
      return answer();
    },
    ...overrides,
  });
  renderScreen(<LinksPage />, { client, path });
  return userEvent.setup();
}

const texts = () => screen.getAllByRole("listitem").map((item) => item.textContent ?? "");

describe("the history of a link", () => {
  it("says who changed what, the newest first, and names what is empty", async () => {
    const user = await open();
    await user.click(await screen.findByRole("button", { name: "History of Autumn" }));
    const dialog = within(await screen.findByRole("dialog", { name: "History of Autumn" }));
    await dialog.findByText("Created");
    const list = dialog.getByRole("list", { name: "Changes, newest first" });
    const items = within(list).getAllByRole("listitem");
    expect(items.map((item) => item.textContent)).toEqual([
      expect.stringMatching(/^Editedby Ada Lovelace, .*NameSpringAutumnGroupPressNo group$/),
      expect.stringMatching(/^Made activeby Ada Lovelace, .*StatusInactiveActive$/),
      expect.stringMatching(/^Made inactiveby the system, .*StatusActiveInactive$/),
      expect.stringMatching(/^Moved to a groupby Ada Lovelace, .*GroupNo groupPress$/),
      expect.stringMatching(/^Createdby Ada Lovelace, .*NameSpringShort URLspring$/),
    ]);
    expect(within(list).getAllByRole("button", { name: /^Revert/ })).toHaveLength(4);
    expect(items[4]).not.toHaveTextContent("Revert");
  });

  it("takes an edit back, and shows it on the card and as the newest entry", async () => {
    const user = await open({}, `/urls?history=${id}`);
    await user.click(await screen.findByRole("button", { name: /^Revert: Edited/ }));
    expect(await screen.findByText("URL updated successfully!")).toBeVisible();
    expect(await screen.findByRole("dialog", { name: "History of Spring" })).toBeVisible();
    expect(texts().some((text) => text.startsWith("Renamed"))).toBe(true);
    await user.click(screen.getByRole("button", { name: "Close" }));
    expect(await screen.findByRole("article", { name: "Spring" })).toBeVisible();
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  it("takes a link that a revert made inactive out of the list of active ones", async () => {
    const user = await open({}, `/urls?history=${id}`);
    await user.click(await screen.findByRole("button", { name: /^Revert: Made active/ }));
    await waitFor(() => expect(screen.queryByRole("article", { hidden: true })).toBeNull());
  });

  it("shows the server's words when a revert is refused, and changes nothing", async () => {
    const user = await open(
      {
        revertLink: () => {
          throw refusal("CONFLICT_ERROR", "Short URL is already taken");
        },
      },
      `/urls?history=${id}`,
    );
    await user.click(await screen.findByRole("button", { name: /^Revert: Edited/ }));
    expect(await screen.findByText("Short URL is already taken")).toBeVisible();
    expect(screen.getByRole("dialog", { name: "History of Autumn" })).toBeVisible();
    expect(screen.getByRole("button", { name: /^Revert: Edited/ })).toBeEnabled();
  });

  it("says so when the link is gone", async () => {
    await open(
      {
        link: () => {
          throw refusal("NOT_FOUND_ERROR", "Link not found");
        },
      },
      `/urls?history=${id}`,
    );
    expect(await screen.findByText("Link not found")).toBeVisible();
    expect(screen.getByRole("button", { name: "Retry" })).toBeVisible();
  });
});
