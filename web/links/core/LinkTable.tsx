import { Checkbox } from "@mantine/core";
import { IconChevronDown, IconChevronUp, IconSelector } from "../../ui/elements/icons.ts";
import { useVirtualizer } from "@tanstack/react-virtual";
import { useEffect, useRef } from "react";
import type { LinkSort } from "../../core/graphql/generated/graphql.ts";
import { drawnInFull, type RowsProps } from "./rowActions.ts";
import type { ColumnKey } from "./view/columnKeys.ts";
import { columns as known } from "./columns.tsx";
import classes from "./LinkTable.module.css";
import { nextSort } from "./view/sort.ts";
import { TableRow } from "./TableRow.tsx";

interface LinkTableProps extends RowsProps {
  columns: readonly ColumnKey[];
  sort: LinkSort;
  onSort: (sort: LinkSort) => void;
  allSelected: boolean;
  onSelectAll: (selected: boolean) => void;
}

/** Height of a row in pixels, which must match LinkTable.module.css. */
const rowHeight = 41;
const selectWidth = 44;

/** Links in single-line rows; long lists are virtualized. */
export default function LinkTable(props: LinkTableProps) {
  const { links, totalCount, stale, columns, isSelected, currentId, on, onDrawn, scroller, onEnd } = props;
  const frame = useRef<HTMLDivElement>(null);
  const isVirtual = links.length > drawnInFull;
  // oxlint-disable-next-line react/incompatible-library -- its result is not passed to memoized code
  const rows = useVirtualizer({
    count: links.length,
    getScrollElement: () => frame.current,
    estimateSize: () => rowHeight,
    overscan: 10,
    // Scroll targets stay below the sticky header.
    scrollPaddingStart: rowHeight,
    enabled: isVirtual,
  });

  useEffect(() => {
    scroller.scrollTo = isVirtual ? (index) => rows.scrollToIndex(index, { align: "center" }) : null;
    return () => {
      scroller.scrollTo = null;
    };
  }, [rows, isVirtual, scroller]);
  useEffect(onDrawn);

  const visibleRows = rows.getVirtualItems();
  const from = isVirtual ? (visibleRows[0]?.index ?? 0) : 0;
  const to = isVirtual ? (visibleRows.at(-1)?.index ?? -1) + 1 : links.length;
  const isAtEnd = isVirtual && to >= links.length;
  useEffect(() => {
    if (isAtEnd) onEnd();
  }, [isAtEnd, links.length, onEnd]);

  const width = columns.reduce((sum, key) => sum + known[key].width, selectWidth);
  return (
    <div
      ref={frame}
      className={`sheet ${classes.frame}`}
      data-stale={stale}
      role="region"
      aria-label="Table of short URLs"
      // Scrollable areas must be reachable by keyboard.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
    >
      <table
        className={classes.table}
        style={{ minWidth: `calc(${width}px + var(--actions-width))` }}
        aria-rowcount={totalCount < 0 ? -1 : totalCount + 1}
      >
        <caption className={classes.caption}>Short URLs</caption>
        <colgroup>
          <col style={{ width: selectWidth }} />
          {columns.map((key) => (
            <col key={key} style={known[key].grows ? {} : { width: known[key].width }} />
          ))}
          <col className={classes.actionsColumn} />
        </colgroup>
        <thead>
          <tr aria-rowindex={1}>
            <th scope="col">
              <Checkbox
                size="xs"
                aria-label={`Select all ${links.length} shown`}
                checked={props.allSelected}
                onChange={(event) => props.onSelectAll(event.currentTarget.checked)}
              />
            </th>
            {columns.map((key) => (
              <Head key={key} column={key} sort={props.sort} onSort={props.onSort} />
            ))}
            <th scope="col">
              <span className={classes.caption}>Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          <Spacer rows={from} />
          {links.slice(from, to).map((link, place) => (
            <TableRow
              key={link.id}
              link={link}
              columns={columns}
              position={from + place + 2}
              selected={isSelected(link.id)}
              reachable={currentId === link.id || (currentId === null && from + place === 0)}
              on={on}
            />
          ))}
          <Spacer rows={links.length - to} />
        </tbody>
      </table>
    </div>
  );
}

/** Fills the height of rows that are not rendered. */
function Spacer({ rows }: { rows: number }) {
  if (rows <= 0) return null;
  return <tr aria-hidden style={{ height: rows * rowHeight }} />;
}

function Head({ column, sort, onSort }: { column: ColumnKey } & Pick<LinkTableProps, "sort" | "onSort">) {
  const { label, sort: field, atEnd = false } = known[column];
  if (field === undefined) {
    return (
      <th scope="col" data-at-end={atEnd}>
        {label}
      </th>
    );
  }
  const isSorted = sort.field === field;
  const ascending = sort.direction === "asc";
  const Icon = isSorted ? (ascending ? IconChevronUp : IconChevronDown) : IconSelector;
  return (
    <th
      scope="col"
      data-at-end={atEnd}
      {...(isSorted && { "aria-sort": ascending ? ("ascending" as const) : ("descending" as const) })}
    >
      <button type="button" className={classes.sort} onClick={() => onSort(nextSort(sort, field))}>
        {label}
        <Icon size={14} aria-hidden />
      </button>
    </th>
  );
}
