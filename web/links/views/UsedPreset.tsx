import { Button } from "@mantine/core";
import { toastFailure, toastSuccess } from "../../core/errors/toasts.tsx";
import type { PresetFieldsFragment } from "../../core/graphql/generated/graphql.ts";
import { PresetRow } from "./PresetRow.tsx";
import type { usePresets } from "./usePresets.ts";

interface UsedPresetProps extends Pick<ReturnType<typeof usePresets>, "change" | "remove"> {
  preset: PresetFieldsFragment;
  /** What it would be replaced by, and how that is called. */
  present: string;
  presentText: string;
  replaceable?: boolean;
  /** What using it is called. */
  verb: string;
  onUse: (query: string) => void;
}

/** Something kept that is used as it is, replaced by what is there now, renamed and deleted. */
export function UsedPreset({
  preset,
  present,
  presentText,
  replaceable = true,
  verb,
  onUse,
  change,
  remove,
}: UsedPresetProps) {
  const { name, query } = preset;
  return (
    <PresetRow preset={preset} onRename={(given) => change(preset, { name: given })} onDelete={() => remove(preset)}>
      <Button
        size="compact-sm"
        variant="light"
        aria-label={`${verb} ${name}`}
        aria-current={query === present}
        onClick={() => onUse(query)}
      >
        {verb}
      </Button>
      {query !== present && replaceable && (
        <Button
          size="compact-sm"
          variant="subtle"
          aria-label={`Replace ${name} by ${presentText}`}
          onClick={() => {
            void change(preset, { query: present }).then((wrong) => {
              if (wrong === null) toastSuccess(`${name} is saved.`);
              else toastFailure(wrong);
            });
          }}
        >
          Replace
        </Button>
      )}
    </PresetRow>
  );
}
