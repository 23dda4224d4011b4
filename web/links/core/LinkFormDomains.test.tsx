import { renderScreen } from "../../testing/dom.tsx";
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import type { LinkCardFragment } from "../../core/graphql/generated/graphql.ts";
import { clientOf } from "../../testing/apollo.ts";
import { refusal, type Resolvers } from "../../testing/graphqlServer.ts";
import { springLink } from "../../testing/links.ts";
import { LinkForm } from "./LinkForm.tsx";

const link: LinkCardFragment = {
  ...springLink,
  shortUrl: "a/b",
  fullShortUrl: "https://go.example.com/a/b",
  domain: { name: "go.example.com", displayName: "go.example.com", state: "verified" },
};
const sample: LinkCardFragment = { ...link, shortUrl: "abc", fullShortUrl: "http://localhost:3001/abc", domain: null };

const domain = (number: number, name: string, over: object = {}) => ({
  id: `0199d1c2-0000-7000-8000-00000000001${number}`,
  name,
  displayName: name,
  state: "verified",
  isDefault: false,
  ignoresCase: false,
  ...over,
});
const both = () => [
  domain(1, "go.example.com"),
  domain(2, "xn--mnchen-3ya.example", {
    displayName: "münchen.example",
    state: "pending",
    ignoresCase: true,
    isDefault: true,
  }),
];

/** Opens the form; `inputs` contains the inputs that it has sent. */
async function open(edited: LinkCardFragment | null, domains: object[], resolvers: Resolvers = {}) {
  const inputs: unknown[] = [];
  const answer = ({ input }: { input: unknown }) => {
    inputs.push(input);
    return { ...link, clicks: () => 3 };
  };
  const client = await clientOf({
    groups: () => [],
    domains: () => domains,
    link: () => link,
    createLink: answer,
    updateLink: answer,
    ...resolvers,
  });
  renderScreen(<LinkForm link={edited} sample={sample} onClose={() => undefined} />, { client });
  return { user: userEvent.setup(), inputs };
}

const chooser = () => screen.findByRole("combobox", { name: "Domain" });
const code = () => screen.getByLabelText("Custom Short URL");

describe("the domain in the form of a link", () => {
  it("is the default one of the workspace for a new link, which two fields and Enter make", async () => {
    const { user, inputs } = await open(null, both());
    await waitFor(async () => expect(await chooser()).toHaveDisplayValue("münchen.example/"));
    expect(await chooser()).toHaveAccessibleDescription("Not verified yet: its URLs work once it is");
    expect(code()).toHaveAccessibleDescription(/in parts between slashes.*Upper and lower case are the same/);
    await user.type(screen.getByLabelText(/URL Name/), "Spring");
    await user.type(screen.getByLabelText(/Original URL/), "https://example.com/spring{Enter}");
    await waitFor(() =>
      expect(inputs).toEqual([
        {
          name: "Spring",
          originalUrl: "https://example.com/spring",
          shortUrl: null,
          domain: "xn--mnchen-3ya.example",
          groupId: null,
        },
      ]),
    );
  });

  it("decides what a code may be", async () => {
    const { user, inputs } = await open(null, both());
    await user.type(screen.getByLabelText(/URL Name/), "Spring");
    await user.type(screen.getByLabelText(/Original URL/), "https://example.com/spring");
    await user.selectOptions(await chooser(), "localhost:3001/");
    expect(code()).toHaveAccessibleDescription(/hyphens, and underscores \(3-50 characters\)/);
    await user.type(code(), "a/b{Enter}");
    await waitFor(() => expect(code()).toBeInvalid());
    await user.selectOptions(await chooser(), "go.example.com/");
    expect(code()).toBeValid();
    await user.clear(code());
    await user.type(code(), "robots.txt{Enter}");
    expect(await screen.findByText("This short URL is reserved")).toBeVisible();
    await user.clear(code());
    await user.type(code(), "a/b{Enter}");
    await waitFor(() => expect(inputs).toMatchObject([{ shortUrl: "a/b", domain: "go.example.com" }]));
  });

  it("is the link's own where one is edited, and sent only if it changes", async () => {
    const { user, inputs } = await open(link, both());
    expect(await chooser()).toHaveDisplayValue("go.example.com/");
    await user.click(screen.getByRole("button", { name: "Save Changes" }));
    await waitFor(() => expect(inputs).toHaveLength(1));
    expect(inputs[0]).not.toHaveProperty("domain");
    await user.selectOptions(await chooser(), "localhost:3001/");
    await user.click(screen.getByRole("button", { name: "Save Changes" }));
    // The code contains characters that only other domains allow.
    await waitFor(() => expect(code()).toBeInvalid());
    await user.clear(code());
    await user.type(code(), "spring{Enter}");
    await waitFor(() => expect(inputs[1]).toMatchObject({ shortUrl: "spring", domain: null }));
  });

  it("stays a removed one until another is chosen", async () => {
    const removed: LinkCardFragment = {
      ...link,
      domain: { name: "old.example", displayName: "old.example", state: "removed" },
    };
    const { user, inputs } = await open(removed, []);
    expect(await chooser()).toHaveDisplayValue("old.example/ (removed)");
    await user.selectOptions(await chooser(), "localhost:3001/");
    await user.clear(code());
    await user.type(code(), "spring{Enter}");
    await waitFor(() => expect(inputs).toMatchObject([{ shortUrl: "spring", domain: null }]));
  });

  it("says beside it that it is gone", async () => {
    const { user } = await open(null, both(), {
      createLink: () =>
        refusal("VALIDATION_ERROR", "Invalid", {
          fields: [{ field: "domain", message: "Unknown domain. Use a domain of your workspace" }],
        }),
    });
    await chooser();
    await user.type(screen.getByLabelText(/URL Name/), "Spring");
    await user.type(screen.getByLabelText(/Original URL/), "https://example.com/spring{Enter}");
    await waitFor(async () =>
      expect(await chooser()).toHaveAccessibleDescription(/Unknown domain. Use a domain of your workspace/),
    );
    expect(await chooser()).toHaveFocus();
  });

  it("is not there where the workspace has none", async () => {
    const { user, inputs } = await open(null, []);
    await user.type(screen.getByLabelText(/URL Name/), "Spring");
    await user.type(screen.getByLabelText(/Original URL/), "https://example.com/spring{Enter}");
    await waitFor(() => expect(inputs).toHaveLength(1));
    expect(inputs[0]).not.toHaveProperty("domain");
    expect(screen.queryByRole("combobox", { name: "Domain" })).toBeNull();
  });
});
