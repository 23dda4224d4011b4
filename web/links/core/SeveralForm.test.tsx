import { CombinedGraphQLErrors } from "@apollo/client/errors";
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import type { LinkJobChangeInput } from "../../core/graphql/generated/graphql.ts";
import { clientOf } from "../../testing/apollo.ts";
import { renderScreen } from "../../testing/dom.tsx";
import { type Resolvers, refusal } from "../../testing/graphqlServer.ts";
import { springLink } from "../../testing/links.ts";
import { SeveralForm } from "./SeveralForm.tsx";

const none: Resolvers = {
  domains: () => [],
  utmValues: () => [],
  utmRules: () => ({ etag: "1", lowerCase: false, allowed: [] }),
  presets: () => [],
};

/** Finds the field, not the checkbox that selects it, which has the same label. */
const field = (label: string) => screen.findByLabelText(label, { selector: ":not([type=checkbox])" });

/** Opens the form for 12 links; `changes` contains the changes that it has sent. */
async function open(onSubmit: (change: LinkJobChangeInput) => Promise<void> = async () => undefined, more = {}) {
  const changes: LinkJobChangeInput[] = [];
  let closed = false;
  renderScreen(
    <SeveralForm
      count={12}
      sample={springLink}
      onSubmit={async (change) => {
        changes.push(change);
        await onSubmit(change);
      }}
      onClose={() => {
        closed = true;
      }}
    />,
    { client: await clientOf({ ...none, ...more }) },
  );
  const user = userEvent.setup();
  return {
    user,
    changes,
    isClosed: () => closed,
    section: async (name: RegExp) => user.click(await screen.findByRole("button", { name })),
    choose: async (field: string) => user.click(await screen.findByRole("checkbox", { name: `Change ${field}` })),
    submit: () => user.click(screen.getByRole("button", { name: "Change 12 URLs" })),
  };
}

describe("the form of several links", () => {
  it("sends what is chosen and nothing else, and what is chosen and blank as taken away", async () => {
    const { user, changes, isClosed, section, choose, submit } = await open();
    await choose("Favourite");
    await section(/^Note/);
    await choose("Note");
    await section(/^Schedule/);
    await choose("Expires at");
    await choose("Used up after");
    await user.type(await field("Used up after"), "100");
    await choose("Then leads to");
    await user.type(await field("Then leads to"), "https://example.com/over");
    await choose("Then leads to");
    await section(/^Redirect/);
    await choose("Forward the visitor's query");
    await section(/^Preview/);
    await choose("Title, description and image");
    await user.type(await field("Title"), "Spring");
    await section(/^Password/);
    await choose("Take the password away");
    await section(/^Rules/);
    await choose("Rules");
    await section(/^Split/);
    await choose("Split");
    expect(screen.getByRole("button", { name: /^Schedule ?2 changes/ })).toBeVisible();
    expect(screen.queryByLabelText("External ID")).toBeNull();
    await submit();
    await waitFor(() => expect(isClosed()).toBe(true));
    expect(changes).toEqual([
      {
        isFavourite: true,
        note: null,
        expiresAt: null,
        maxClicks: 100,
        forwardQuery: false,
        preview: { title: "Spring", description: null, imageUrl: null },
        password: null,
        rules: null,
        split: null,
      },
    ]);
  });

  it("sets campaign parameters in whatever destinations there are, and takes out those left blank", async () => {
    const { user, changes, section, choose, submit } = await open();
    await section(/^UTM/);
    await choose("Source");
    await user.type(await screen.findByRole("combobox", { name: "Source" }), "spring news");
    await choose("Term");
    await choose("Ref");
    await user.type(await screen.findByRole("combobox", { name: "Ref" }), "x");
    await choose("Ref");
    await submit();
    await waitFor(() =>
      expect(changes).toEqual([
        {
          utm: [
            { field: "utm_source", value: "spring news" },
            { field: "utm_term", value: "" },
          ],
        },
      ]),
    );
  });

  it("means times in the zone that is chosen, and moves links to a domain", async () => {
    const domain = { id: "1", name: "go.example", displayName: "go.example", state: "verified" };
    const { user, changes, section, choose, submit } = await open(undefined, {
      domains: () => [{ ...domain, isDefault: false, ignoresCase: false }],
    });
    await choose("Domain");
    await user.selectOptions(screen.getByRole("combobox", { name: "Domain" }), "go.example/");
    await section(/^Schedule/);
    await choose("Time zone");
    const zone = await screen.findByRole("combobox", { name: "Time zone" });
    await user.clear(zone);
    await user.type(zone, "Asia/Tokyo");
    await user.click(await screen.findByRole("option", { name: "Asia/Tokyo" }));
    await choose("Works from");
    await user.type(await field("Works from"), "2040-01-01T09:00");
    await submit();
    const change = { domain: "go.example", notBefore: "2040-01-01T00:00:00.000Z", timeZone: "Asia/Tokyo" };
    await waitFor(() => expect(changes).toEqual([change]));
  });

  it("refuses nothing at all, and says at a field what is wrong with it", async () => {
    const { user, changes, section, choose, submit } = await open();
    await submit();
    expect(await screen.findByRole("alert")).toHaveTextContent("Choose what to change");
    await choose("Original URL");
    await user.type(screen.getByRole("textbox", { name: "Original URL" }), "javascript:alert(1)");
    await section(/^Schedule/);
    await choose("Used up after");
    await user.type(await field("Used up after"), "none");
    await submit();
    expect(await field("Used up after")).toHaveAccessibleDescription(/Must be a whole number/);
    expect(screen.getByRole("textbox", { name: "Original URL" })).toBeInvalid();
    expect(changes).toEqual([]);
    // Fields that are no longer selected are no longer validated.
    await choose("Original URL");
    await choose("Used up after");
    await choose("Favourite");
    await submit();
    await waitFor(() => expect(changes).toEqual([{ isFavourite: true }]));
  });

  it("shows at its field, in a section that is closed, what the server refuses", async () => {
    const { changes, isClosed, user, section, choose, submit } = await open(async () => {
      const fields = [{ field: "change.utm.utm_medium", message: "utm_medium can't be “print” in this workspace" }];
      const errors = [refusal("VALIDATION_ERROR", "Validation failed", { fields }).toJSON()];
      throw new CombinedGraphQLErrors({ errors });
    });
    await section(/^UTM/);
    await choose("Medium");
    await user.type(await screen.findByRole("combobox", { name: "Medium" }), "print");
    await section(/^UTM/);
    await submit();
    const medium = await screen.findByRole("combobox", { name: "Medium" });
    await waitFor(() => expect(medium).toHaveFocus());
    expect(medium).toHaveAccessibleDescription(/in this workspace/);
    expect(within(screen.getByRole("form")).getByRole("button", { name: "Change 12 URLs" })).toBeEnabled();
    expect(changes).toHaveLength(1);
    expect(isClosed()).toBe(false);
  });
});
