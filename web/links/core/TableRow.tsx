import { Checkbox } from "@mantine/core";
import { IconChartBar, IconStar, IconStarFilled } from "../../ui/elements/icons.ts";
import { memo } from "react";
import { IconButton } from "../../ui/elements/IconButton.tsx";
import { isWithShift } from "./keys/isWithShift.ts";
import { LinkActions } from "./LinkActions.tsx";
import type { ListedLink } from "./listedLink.ts";
import type { RowActions } from "./rowActions.ts";
import type { ColumnKey } from "./view/columnKeys.ts";
import { columns as known } from "./columns.tsx";
import classes from "./LinkTable.module.css";

interface TableRowProps {
  link: ListedLink;
  columns: readonly ColumnKey[];
  /** The row's position from 1 among all rows, including the header. */
  position: number;
  selected: boolean;
  /** Whether the Tab key reaches this row, because only one row of the table is a tab stop. */
  reachable: boolean;
  on: RowActions;
}

const small = { size: "md", iconSize: 16 } as const;

export const TableRow = memo(function TableRow({ link, columns, position, selected, reachable, on }: TableRowProps) {
  return (
    <tr
      aria-label={link.name}
      aria-rowindex={position}
      data-link={link.id}
      data-selected={selected}
      tabIndex={reachable ? 0 : -1}
      onFocus={() => on.focused(link)}
    >
      <td>
        <Checkbox
          size="xs"
          aria-label={`Select ${link.name}`}
          checked={selected}
          onChange={({ nativeEvent }) => on.select(link, isWithShift(nativeEvent))}
        />
      </td>
      {columns.map((key) => (
        <td key={key} data-at-end={known[key].atEnd ?? false}>
          {known[key].cell(link, on)}
        </td>
      ))}
      <td>
        <span className={classes.actions}>
          <IconButton
            {...small}
            icon={link.isFavourite ? IconStarFilled : IconStar}
            label="Favourite"
            of={link.name}
            aria-pressed={link.isFavourite}
            color={link.isFavourite ? "yellow" : "gray"}
            onClick={() => on.star(link)}
          />
          <IconButton
            {...small}
            icon={IconChartBar}
            label="View analytics"
            of={`of ${link.name}`}
            onClick={() => on.analytics(link)}
          />
          <LinkActions link={link} on={on} {...small} />
        </span>
      </td>
    </tr>
  );
});
