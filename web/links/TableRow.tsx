import { Checkbox } from "@mantine/core";
import {
  IconArchive,
  IconArchiveOff,
  IconChartBar,
  IconEdit,
  IconHistory,
  IconPlayerPause,
  IconPlayerPlay,
  IconQrcode,
  IconStar,
  IconStarFilled,
  IconTrash,
} from "@tabler/icons-react";
import { memo } from "react";
import { IconButton } from "../elements/IconButton.tsx";
import { isWithShift } from "./keys/isWithShift.ts";
import type { ListedLink } from "./listedLink.ts";
import type { RowActions } from "./rowActions.ts";
import type { ColumnKey } from "./view/columnKeys.ts";
import { columns as known } from "./columns.tsx";
import classes from "./LinkTable.module.css";

interface TableRowProps {
  link: ListedLink;
  columns: readonly ColumnKey[];
  /** Among all rows, the head included, from 1. */
  position: number;
  selected: boolean;
  /** The Tab key stops at it: at one row of the table. */
  reachable: boolean;
  on: RowActions;
}

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
          <Action
            icon={link.isFavourite ? IconStarFilled : IconStar}
            label="Favourite"
            of={link.name}
            aria-pressed={link.isFavourite}
            color={link.isFavourite ? "yellow" : "gray"}
            onClick={() => on.star(link)}
          />
          <Action
            icon={IconChartBar}
            label="View analytics"
            of={`of ${link.name}`}
            onClick={() => on.analytics(link)}
          />
          <Action icon={IconQrcode} label="QR code" of={link.name} onClick={() => on.qr(link)} />
          <Action icon={IconHistory} label="History" of={`of ${link.name}`} onClick={() => on.history(link)} />
          <Action icon={IconEdit} label="Edit" of={link.name} onClick={() => on.edit(link)} />
          <Action
            icon={link.isActive ? IconPlayerPause : IconPlayerPlay}
            label={link.isActive ? "Deactivate" : "Activate"}
            of={link.name}
            onClick={() => on.toggle(link)}
          />
          <Action
            icon={link.isArchived ? IconArchiveOff : IconArchive}
            label={link.isArchived ? "Take out of the archive" : "Archive"}
            of={link.name}
            onClick={() => on.archive(link)}
          />
          <Action icon={IconTrash} label="Delete" of={link.name} color="red" onClick={() => on.remove(link)} />
        </span>
      </td>
    </tr>
  );
});

function Action(props: Parameters<typeof IconButton>[0]) {
  return <IconButton size="md" iconSize={16} {...props} />;
}
