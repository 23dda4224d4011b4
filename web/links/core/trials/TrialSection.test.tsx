import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import { clientOf } from "../../../testing/apollo.ts";
import { renderScreen } from "../../../testing/dom.tsx";
import { refusal, type Resolvers } from "../../../testing/graphqlServer.ts";
import { firstValues } from "../linkForm.ts";
import { optionValues } from "../options/drafts.ts";
import { newSplit } from "../options/newDrafts.ts";
import type { LinkFormValues } from "../options/values.ts";
import TrialSection from "./TrialSection.tsx";

const linkId = "0199d1c2-0000-7000-8000-000000000001";
const values: LinkFormValues = {
  ...firstValues(null),
  ...optionValues(null),
  timeZone: "Europe/Berlin",
  rules: [
    {
      key: "a",
      number: 4,
      name: "Germans",
      when: { key: "b", all: [{ key: "c", field: "country", op: "in", values: ["DE"], name: "" }] },
      then: { kind: "url", url: "https://example.de/", split: newSplit("") },
    },
  ],
};

async function open(resolvers: Resolvers) {
  renderScreen(<TrialSection linkId={linkId} values={values} />, { client: await clientOf(resolvers) });
  return userEvent.setup();
}

describe("trying the rules of a form", () => {
  it("sends the visitor with the rules as they stand in the form, and says what they meet and why", async () => {
    const asked: unknown[] = [];
    const user = await open({
      tryLink: (given: unknown) => {
        asked.push(given);
        const why = ["Rule 1 (Germans) matches"];
        return { outcome: "redirect", url: "https://example.de/", rule: 4, arm: null, explanation: why };
      },
    });
    await user.selectOptions(screen.getByLabelText("Country"), "DE");
    await user.type(screen.getByLabelText("Language"), "de-DE");
    await user.type(screen.getByLabelText("At"), "2026-12-24T18:00");
    await user.click(screen.getByRole("button", { name: "Try it" }));
    expect(await screen.findByText("Is redirected: https://example.de/")).toBeVisible();
    expect(screen.getByText("Rule 1 (Germans) matches")).toBeVisible();
    expect(asked).toMatchObject([
      {
        linkId,
        visitor: { country: "DE", language: "de-DE", query: "", userAgent: expect.stringContaining("iPhone") },
        rules: [{ number: 4, name: "Germans", then: { url: "https://example.de/" } }],
      },
    ]);
  });

  it.each([
    ["usedUp", "https://example.com/sold-out", "The link is used up: https://example.com/sold-out"],
    ["usedUp", null, "The link is used up"],
    ["uncounted", null, "Gets a page: a link for people"],
  ])("says of a link with a cap that a visitor's outcome is %s %j", async (outcome, url, text) => {
    const user = await open({ tryLink: () => ({ outcome, url, rule: null, arm: null, explanation: [] }) });
    await user.click(screen.getByRole("button", { name: "Try it" }));
    expect(await screen.findByText(text)).toBeVisible();
  });

  it("says why it could not be tried", async () => {
    const user = await open({
      tryLink: () => refusal("VALIDATION_ERROR", "Please check the rules"),
    });
    await user.click(screen.getByRole("button", { name: "Try it" }));
    expect(await screen.findByText("Please check the rules")).toBeVisible();
  });

  it("shows where past clicks would have gone, and what can't be told", async () => {
    const clicks = (count: number) => ({ clicks: count, people: count - 1 });
    const user = await open({
      replayLink: ({ days }: { days: number }) => ({
        total: clicks(days),
        rules: [{ number: 4, name: "Germans", ...clicks(12) }],
        noRule: clicks(8),
        undetermined: clicks(10),
        unavailable: ["Visitor addresses are not stored"],
      }),
    });
    await user.selectOptions(screen.getByLabelText("Which clicks"), "90");
    await user.click(screen.getByRole("button", { name: "Replay clicks" }));
    const table = await screen.findByRole("table", { name: "Clicks by rule" });
    const rows = within(table)
      .getAllByRole("row")
      .slice(1)
      .map((row) =>
        within(row)
          .getAllByRole("cell")
          .map(({ textContent }) => textContent),
      );
    expect(rows).toEqual([
      ["Germans", "12", "11"],
      ["No rule", "8", "7"],
      ["Can't be told", "10", "9"],
    ]);
    expect(screen.getByText("Visitor addresses are not stored")).toBeVisible();
  });
});
