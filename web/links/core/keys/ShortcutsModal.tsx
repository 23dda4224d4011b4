import { Switch } from "@mantine/core";
import { Dialog } from "../../../ui/elements/Dialog.tsx";
import { shortcuts } from "./shortcuts.ts";
import classes from "./ShortcutsModal.module.css";

interface ShortcutsModalProps {
  singleKeys: boolean;
  onSingleKeys: (on: boolean) => void;
  onClose: () => void;
}

/** Lists all keyboard shortcuts of the page. */
export default function ShortcutsModal({ singleKeys, onSingleKeys, onClose }: ShortcutsModalProps) {
  const rows = shortcuts.map(({ shown, label, isPlain = false }) => ({ shown, label, isOff: !singleKeys && !isPlain }));
  return (
    <Dialog title="Keyboard shortcuts" onClose={onClose}>
      <dl className={classes.list}>
        {rows.map(({ shown, label, isOff }) => (
          <div key={label} data-off={isOff}>
            <dt>{label}</dt>
            <dd>
              {shown.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
      <Switch
        mt="lg"
        label="Single-key shortcuts"
        description="Off: keys with one character do nothing. Kept in this browser."
        checked={singleKeys}
        onChange={(event) => onSingleKeys(event.currentTarget.checked)}
      />
    </Dialog>
  );
}
