import { Skeleton } from "@mantine/core";
import { Dialog } from "../../../ui/elements/Dialog.tsx";
import { QueryFailure } from "../../../core/errors/ErrorBanner.tsx";
import { SaveAs } from "../../views/SaveAs.tsx";
import { UsedPreset } from "../../views/UsedPreset.tsx";
import classes from "../../../ui/elements/namedRows.module.css";
import { usePresets } from "../../views/usePresets.ts";

interface ViewsModalProps {
  /** The present search, filters and sort order, as a URL query string. */
  present: string;
  onShow: (query: string) => void;
  onClose: () => void;
}

/** The workspace's saved views, which users can show, save, overwrite, rename and delete. */
export default function ViewsModal({ present, onShow, onClose }: ViewsModalProps) {
  const { presets, error, refetch, saving, save, change, remove } = usePresets("view");
  return (
    <Dialog title="Views" onClose={onClose} size={620}>
      <SaveAs
        label="Save the present choice as"
        busy={saving}
        disabled={present === "" ? "Search, filter or sort the list first." : null}
        onSave={(name) => save(name, present)}
      />
      {error && !presets && <QueryFailure error={error} refetch={refetch} />}
      {!presets && !error && <Skeleton height={120} radius="md" />}
      {presets?.length === 0 && <p className={classes.note}>None is saved yet.</p>}
      {presets && presets.length > 0 && (
        <ul className={classes.list} aria-label="Saved views">
          {presets.map((preset) => (
            <UsedPreset
              key={preset.id}
              preset={preset}
              present={present}
              presentText="the present choice"
              verb="Show"
              onUse={(query) => {
                onShow(query);
                onClose();
              }}
              change={change}
              remove={remove}
            />
          ))}
        </ul>
      )}
    </Dialog>
  );
}
