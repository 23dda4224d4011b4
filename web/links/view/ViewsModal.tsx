import { Button, Skeleton } from "@mantine/core";
import { Dialog } from "../../elements/Dialog.tsx";
import { QueryFailure } from "../../errors/ErrorBanner.tsx";
import { toastFailure, toastSuccess } from "../../errors/toasts.tsx";
import { PresetRow } from "../../presets/PresetRow.tsx";
import { SaveAs } from "../../presets/SaveAs.tsx";
import classes from "../../elements/namedRows.module.css";
import { usePresets } from "../../presets/usePresets.ts";

interface ViewsModalProps {
  /** The present choice, as the address has it. */
  present: string;
  onShow: (query: string) => void;
  onClose: () => void;
}

/** Views of the list that the workspace keeps: shown, saved, replaced by the present choice, renamed and deleted. */
export default function ViewsModal({ present, onShow, onClose }: ViewsModalProps) {
  const { presets, error, refetch, saving, save, change, remove } = usePresets("VIEW");
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
            <PresetRow
              key={preset.id}
              preset={preset}
              onRename={(name) => change(preset, { name })}
              onDelete={() => remove(preset)}
            >
              <Button
                size="compact-sm"
                variant="light"
                aria-label={`Show ${preset.name}`}
                aria-current={preset.query === present}
                onClick={() => {
                  onShow(preset.query);
                  onClose();
                }}
              >
                Show
              </Button>
              {preset.query !== present && (
                <Button
                  size="compact-sm"
                  variant="subtle"
                  aria-label={`Replace ${preset.name} by the present choice`}
                  onClick={() => {
                    void change(preset, { query: present }).then((wrong) => {
                      if (wrong === null) toastSuccess(`${preset.name} is saved.`);
                      else toastFailure(wrong);
                    });
                  }}
                >
                  Replace
                </Button>
              )}
            </PresetRow>
          ))}
        </ul>
      )}
    </Dialog>
  );
}
