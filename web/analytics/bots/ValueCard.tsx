import { Button, Skeleton, UnstyledButton, VisuallyHidden } from "@mantine/core";
import { IconFileTypeCsv } from "../../ui/elements/icons.ts";
import { type ReactNode, useId, useState } from "react";
import { IconButton } from "../../ui/elements/IconButton.tsx";
import { saveCsv } from "../../core/files/saveFile.ts";
import type { JudgedTopFragment } from "../../core/graphql/generated/graphql.ts";
import { formatCount } from "../../links/core/linkTexts.ts";
import type { OnlyField } from "./address.ts";
import classes from "./BotsPage.module.css";
import { fieldLabels, nameOf } from "./texts.ts";

export type Value = JudgedTopFragment["rows"][number];

interface ValueCardProps {
  title: string;
  field: OnlyField | "referrer";
  top: JudgedTopFragment | undefined;
  onPick: (value: string) => void;
  /** Actions for a value. */
  actions?: (row: Value) => ReactNode;
}

const shortList = 8;

/** The values with the most classified clicks, and the reasons. Selecting a value filters the page by it. */
export function ValueCard({ title, field, top, onPick, actions }: ValueCardProps) {
  const titleId = useId();
  const [whole, setWhole] = useState(false);
  const rows = whole ? top?.rows : top?.rows.slice(0, shortList);
  const save = () =>
    saveCsv(
      `bots-${field}`,
      (top?.rows ?? []).map((row) => ({
        [fieldLabels[field]]: nameOf(field, row),
        Value: row.value,
        Reasons: row.reasons.join("; "),
        Clicks: row.clicks,
        Last: row.lastAt,
      })),
    );
  return (
    <section className={`sheet ${classes.card}`} aria-labelledby={titleId}>
      <div className={classes.cardHead}>
        <h2 id={titleId}>{title}</h2>
        {top && top.rows.length > 0 && (
          <IconButton
            label="Save as CSV"
            size="md"
            aria-label={`Save as CSV: ${title}`}
            icon={IconFileTypeCsv}
            onClick={save}
          />
        )}
      </div>
      {!top && <Skeleton height={200} radius="md" />}
      {rows?.length === 0 && <p className={classes.none}>No clicks</p>}
      {rows && rows.length > 0 && (
        <ol className={classes.values} aria-labelledby={titleId}>
          {rows.map((row) => (
            <li key={row.value} className={classes.row}>
              <span className={classes.what}>
                <UnstyledButton
                  className={field === "agent" ? (classes.agent ?? "") : (classes.name ?? "")}
                  onClick={() => onPick(row.value)}
                >
                  <VisuallyHidden>Show only </VisuallyHidden>
                  {nameOf(field, row)}
                </UnstyledButton>
                {field !== "reason" && row.reasons.length > 0 && (
                  <span className={classes.about}>{row.reasons.join(", ")}</span>
                )}
              </span>
              <span className={classes.count}>
                {formatCount(row.clicks)}
                <VisuallyHidden> {row.clicks === 1 ? "click" : "clicks"}</VisuallyHidden>
              </span>
              {actions?.(row)}
            </li>
          ))}
        </ol>
      )}
      {top && !whole && top.rows.length > shortList && (
        <Button size="compact-sm" variant="subtle" onClick={() => setWhole(true)}>
          Show more of {formatCount(top.distinct)}
        </Button>
      )}
    </section>
  );
}
