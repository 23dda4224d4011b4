import { Button, NativeSelect } from "@mantine/core";
import { IconArchive, IconPencil, IconPlayerPause, IconPlayerPlay, IconTrash, IconX } from "../../ui/elements/icons.ts";
import { useQuery } from "@apollo/client/react";
import { limits } from "@hoplog/schema/limits.js";
import type { LinkCardFragment } from "../../core/graphql/generated/graphql.ts";
import { GroupNamesDocument } from "../../core/graphql/generated/graphql.ts";
import classes from "./BulkBar.module.css";
import { BulkTags } from "./BulkTags.tsx";
import type { BulkChange } from "./useLinkActions.ts";
import { formatCount } from "./linkTexts.ts";

interface BulkBarProps {
  selected: readonly LinkCardFragment[];
  /** Number of loaded links, which can be selected. */
  shown: number;
  /** Number of matching links, including those not loaded. */
  matching: number;
  /** Whether all matching links are selected, not only the loaded ones. */
  allMatching: boolean;
  /** Whether the list shows inactive links. */
  inactive: boolean;
  busy: boolean;
  onSelectAll: () => void;
  onSelectMatching: () => void;
  onClear: () => void;
  onSwitch: () => void;
  onMove: (groupId: string | null) => void;
  onChange: (change: BulkChange) => void;
  onEdit: () => void;
  onDelete: () => void;
}

const noGroup = "none";

/** Bulk actions for the selected links; remains visible at the end of the list. */
export default function BulkBar({
  selected,
  shown,
  matching,
  allMatching,
  inactive,
  busy,
  onSelectAll,
  onSelectMatching,
  onClear,
  onSwitch,
  onMove,
  onChange,
  onEdit,
  onDelete,
}: BulkBarProps) {
  const allArchived = selected.every(({ isArchived }) => isArchived);
  const groups = useQuery(GroupNamesDocument, { fetchPolicy: "cache-and-network" });
  return (
    <section className={classes.bar} aria-label="Selected URLs">
      <span className={classes.count} aria-live="polite">
        {formatCount(allMatching ? matching : selected.length)} selected
      </span>
      {!allMatching && selected.length === shown && shown < matching && matching <= limits.linkJobMax && (
        <Button size="compact-md" variant="subtle" onClick={onSelectMatching}>
          Select all {formatCount(matching)} that match
        </Button>
      )}
      {selected.length < shown && (
        <Button size="compact-md" variant="subtle" onClick={onSelectAll}>
          Select all {shown}
        </Button>
      )}
      <span className={classes.spring} />
      <Button
        size="compact-md"
        variant="light"
        disabled={busy}
        leftSection={inactive ? <IconPlayerPlay size={16} aria-hidden /> : <IconPlayerPause size={16} aria-hidden />}
        onClick={onSwitch}
      >
        {inactive ? "Activate" : "Deactivate"}
      </Button>
      <NativeSelect
        size="sm"
        w={170}
        aria-label="Move to group"
        disabled={busy}
        value=""
        data={[
          { value: "", label: "Move to group…" },
          { value: noGroup, label: "No Group" },
          ...(groups.data?.groups ?? []).map(({ id, name }) => ({ value: id, label: name })),
        ]}
        onChange={({ currentTarget: { value } }) => value !== "" && onMove(value === noGroup ? null : value)}
      />
      <BulkTags selected={selected} busy={busy} onChange={onChange} />
      <Button
        size="compact-md"
        variant="light"
        disabled={busy}
        leftSection={<IconArchive size={16} aria-hidden />}
        onClick={() => onChange({ isArchived: !allArchived })}
      >
        {allArchived ? "Take out of the archive" : "Archive"}
      </Button>
      <Button
        size="compact-md"
        variant="light"
        disabled={busy}
        leftSection={<IconPencil size={16} aria-hidden />}
        onClick={onEdit}
      >
        Edit…
      </Button>
      <Button
        size="compact-md"
        variant="light"
        color="red"
        disabled={busy}
        leftSection={<IconTrash size={16} aria-hidden />}
        onClick={onDelete}
      >
        Delete
      </Button>
      <Button size="compact-md" variant="default" leftSection={<IconX size={16} aria-hidden />} onClick={onClear}>
        Clear
      </Button>
    </section>
  );
}
