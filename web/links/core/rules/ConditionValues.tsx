import "@mantine/core/styles/Pill.layer.css";
import "@mantine/core/styles/PillsInput.layer.css";
import { MultiSelect, TagsInput, TextInput } from "@mantine/core";
import { foldedFilter } from "../../../ui/elements/foldedFilter.ts";
import { fieldRows } from "../options/conditionFields.ts";
import { countries } from "../options/countries.ts";
import { optionLimits, type QuestionDraft } from "../options/values.ts";
import { shownTime } from "../options/zonedTime.ts";
import classes from "./rules.module.css";

interface ConditionValuesProps {
  question: QuestionDraft;
  /** The link's time zone. */
  zone: string;
  path: string;
  problem: string;
  onChange: (values: string[]) => void;
}

/** The input for a condition's values, depending on its field. */
export function ConditionValues({ question, zone, path, problem, onChange }: ConditionValuesProps) {
  const { field, values } = question;
  const { label, kind, choices = [], example } = fieldRows[field];
  const shared = {
    className: classes.values ?? "",
    size: "sm",
    "aria-label": `Values: ${label}`,
    "data-path": path,
    error: problem,
  } as const;
  if (kind === "time") {
    return (
      <TextInput
        {...shared}
        type="datetime-local"
        value={shownTime(values[0] ?? "", zone)}
        onChange={(event) => onChange([event.currentTarget.value])}
      />
    );
  }
  const list = { ...shared, value: values, onChange };
  if (kind === "texts") {
    return (
      <TagsInput
        {...list}
        maxTags={optionLimits.values}
        maxLength={optionLimits.valueMax}
        placeholder={values.length === 0 && example !== undefined ? `Such as ${example}` : "Add"}
      />
    );
  }
  // Selected values that are not in the list are added under their own names.
  const offered = kind === "countries" ? countries : choices;
  const unknown = values.filter((value) => offered.every((choice) => choice.value !== value));
  return (
    <MultiSelect
      {...list}
      maxValues={optionLimits.values}
      searchable
      filter={foldedFilter}
      selectFirstOptionOnChange
      hidePickedOptions
      nothingFoundMessage="Nothing found"
      placeholder={values.length === 0 ? "Choose" : ""}
      data={[...offered, ...unknown.map((value) => ({ value, label: value }))]}
    />
  );
}
