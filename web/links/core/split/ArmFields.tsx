import { Button, TextInput } from "@mantine/core";
import { UrlInput } from "../../../ui/elements/UrlInput.tsx";
import { IconTrash } from "../../../ui/elements/icons.ts";
import { IconButton } from "../../../ui/elements/IconButton.tsx";
import type { OptionsForm } from "../options/optionsForm.ts";
import { optionLimits } from "../options/values.ts";
import classes from "./split.module.css";

interface ArmFieldsProps {
  form: OptionsForm;
  path: string;
  index: number;
  /** Share of the visits in percent; null while the weight is not a number. */
  share: number | null;
  /** Removes the arm; undefined at the minimum number of arms. */
  onRemove: (() => void) | undefined;
  onPromote?: () => void;
}

const shareFormat = new Intl.NumberFormat(undefined, { maximumFractionDigits: 1 });

/** Fields for an arm of a split. */
export function ArmFields({ form, path, index, share, onRemove, onPromote }: ArmFieldsProps) {
  const which = `arm ${index + 1}`;
  return (
    <li className={classes.arm} aria-label={`Arm ${index + 1}`}>
      <TextInput
        className={classes.name ?? ""}
        size="sm"
        label="Arm name"
        placeholder="Optional"
        autoComplete="off"
        maxLength={optionLimits.nameMax}
        {...form.getInputProps(`${path}.name`)}
      />
      <TextInput
        className={classes.weight ?? ""}
        size="sm"
        label="Weight"
        inputMode="numeric"
        autoComplete="off"
        rightSection={<span className={classes.share}>{share === null ? "" : `${shareFormat.format(share)} %`}</span>}
        rightSectionWidth={64}
        {...form.getInputProps(`${path}.weight`)}
      />
      <UrlInput
        className={classes.url ?? ""}
        size="sm"
        label="Arm URL"
        placeholder="https://example.com/variant"
        {...form.getInputProps(`${path}.url`)}
      />
      <span className={classes.tools}>
        {onPromote && (
          <Button
            variant="default"
            size="compact-sm"
            aria-label={`Make this the destination: ${which}`}
            onClick={onPromote}
          >
            Make this the destination
          </Button>
        )}
        <IconButton
          icon={IconTrash}
          iconSize={16}
          size="md"
          color="red"
          label="Delete"
          of={which}
          disabled={onRemove === undefined}
          {...(onRemove && { onClick: onRemove })}
        />
      </span>
    </li>
  );
}
