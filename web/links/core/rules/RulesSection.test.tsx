import { renderScreen } from "../../../testing/dom.tsx";
import { fireEvent, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useForm } from "@mantine/form";
import { useEffect } from "react";
import { describe, expect, it } from "vitest";
import { optionValues } from "../options/drafts.ts";
import { changedOptions, type OptionsInput } from "../options/input.ts";
import { newRule } from "../options/newDrafts.ts";
import { placeOf } from "../options/errorPaths.ts";
import type { LinkFormValues, RuleDraft } from "../options/values.ts";
import RulesSection from "./RulesSection.tsx";

const named = (name: string, number: number): RuleDraft => ({
  ...newRule(),
  name,
  number,
  then: { ...newRule().then, url: `https://example.com/${number}` },
});

/** Opens the editor with these rules; `input` is the input that would be sent. */
function open(...rules: RuleDraft[]) {
  const empty = optionValues(null);
  const current: { input: OptionsInput } = { input: {} };
  function Editor() {
    const form = useForm<LinkFormValues>({
      initialValues: {
        name: "",
        originalUrl: "",
        shortUrl: "",
        domain: "",
        groupId: "",
        tags: [],
        note: "",
        externalId: "",
        ...empty,
        timeZone: "UTC",
        rules,
      },
      clearInputErrorOnChange: true,
    });
    useEffect(() => {
      current.input = changedOptions(empty, form.values);
    });
    const refuse = (field: string) => form.setErrors({ [placeOf(field) ?? ""]: `Wrong: ${field}` });
    return (
      <>
        <RulesSection form={form} />
        <button onClick={() => refuse("rules.1.then.url")}>Refuse a URL</button>
        <button onClick={() => refuse("rules.1.when.all.0.values.0")}>Refuse a value</button>
      </>
    );
  }
  renderScreen(<Editor />);
  return { user: userEvent.setup(), current };
}

const names = (current: { input: OptionsInput }) => current.input.rules?.map(({ name }) => name);
const group = (name: string) => within(screen.getByRole("group", { name }));

