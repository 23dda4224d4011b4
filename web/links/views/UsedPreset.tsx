import { Button } from "@mantine/core";
import { toastFailure, toastSuccess } from "../../core/errors/toasts.tsx";
import type { PresetFieldsFragment } from "../../core/graphql/generated/graphql.ts";
import { PresetRow } from "./PresetRow.tsx";
import type { usePresets } from "./usePresets.ts";

interface UsedPresetProps extends Pick<ReturnType<typeof usePresets>, "change" | "remove"> {
  preset: PresetFieldsFragment;
  /** The value that would replace the preset's, and its label. */
  present: string;
  presentText: string;
  replaceable?: boolean;
  /** Label of the button that applies the preset. */
  verb: string;
  onUse: (query: string) => void;
}

/** A preset that can be applied, overwritten by the present value, renamed and deleted. */
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
