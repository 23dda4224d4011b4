import { skipToken, useApolloClient, useQuery } from "@apollo/client/react";
import {
  type ClickFilter,
  filterFields,
  filterOps,
  type FilterFieldName,
  listedFieldNames,
} from "@hoplog/schema/clicks/filters.js";
import { limits } from "@hoplog/schema/limits.js";
import { Button, NativeSelect, TextInput } from "@mantine/core";
import { type FormEvent, useId, useState } from "react";
import { failureOf } from "../../core/errors/failure.ts";
import { AccountTopsDocument } from "../../core/graphql/generated/graphql.ts";
import { withValue } from "./address.ts";
import { linkIdOf } from "./findLink.ts";
import { opsOf, opTexts, valueText } from "./fieldTexts.ts";
import classes from "./FilterForm.module.css";
import type { Question } from "./useAccountAnalytics.ts";

interface OwnNames {
  readonly groups: readonly { readonly id: string; readonly name: string }[];
  readonly tags: readonly { readonly id: string; readonly name: string }[];
  readonly domains: readonly { readonly name: string; readonly displayName: string }[];
}

interface FilterFormProps {
  question: Question;
  filters: readonly ClickFilter[];
  /** The workspace's groups, tags and domains to choose from. */
  own: OwnNames;
  onChange: (filters: readonly ClickFilter[]) => void;
}

/** Form to add a filter: a field, an operator and a value. */
export function FilterForm({ question, filters, own, onChange }: FilterFormProps) {
  const client = useApolloClient();
  const [field, setField] = useState<FilterFieldName>("country");
  const [op, setOp] = useState<ClickFilter["op"]>("is");
  const [text, setText] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  const suggestionsId = useId();
  const listed = listedFieldNames.find((name) => name === field);
  const { data } = useQuery(
    AccountTopsDocument,
    listed ? { variables: { ...question, filters: [], fields: [listed], first: suggested } } : skipToken,
  );
  const choices = choicesOf(field, own);

  const choose = (name: string) => {
    const found = filterFields.find((known) => known.name === name);
    if (!found) return;
    setField(found.name);
    if (!opsOf(found.name).includes(op)) setOp("is");
    setText(choicesOf(found.name, own)?.[0]?.value ?? "");
    setProblem(null);
  };
  const add = async (event: FormEvent) => {
    event.preventDefault();
    try {
      const value = field === "link" ? await linkIdOf(client, text) : text.trim();
      onChange(withValue(filters, { field, op, value }));
      setProblem(null);
      if (!choices) setText("");
    } catch (error) {
      setProblem(failureOf(error).message);
    }
  };

  return (
    <form className={classes.form} onSubmit={(event) => void add(event)} aria-label="Add a filter">
      <NativeSelect
        aria-label="Field"
        data={filterFields.map(({ name, label }) => ({ value: name, label }))}
        value={field}
        onChange={(event) => choose(event.currentTarget.value)}
      />
      <NativeSelect
        aria-label="Comparison"
        data={opsOf(field).map((value) => ({ value, label: opTexts[value] }))}
        value={op}
        onChange={(event) => setOp(filterOps.find((known) => known === event.currentTarget.value) ?? "is")}
      />
      {choices ? (
        <NativeSelect
          aria-label="Value"
          data={choices.map((choice) => ({ ...choice }))}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
      ) : (
        <TextInput
          aria-label="Value"
          placeholder={field === "link" ? "Name or short code" : "Value; empty for unknown"}
          value={text}
          maxLength={limits.filterMax}
          error={problem}
          list={suggestionsId}
          onChange={(event) => {
            setText(event.currentTarget.value);
            setProblem(null);
          }}
        />
      )}
      <datalist id={suggestionsId}>
        {(listed ? (data?.analytics.tops?.[0]?.rows ?? []) : []).map(({ value }) => (
          <option key={value} value={value}>
            {valueText(field, value)}
          </option>
        ))}
      </datalist>
      <Button type="submit" variant="default">
        Add filter
      </Button>
    </form>
  );
}

/** Maximum number of suggested values. */
const suggested = 100;

function choicesOf(field: FilterFieldName, { groups, tags, domains }: OwnNames) {
  if (field === "group" || field === "tag") {
    const named = field === "group" ? groups : tags;
    return [...named.map(({ id, name }) => ({ value: id, label: name })), { value: "", label: valueText(field, "") }];
  }
  if (field === "domain") {
    return [
      { value: "", label: valueText(field, "") },
      ...domains.map(({ name, displayName }) => ({ value: name, label: displayName })),
    ];
  }
  return null;
}
