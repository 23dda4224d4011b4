import { renderScreen } from "../../testing/dom.tsx";
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import { clientOf } from "../../testing/apollo.ts";
import type { Resolvers } from "../../testing/graphqlServer.ts";
import { refusal } from "../../testing/graphqlServer.ts";
import { springLink as link } from "../../testing/links.ts";
import { LinkForm } from "./LinkForm.tsx";

const options = {
  expiresAt: "2026-12-24T17:00:00.000Z",
  timeZone: "Europe/Berlin",
  rules: [
    {
      number: 4,
      name: "Germans",
      when: { field: "country", op: "in", values: ["DE"] },
      then: { url: "https://example.com/de" },
    },
  ],
  split: {
    arms: [
      { number: 1, name: "Red", url: "https://example.com/red", weight: 3 },
      { number: 2, name: "Blue", url: "https://example.com/blue", weight: 1 },
    ],
    sticky: false,
  },
};

/** Opens the form for a link with options; `inputs` contains the inputs that it has sent. */
async function open(resolvers: Resolvers = {}) {
  const inputs: unknown[] = [];
  const client = await clientOf({
    groups: () => [],
    link: () => ({ ...link, ...options }),
    updateLink: ({ input }: { input: unknown }) => {
      inputs.push(input);
      return { ...link, clicks: () => 3 };
    },
    ...resolvers,
  });
  renderScreen(<LinkForm link={link} onClose={() => undefined} />, { client });
  return { user: userEvent.setup(), inputs };
}

const section = (name: RegExp) => screen.findByRole("button", { name });
const first = { name: "Spring", originalUrl: "https://example.com/spring", shortUrl: "spring", groupId: null };

