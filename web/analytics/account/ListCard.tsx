import { Button, Skeleton, UnstyledButton, VisuallyHidden } from "@mantine/core";
import { IconFileTypeCsv } from "../../ui/elements/icons.ts";
import { useId } from "react";
import type { ConvertedRow } from "../conversions/columns.ts";
import { ConvertedCells, ConvertedHead } from "../conversions/ConvertedCells.tsx";
import { IconButton } from "../../ui/elements/IconButton.tsx";
import { formatCount } from "../../links/core/linkTexts.ts";
import chartClasses from "../link/ChartCard.module.css";
import classes from "./ListCard.module.css";

export interface ListRow extends ConvertedRow {
  readonly key: string;
  readonly label: string;
  readonly clicks: number;
}

interface ListCardProps {
  title: string;
  tabs?: readonly { readonly value: string; readonly label: string }[];
  tab?: string;
  onTab?: (tab: string) => void;
  rows: readonly ListRow[] | undefined;
  /** Whether the list's rows show conversions. */
  isConverted?: boolean;
  failed: boolean;
  onRetry: () => Promise<unknown>;
  total: number | undefined;
  /** Total number of values; null if more can't be shown. */
  more: number | null;
  onMore: () => void;
  onSave: () => void;
  onPick: (key: string) => void;
  emptyText?: string;
}

/** A list of values with their clicks as bars; selecting a row filters the page by its value. */
export function ListCard({
  title,
  tabs,
  tab,
  onTab,
  rows,
  isConverted = false,
  total,
  onPick,
  ...rest
}: ListCardProps) {
  const titleId = useId();
  const max = Math.max(1, ...(rows ?? []).map(({ clicks }) => clicks));
  return (
    <section className={chartClasses.card} aria-labelledby={titleId}>
      <div className={chartClasses.head}>
        <h2 id={titleId} className={chartClasses.title}>
          {title}
        </h2>
        {rows && rows.length > 0 && (
          <span className={chartClasses.tools}>
            <IconButton
              label="Save as CSV"
              size="md"
              aria-label={`Save as CSV: ${title}`}
              icon={IconFileTypeCsv}
              onClick={rest.onSave}
            />
          </span>
        )}
      </div>
      {tabs && (
        <div className={classes.tabs} role="group" aria-label={`${title}: by`}>
          {tabs.map(({ value, label }) => (
            <UnstyledButton
              key={value}
              className={classes.tab ?? ""}
              aria-pressed={value === tab}
              onClick={() => onTab?.(value)}
            >
              {label}
            </UnstyledButton>
          ))}
        </div>
      )}
      {rest.failed && (
        <p className={classes.note} role="alert">
          This list could not be fetched.{" "}
          <Button size="compact-sm" variant="default" onClick={() => void rest.onRetry()}>
            Retry
          </Button>
        </p>
      )}
      {!rest.failed && rows === undefined && <Skeleton height={180} radius="md" />}
      {rows?.length === 0 && <p className={classes.note}>{rest.emptyText ?? "No clicks"}</p>}
      {rows && rows.length > 0 && isConverted && <ConvertedHead />}
      {rows && rows.length > 0 && (
        // The list may scroll, so it must be reachable by keyboard.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <ol className={classes.list} tabIndex={0} aria-label={title}>
          {rows.map(({ key, label, clicks, converted }) => (
            <li key={key}>
              <UnstyledButton
                className={classes.row ?? ""}
                data-converted={isConverted || undefined}
                onClick={() => onPick(key)}
              >
                <span className={classes.bar} style={{ width: `${(clicks / max) * 100}%` }} aria-hidden />
                <span className={classes.label}>
                  <VisuallyHidden>Show only </VisuallyHidden>
                  {label}
                </span>
                <span className={classes.count}>{formatCount(clicks)}</span>
                <span className={classes.share}>{shareText(clicks, total)}</span>
                {isConverted && <ConvertedCells converted={converted} />}
              </UnstyledButton>
            </li>
          ))}
        </ol>
      )}
      {rest.more !== null && (
        <Button size="compact-sm" variant="subtle" onClick={rest.onMore}>
          Show more of {formatCount(rest.more)}
        </Button>
      )}
    </section>
  );
}

function shareText(clicks: number, total: number | undefined): string {
  if (total === undefined || total === 0 || clicks > total) return "";
  const share = (clicks / total) * 100;
  return `${share < 10 ? share.toFixed(1) : Math.round(share)} %`;
}
