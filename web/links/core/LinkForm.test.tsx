import { renderScreen } from "../../testing/dom.tsx";
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import type { LinkCardFragment } from "../../core/graphql/generated/graphql.ts";
import { clientOf } from "../../testing/apollo.ts";
import type { Resolvers } from "../../testing/graphqlServer.ts";
import { refusal } from "../../testing/graphqlServer.ts";
import { springLink } from "../../testing/links.ts";
import { LinkForm } from "./LinkForm.tsx";

const group = {
  id: "0199d1c2-0000-7000-8000-00000000000a",
  name: "Docs",
  createdAt: "2026-01-01T00:00:00.000Z",
  urlCount: 0,
};
const link: LinkCardFragment = { ...springLink, group: { id: group.id, name: group.name } };
const stored = { ...link, updatedAt: link.createdAt, clicks: () => 3, group: null };

async function open(resolvers: Resolvers, edited: LinkCardFragment | null = null) {
  const closed: string[] = [];
  const client = await clientOf({ groups: () => [group], ...resolvers });
  renderScreen(<LinkForm link={edited} onClose={() => closed.push("closed")} />, { client });
  return { user: userEvent.setup(), closed };
}

describe("the form of a link", () => {
  it("says what is missing", async () => {
    const { user } = await open({});
    await user.type(screen.getByLabelText(/URL Name/), "  ");
    await user.click(screen.getByRole("button", { name: "Create URL" }));
    expect(await screen.findByText("URL name is required")).toBeVisible();
    expect(screen.getByText("Original URL is required")).toBeVisible();
  });

  it("checks the address and the code before sending", async () => {
    const { user } = await open({});
    await user.type(screen.getByLabelText(/URL Name/), "Spring");
    await user.type(screen.getByLabelText(/Original URL/), "javascript:alert(1)");
    await user.type(screen.getByLabelText("Custom Short URL"), "a b");
    await user.click(screen.getByRole("button", { name: "Create URL" }));
    expect(await screen.findByText("Only http and https URLs can be shortened")).toBeVisible();
    expect(screen.getByText("Only letters, numbers, hyphens, and underscores (3-50 characters)")).toBeVisible();
  });

  it("sends a blank code and no group as null", async () => {
    const received: unknown[] = [];
    const { user, closed } = await open({
      createLink: ({ input }: { input: unknown }) => {
        received.push(input);
        return stored;
      },
    });
    await user.type(screen.getByLabelText(/URL Name/), " Spring ");
    await user.type(screen.getByLabelText(/Original URL/), "https://example.com/spring");
    await user.click(screen.getByRole("button", { name: "Create URL" }));
    expect(await screen.findByText("URL created successfully!")).toBeVisible();
    expect(received).toEqual([
      { name: "Spring", originalUrl: "https://example.com/spring", shortUrl: null, groupId: null },
    ]);
    expect(closed).toEqual(["closed"]);
  });

  it("sends tags, a note and an external id, and of an edit what changed", async () => {
    const received: unknown[] = [];
    const updateLink = ({ input }: { input: object }) => {
      received.push(input);
      return stored;
    };
    const tags = [{ id: "0199d1c2-0000-7000-8000-0000000000a1", name: "Press", colour: "blue" as const }];
    const edited = { ...link, tags, note: "Until May", externalId: "crm-1" };
    const { user } = await open({ updateLink, link: () => edited, tags: () => [{ ...tags[0], urlCount: 1 }] }, edited);
    await user.type(screen.getByRole("combobox", { name: "Tags" }), "Print{Enter}");
    await user.click(await screen.findByRole("button", { name: /^Note and external ID/ }));
    await user.clear(await screen.findByRole("textbox", { name: "Note" }));
    await user.click(screen.getByRole("button", { name: "Save Changes" }));
    await waitFor(() => expect(received).toHaveLength(1));
    expect(received[0]).toMatchObject({ tags: ["Press", "Print"], note: null });
    expect(received[0]).not.toHaveProperty("externalId");
  });

  it("shows a taken code beside its field, and keeps what was typed", async () => {
    const { user, closed } = await open({
      createLink: () => {
        throw refusal("CONFLICT_ERROR", "This short URL is already taken", { field: "shortUrl" });
      },
    });
    await user.type(screen.getByLabelText(/URL Name/), "Spring");
    await user.type(screen.getByLabelText(/Original URL/), "https://example.com/spring");
    await user.type(screen.getByLabelText("Custom Short URL"), "spring");
    await user.click(screen.getByRole("button", { name: "Create URL" }));
    await waitFor(() => expect(screen.getByLabelText("Custom Short URL")).toBeInvalid());
    expect(screen.getAllByText("This short URL is already taken").length).toBeGreaterThan(0);
    expect(screen.getByLabelText(/URL Name/)).toHaveValue("Spring");
    expect(closed).toEqual([]);
  });

  it("shows only what the last submission failed for", async () => {
    const refusals = [
      refusal("RATE_LIMIT_ERROR", "Too many requests"),
      refusal("CONFLICT_ERROR", "This short URL is already taken", { field: "shortUrl" }),
    ];
    const { user } = await open(
      {
        updateLink: () => {
          throw refusals.shift();
        },
      },
      link,
    );
    await user.click(screen.getByRole("button", { name: "Save Changes" }));
    const form = within(screen.getByRole("form", { name: "Edit URL" }));
    expect(await form.findByRole("alert")).toHaveTextContent("Too many requests");
    await user.click(screen.getByRole("button", { name: "Save Changes" }));
    await waitFor(() => expect(screen.getByLabelText("Custom Short URL")).toBeInvalid());
    expect(form.queryByRole("alert")).toBeNull();
  });

  it("starts an edit from the link, and can clear its group", async () => {
    const received: unknown[] = [];
    const { user } = await open(
      {
        updateLink: (args: unknown) => {
          received.push(args);
          return stored;
        },
      },
      link,
    );
    expect(screen.getByLabelText(/URL Name/)).toHaveValue("Spring");
    expect(screen.getByLabelText("Custom Short URL")).toHaveValue("spring");
    await user.click(screen.getByRole("combobox", { name: "Group" }));
    await user.click(await screen.findByRole("option", { name: "No Group" }));
    await user.click(screen.getByRole("button", { name: "Save Changes" }));
    expect(await screen.findByText("URL updated successfully!")).toBeVisible();
    expect(received).toEqual([
      {
        id: link.id,
        input: { name: "Spring", originalUrl: "https://example.com/spring", shortUrl: "spring", groupId: null },
      },
    ]);
  });
});
