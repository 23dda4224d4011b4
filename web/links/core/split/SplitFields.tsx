import { Button, Stack } from "@mantine/core";
import { IconPlus } from "../../../ui/elements/icons.ts";
import { newArm } from "../options/newDrafts.ts";
import type { OptionsForm } from "../options/optionsForm.ts";
import { OptionSwitch } from "../options/OptionSwitch.tsx";
import { sharesOf } from "../options/summaries.ts";
import { type ArmDraft, optionLimits, type SplitDraft } from "../options/values.ts";
import { FieldProblem } from "../options/FieldProblem.tsx";
import { ArmFields } from "./ArmFields.tsx";
import classes from "./split.module.css";

interface SplitFieldsProps {
  form: OptionsForm;
  path: string;
  split: SplitDraft;
  /** Name of the split in the accessible names of buttons. */
  of: string;
  /** Makes an arm the link's destination; undefined if that is not possible. */
  onPromote?: (arm: ArmDraft) => void;
}

/** Fields for a split's arms and their shares of the visits. */
export function SplitFields({ form, path, split, of, onPromote }: SplitFieldsProps) {
  const { arms } = split;
  const shares = sharesOf(split);
  return (
    <Stack gap="sm">
      <FieldProblem form={form} path={path} />
      <FieldProblem form={form} path={`${path}.arms`} />
      <ul className={classes.arms} aria-label={`Arms of ${of}`}>
        {arms.map((arm, index) => (
          <ArmFields
            key={arm.key}
            form={form}
            path={`${path}.arms.${index}`}
            index={index}
            share={shares[index] ?? null}
            onRemove={arms.length > optionLimits.armsMin ? () => form.removeListItem(`${path}.arms`, index) : undefined}
            {...(onPromote && { onPromote: () => onPromote(arm) })}
          />
        ))}
      </ul>
      <Button
        variant="light"
        size="compact-md"
        style={{ alignSelf: "flex-start" }}
        leftSection={<IconPlus size={16} aria-hidden />}
        disabled={arms.length >= optionLimits.armsMax}
        onClick={() => form.insertListItem(`${path}.arms`, newArm())}
      >
        Add arm
      </Button>
      <OptionSwitch
        label="Sticky"
        description="A visitor who comes again gets the same arm, by a cookie"
        {...form.getInputProps(`${path}.sticky`, { type: "checkbox" })}
      />
    </Stack>
  );
}
