import { Button, Checkbox, Group } from "@mantine/core";
import { IconArrowDown, IconArrowUp } from "../../ui/elements/icons.ts";
import { Dialog } from "../../ui/elements/Dialog.tsx";
import { IconButton } from "../../ui/elements/IconButton.tsx";
import { type ColumnKey, columnKeys, movedColumn, parseColumns } from "./view/columnKeys.ts";
import { columns as known } from "./columns.tsx";
import classes from "./ColumnsModal.module.css";

interface ColumnsModalProps {
  columns: readonly ColumnKey[];
  onChange: (columns: readonly ColumnKey[]) => void;
  onClose: () => void;
}

/** Selects and orders the table's columns. Changes apply immediately and are stored in this browser. */
export default function ColumnsModal({ columns, onChange, onClose }: ColumnsModalProps) {
  const hidden = columnKeys.filter((key) => !columns.includes(key));
  return (
    <Dialog title="Columns" onClose={onClose}>
      <ol className={classes.list} aria-label="Columns in their order">
        {[...columns, ...hidden].map((key) => {
          const { label } = known[key];
          const place = columns.indexOf(key);
          return (
            <li key={key}>
              <Checkbox
                label={label}
                checked={place >= 0}
                // The name column can't be hidden, because it identifies the row.
                disabled={key === "name"}
                onChange={() => onChange(place >= 0 ? columns.filter((other) => other !== key) : [...columns, key])}
              />
              {place >= 0 && (
                <span className={classes.moves}>
                  <IconButton
                    icon={IconArrowUp}
                    label="Move forward"
                    of={label}
                    disabled={place === 0}
                    onClick={() => onChange(movedColumn(columns, key, -1))}
                  />
                  <IconButton
                    icon={IconArrowDown}
                    label="Move back"
                    of={label}
                    disabled={place === columns.length - 1}
                    onClick={() => onChange(movedColumn(columns, key, 1))}
                  />
                </span>
              )}
            </li>
          );
        })}
      </ol>
      <Group justify="space-between" mt="lg">
        <Button variant="subtle" onClick={() => onChange(parseColumns(null))}>
          Usual columns
        </Button>
        <Button onClick={onClose}>Done</Button>
      </Group>
    </Dialog>
  );
}