describe("the options in the form of a link", () => {
  it("say in closed sections what there is, and only what changes is sent", async () => {
    const { user, inputs } = await open();
    expect(await section(/^Schedule ?Expires/)).toHaveAttribute("aria-expanded", "false");
    expect(await section(/^Rules ?1 rule/)).toBeVisible();
    expect(await section(/^Split ?2 arms/)).toBeVisible();
    await user.click(await section(/^Redirect/));
    await user.selectOptions(await screen.findByLabelText("Status"), "301 Moved permanently");
    await user.click(screen.getByRole("switch", { name: "Show where it leads with a +" }));
    await user.click(screen.getByRole("button", { name: "Save Changes" }));
    await waitFor(() => expect(inputs).toEqual([{ ...first, redirectStatus: 301, hideDestination: true }]));
  });

  it("show times in the link's zone, and a link that must expire after it begins", async () => {
    const { user, inputs } = await open();
    await user.click(await section(/^Schedule/));
    expect(await screen.findByLabelText("Expires at")).toHaveValue("2026-12-24T18:00");
    await user.type(screen.getByLabelText("Works from"), "2026-12-24T19:00");
    await user.click(screen.getByRole("button", { name: "Save Changes" }));
    expect(await screen.findByText("The link must expire after it begins")).toBeVisible();
    expect(screen.getByLabelText("Expires at")).toHaveFocus();
    expect(inputs).toEqual([]);
  });

  it("have a number of people after whom the link is used up", async () => {
    const { user, inputs } = await open({ link: () => ({ ...link, maxClicks: 100 }) });
    await user.click(await section(/^Schedule ?Used up after 100/));
    const people = await screen.findByLabelText("Used up after");
    await user.clear(people);
    await user.type(people, "2,000");
    await user.click(screen.getByRole("button", { name: "Save Changes" }));
    expect(await screen.findByText("Must be a whole number from 1 to 1,000,000,000")).toBeVisible();
    expect(people).toHaveFocus();
    await user.clear(people);
    await user.type(people, "2000");
    await user.type(screen.getByLabelText("Once used up, leads to"), "https://example.com/sold-out");
    await user.click(screen.getByRole("button", { name: "Save Changes" }));
    const sent = { ...first, maxClicks: 2000, maxClicksUrl: "https://example.com/sold-out" };
    await waitFor(() => expect(inputs).toEqual([sent]));
  });

  it("are not sent by an Enter that finds nothing to choose", async () => {
    const { user, inputs } = await open();
    await user.click(await section(/^Schedule/));
    await user.type(await screen.findByRole("combobox", { name: "Time zone" }), "Atlantis{Enter}");
    await user.click(screen.getByRole("button", { name: "Save Changes" }));
    await waitFor(() => expect(inputs).toEqual([first]));
  });

  it("write UTM parameters into the destination, and read them from it", async () => {
    const { user, inputs } = await open();
    await user.click(await section(/^UTM/));
    await user.type(await screen.findByRole("combobox", { name: "Source" }), "spring mail");
    expect(screen.getByLabelText(/Original URL/)).toHaveValue("https://example.com/spring?utm_source=spring+mail");
    await user.type(screen.getByLabelText(/Original URL/), "&utm_term=shoes");
    expect(screen.getByRole("combobox", { name: "Term" })).toHaveValue("shoes");
    await user.clear(screen.getByRole("combobox", { name: "Source" }));
    await user.click(screen.getByRole("button", { name: "Save Changes" }));
    await waitFor(() =>
      expect(inputs).toEqual([{ ...first, originalUrl: "https://example.com/spring?utm_term=shoes" }]),
    );
  });

  it("set a password, change it and remove it, and show nothing of it", async () => {
    const { user, inputs } = await open();
    await user.click(await section(/^Password$/));
    await user.type(await screen.findByLabelText("Password"), "abc");
    await user.click(screen.getByRole("button", { name: "Save Changes" }));
    expect(await screen.findByText("Must have 4 to 128 characters")).toBeVisible();
    expect(screen.getByLabelText("Password")).toHaveFocus();
    await user.type(screen.getByLabelText("Password"), "d ");
    expect(await section(/^Password ?New/)).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Save Changes" }));
    await waitFor(() => expect(inputs).toEqual([{ ...first, password: "abcd " }]));
  });

  it("leave a password alone that is not changed, and remove it", async () => {
    const { user, inputs } = await open({ link: () => ({ ...link, ...options, hasPassword: true }) });
    await user.click(await section(/^Password ?Set/));
    expect(await screen.findByLabelText("New password")).toHaveValue("");
    await user.click(screen.getByRole("button", { name: "Save Changes" }));
    await waitFor(() => expect(inputs).toEqual([first]));
    await user.type(screen.getByLabelText("New password"), "another one");
    expect(await section(/^Password ?Changed/)).toBeVisible();
    await user.click(screen.getByRole("switch", { name: "Remove the password" }));
    expect(screen.getByLabelText("New password")).toBeDisabled();
    await user.click(screen.getByRole("button", { name: "Save Changes" }));
    await waitFor(() => expect(inputs[1]).toEqual({ ...first, password: null }));
  });

  it("end a split with its winner: one click, then Save", async () => {
    const { user, inputs } = await open();
    await user.click(await section(/^Split/));
    const arms = within(await screen.findByRole("list", { name: "Arms of the split" }));
    expect(arms.getByText("75 %")).toBeVisible();
    await user.click(arms.getByRole("button", { name: "Make this the destination: arm 2" }));
    expect(screen.getByText(/all visits go to https:\/\/example.com\/blue, and the split is removed/)).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Keep the split" }));
    await user.click(await screen.findByRole("button", { name: "Make this the destination: arm 2" }));
    expect(screen.getByLabelText(/Original URL/)).toHaveValue("https://example.com/blue");
    await user.click(screen.getByRole("button", { name: "Save Changes" }));
    await waitFor(() => expect(inputs).toEqual([{ ...first, originalUrl: "https://example.com/blue", split: null }]));
  });

  it("show the server's words at their fields, open what holds them, and focus the first", async () => {
    const fields = [
      { field: "split.arms.1.weight", message: "The weight is odd" },
      { field: "rules.0.then.url", message: "The URL is odd" },
      { field: "rules.0.when.all.0.values.0", message: "The country is odd" },
      { field: "planet", message: "Which planet?" },
    ];
    const { user } = await open({
      updateLink: () => {
        throw refusal("VALIDATION_ERROR", "The URL is odd", { fields });
      },
    });
    await section(/^Rules/);
    await user.click(screen.getByRole("button", { name: "Save Changes" }));
    // The content of the section is loaded first.
    const country = await screen.findByRole("combobox", { name: "Values: Country" }, { timeout: 10_000 });
    await waitFor(() => expect(country).toHaveFocus());
    expect(screen.getByText("The country is odd")).toBeVisible();
    expect(screen.getByLabelText("Leads to")).toBeInvalid();
    expect(await screen.findByText("The weight is odd")).toBeVisible();
    const form = within(screen.getByRole("form", { name: "Edit URL" }));
    expect(form.getByRole("alert")).toHaveTextContent("Which planet?");
    expect(await section(/^Schedule/)).toHaveAttribute("aria-expanded", "false");
  });

  it("stay as they are where they can't be loaded, and are loaded again on demand", async () => {
    let down = true;
    const { user, inputs } = await open({
      link: () => {
        if (down) throw refusal("INTERNAL_ERROR", "Internal server error");
        return { ...link, ...options };
      },
    });
    expect(await screen.findByText(/could not be loaded; they stay as they are/)).toBeVisible();
    down = false;
    await user.click(screen.getByRole("button", { name: "Retry" }));
    expect(await section(/^Rules ?1 rule/)).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Save Changes" }));
    await waitFor(() => expect(inputs).toEqual([first]));
  });
});
