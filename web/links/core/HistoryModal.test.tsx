import { renderScreen } from "../../testing/dom.tsx";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import { clientOf } from "../../testing/apollo.ts";
import type { Resolvers } from "../../testing/graphqlServer.ts";
import { refusal } from "../../testing/graphqlServer.ts";
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

/** The period after the second edit is not over yet, and another edit is close to the third. */
function effect(version: number, span: string | null) {
  const at = `2026-11-0${version}T10:00:00.000Z`;
  const [from, to] = span === "hour" ? ["09", "11"] : ["08", "12"];
  return {
    version,
    from: at.replace("10:", `${from}:`),
    at,
    to: at.replace("10:", `${to}:`),
    before: 1200,
    after: version,
    isOngoing: version === 2,
    otherEdits: version === 3 ? 1 : 0,
  };
}

function linkThen(at: string) {
  if (at < "2026-11-01T10:00:00.000Z") throw refusal("VALIDATION_ERROR", "The link was created after this time");
  return {
    at,
    state: "inactive",
    values: [
      { field: "name", value: "Spring" },
      { field: "originalUrl", value: "https://example.com/spring" },
    ],
    differences: [
      { field: "name", from: "Spring", to: "Autumn" },
      { field: "group", from: null, to: "Press" },
    ],
  };
}

/** Opens the page on a server with one link, whose history is `past`; reverting sets its name back to Spring. */
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
    linkEditEffects: ({ span }: { span: string | null }) => past.slice(1).map(({ version }) => effect(version, span)),
    linkAt: ({ at }: { at: string }) => linkThen(at),
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
      expect.stringMatching(
        /^Editedby Ada Lovelace, .*NameSpringAutumnGroupPressNo group1,200 clicks in 2 hours before, 5 afterThe link as it was$/,
      ),
      expect.stringMatching(/^Made activeby Ada Lovelace, .*StatusInactiveActive1,200 .* 4 afterThe link as it was$/),
      expect.stringMatching(
        /^Made inactiveby the system, .*StatusActiveInactive1,200 .* 3 after; 1 other change withinThe link as it was$/,
      ),
      expect.stringMatching(
        /^Moved to a groupby Ada Lovelace, .*GroupNo groupPress1,200 .* 2 after so farThe link as it was$/,
      ),
      expect.stringMatching(/^Createdby Ada Lovelace, .*NameSpringShort URLspringThe link as it was$/),
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

  it("counts clicks around each change for as long as one chooses", async () => {
    const user = await open({}, `/urls?history=${id}`);
    expect(await screen.findByText("1,200 clicks in 2 hours before, 5 after")).toBeVisible();
    await user.selectOptions(screen.getByLabelText("Clicks around each change"), "1 hour before and after");
    expect(await screen.findByText("1,200 clicks in 1 hour before, 5 after")).toBeVisible();
  });

  it("shows the link as it was at a change, and what is different now", async () => {
    const user = await open({}, `/urls?history=${id}`);
    await user.click(await screen.findByRole("button", { name: /^The link as it was: Made inactive/ }));
    const then = within(await screen.findByRole("region", { name: /^As it was at/ }));
    expect(then.getByText(/Was switched off/)).toBeVisible();
    expect(then.getByText("https://example.com/spring")).toBeVisible();
    expect(then.getByText("now: Autumn")).toBeVisible();
    expect(then.getByText("No group")).toBeVisible();
    expect(then.getByText("now: Press")).toBeVisible();
  });

  it("shows it at any moment, and the server's words for one that there was no link at", async () => {
    const user = await open({}, `/urls?history=${id}`);
    await user.click(await screen.findByRole("button", { name: "Show" }));
    expect(screen.getByText("Choose a day and a time")).toBeVisible();
    fireEvent.change(screen.getByLabelText("The link as it was at"), { target: { value: "2026-11-02T12:30" } });
    await user.click(screen.getByRole("button", { name: "Show" }));
    expect(await screen.findByRole("region", { name: /^As it was at/ })).toBeVisible();
    fireEvent.change(screen.getByLabelText("The link as it was at"), { target: { value: "2020-01-01T00:00" } });
    await user.click(screen.getByRole("button", { name: "Show" }));
    expect(await screen.findByText("The link was created after this time")).toBeVisible();
  });
});
