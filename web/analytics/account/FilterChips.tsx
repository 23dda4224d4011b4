import { useQuery } from "@apollo/client/react";
import type { ClickFilter } from "@hoplog/schema/clicks/filters.js";
import { Button } from "@mantine/core";
import { IconX } from "../../ui/elements/icons.ts";
import { Fragment } from "react";
import { LinkTitleDocument } from "../../core/graphql/generated/graphql.ts";
import classes from "../link/ViewControls.module.css";
import { withoutValue } from "./address.ts";
import { labelOf, opTexts, valueText } from "./fieldTexts.ts";

interface FilterChipsProps {
  filters: readonly ClickFilter[];
  /** Names of groups and tags by id. */
  names: ReadonlyMap<string, string>;
  onChange: (filters: readonly ClickFilter[]) => void;
}

/** The active filters as chips; each value can be removed. */
export function FilterChips({ filters, names, onChange }: FilterChipsProps) {
  if (filters.length === 0) return null;
  const textOf = ({ field }: ClickFilter, value: string) =>
    (field === "group" || field === "tag" ? names.get(value) : undefined) ?? valueText(field, value);
  return (
    <ul className={classes.filters} aria-label="Filters">
      {filters.map((filter) => (
        <Fragment key={`${filter.field}:${filter.op}`}>
          {filter.values.map((value) => {
            const remove = () => onChange(withoutValue(filters, { ...filter, value }));
            const head = `${labelOf(filter.field)} ${opTexts[filter.op]}`;
            return (
              <li key={value}>
                {filter.field === "link" ? (
                  <LinkChip head={head} linkId={value} onRemove={remove} />
                ) : (
                  <Chip text={`${head} ${textOf(filter, value)}`} onRemove={remove} />
                )}
              </li>
            );
          })}
        </Fragment>
      ))}
      <li>
        <Button size="compact-sm" variant="subtle" onClick={() => onChange([])}>
          Clear all
        </Button>
      </li>
    </ul>
  );
}

function LinkChip({ head, linkId, onRemove }: { head: string; linkId: string; onRemove: () => void }) {
  const { data } = useQuery(LinkTitleDocument, { variables: { id: linkId } });
  return <Chip text={`${head} ${data?.link.name ?? linkId}`} onRemove={onRemove} />;
}

function Chip({ text, onRemove }: { text: string; onRemove: () => void }) {
  return (
    <Button
      size="compact-sm"
      variant="light"
      rightSection={<IconX size={14} aria-hidden />}
      aria-label={`Remove filter ${text}`}
      onClick={onRemove}
    >
      {text}
    </Button>
  );
}