describe("the editor of rules", () => {
  it("makes a rule by keyboard alone", async () => {
    const { user, current } = open();
    await user.tab();
    expect(screen.getByRole("button", { name: "Add rule" })).toHaveFocus();
    await user.keyboard("{Enter}");
    expect(screen.getByLabelText("Rule name")).toHaveFocus();
    await user.keyboard("Phones{Tab}{Tab}");
    expect(screen.getByLabelText("Field")).toHaveFocus();
    await user.selectOptions(screen.getByLabelText("Field"), "Device");
    await user.selectOptions(screen.getByLabelText("Comparison"), "is none of");
    await user.click(screen.getByRole("combobox", { name: "Values: Device" }));
    await user.keyboard("tab{ArrowDown}{Enter}");
    await user.type(screen.getByLabelText("Leads to"), "https://example.com/m");
    expect(current.input.rules).toEqual([
      {
        name: "Phones",
        when: { all: [{ field: "device", op: "notIn", values: ["tablet"] }] },
        then: { url: "https://example.com/m" },
      },
    ]);
  });

  it("moves rules, and the button that did it keeps the focus", async () => {
    const { user, current } = open(named("A", 1), named("B", 2), named("C", 3));
    screen.getByRole("button", { name: "Move down rule 1" }).focus();
    await user.keyboard("{Enter}");
    expect(names(current)).toEqual(["B", "A", "C"]);
    expect(screen.getByRole("button", { name: "Move down rule 2" })).toHaveFocus();
    await user.keyboard("{Enter}");
    expect(names(current)).toEqual(["B", "C", "A"]);
    expect(screen.getByRole("status")).toHaveTextContent("Rule 2 is now rule 3 of 3");
    // The rule can't be moved further down, so the opposite button gets the focus.
    expect(screen.getByRole("button", { name: "Move up rule 3" })).toHaveFocus();
    expect(current.input.rules?.map(({ number }) => number)).toEqual([2, 3, 1]);
  });

  it("moves a rule that is dragged by its handle to where it is dropped", () => {
    const { current } = open(named("A", 1), named("B", 2), named("C", 3));
    const items = screen.getAllByRole("listitem");
    const handle = screen.getAllByTitle("Drag to move")[0];
    if (!handle || !items[2]) throw new Error("there are three");
    const dataTransfer = { setData: () => undefined, setDragImage: () => undefined, effectAllowed: "" };
    fireEvent.dragStart(handle, { dataTransfer });
    fireEvent.dragOver(items[2], { dataTransfer });
    fireEvent.drop(items[2], { dataTransfer });
    expect(names(current)).toEqual(["B", "C", "A"]);
  });

  it("duplicates and deletes, and the focus goes on", async () => {
    const { user, current } = open(named("A", 1), named("B", 2));
    await user.click(screen.getByRole("button", { name: "Duplicate rule 1" }));
    expect(current.input.rules?.map(({ name, number }) => [name, number])).toEqual([
      ["A", 1],
      ["A", undefined],
      ["B", 2],
    ]);
    expect(screen.getByLabelText("Rule name")).toHaveFocus();
    await user.click(screen.getByRole("button", { name: "Delete rule 3" }));
    expect(screen.getByRole("button", { name: "2. A" })).toHaveFocus();
    await user.click(screen.getByRole("button", { name: "Delete rule 2" }));
    await user.click(screen.getByRole("button", { name: "Delete rule 1" }));
    expect(screen.getByRole("button", { name: "Add rule" })).toHaveFocus();
    expect(current.input.rules).toBeUndefined();
  });

  it("nests conditions three deep, with not, and takes them away again", async () => {
    const { user, current } = open(named("A", 1));
    await user.click(screen.getByRole("button", { name: "1. A" }));
    await user.click(screen.getByRole("button", { name: "Turn into a group (condition 1)" }));
    await user.click(group("Group 1").getByRole("button", { name: "Add condition" }));
    await user.selectOptions(group("Group 1").getByLabelText("How they are combined"), "Any of these holds");
    await user.selectOptions(group("Condition 2").getByLabelText("Field"), "Query parameter");
    await user.selectOptions(group("Condition 2").getByLabelText("Comparison"), "is there");
    await user.type(group("Condition 2").getByLabelText("Parameter"), "secret");
    await user.click(group("Condition 2").getByRole("button", { name: /Turn into a group/ }));
    await user.selectOptions(group("Group 2").getByLabelText("How they are combined"), "This does not hold");
    expect(current.input.rules?.[0]?.when).toEqual({
      all: [
        {
          any: [
            { field: "country", op: "in", values: [] },
            { not: { field: "query", op: "exists", values: [], name: "secret" } },
          ],
        },
      ],
    });
    expect(group("Group 2").queryByRole("button", { name: /group/ })).toHaveAccessibleName("Delete group");
    await user.click(group("Group 2").getByRole("button", { name: "Delete group" }));
    expect(group("Group 1").getByRole("button", { name: "Add condition" })).toHaveFocus();
    await user.click(group("Group 1").getByRole("button", { name: "Delete condition 1" }));
    expect(current.input.rules?.[0]?.when).toEqual({ all: [{ field: "country", op: "in", values: [] }] });
  });

  it("takes countries by name, texts as tags, and times of the zone", async () => {
    const { user, current } = open(named("A", 1));
    await user.click(screen.getByRole("button", { name: "1. A" }));
    await user.type(screen.getByRole("combobox", { name: "Values: Country" }), "germ{ArrowDown}{Enter}");
    const values = () => current.input.rules?.[0]?.when.all?.[0]?.values;
    expect(values()).toEqual(["DE"]);
    await user.selectOptions(screen.getByLabelText("Field"), "City");
    await user.type(screen.getByRole("combobox", { name: "Values: City" }), "Berlin{Enter}Bonn{Enter}");
    expect(values()).toEqual(["Berlin", "Bonn"]);
    await user.selectOptions(screen.getByLabelText("Field"), "Before");
    fireEvent.change(screen.getByLabelText("Values: Before"), { target: { value: "2026-12-24T18:00" } });
    expect(values()).toEqual(["2026-12-24T18:00:00.000Z"]);
  });

  it("opens the rule with a problem, and the problem moves along with it", async () => {
    const { user } = open(named("A", 1), named("B", 2));
    await user.click(screen.getByRole("button", { name: "Refuse a value" }));
    expect(screen.getByText("Wrong: rules.1.when.all.0.values.0")).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Refuse a URL" }));
    expect(screen.getByLabelText("Leads to")).toBeInvalid();
    await user.click(screen.getByRole("button", { name: "Move up rule 2" }));
    expect(screen.getByLabelText("Leads to")).toHaveValue("https://example.com/2");
    expect(screen.getByText("Wrong: rules.1.then.url")).toBeVisible();
    await user.type(screen.getByLabelText("Leads to"), "0");
    expect(screen.queryByText("Wrong: rules.1.then.url")).toBeNull();
  });
});
