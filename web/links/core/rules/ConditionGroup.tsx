import { Button, Group, NativeSelect } from "@mantine/core";
import { IconPlus, IconTrash } from "../../../ui/elements/icons.ts";
import { useRef } from "react";
import { IconButton } from "../../../ui/elements/IconButton.tsx";
import {
  canBeGrouped,
  depthOf,
  type GroupMode,
  grouped,
  isGroup,
  itemPath,
  itemsOf,
  modeOf,
  newQuestion,
  questionCount,
  withItem,
  withItemAt,
  withMode,
  withoutItem,
} from "../options/conditions.ts";
import { clearBelow, type OptionsForm } from "../options/optionsForm.ts";
import { type ConditionDraft, type GroupDraft, optionLimits } from "../options/values.ts";
import { FieldProblem } from "../options/FieldProblem.tsx";
import { ConditionRow } from "./ConditionRow.tsx";
import classes from "./rules.module.css";

const modes: readonly { value: GroupMode; label: string }[] = [
  { value: "all", label: "All of these hold" },
  { value: "any", label: "Any of these holds" },
  { value: "not", label: "This does not hold" },
];

interface ConditionGroupProps {
  form: OptionsForm;
  path: string;
  group: GroupDraft;
  /** Number of groups that contain this group. */
  depth: number;
  label: string;
  onChange: (group: GroupDraft) => void;
  /** Removes the group; undefined for the outermost one. */
  onRemove?: () => void;
}

/** A group of conditions and the operator that combines them. */
export function ConditionGroup({ form, path, group, depth, label, onChange, onRemove }: ConditionGroupProps) {
  const adder = useRef<HTMLButtonElement>(null);
  const combined = useRef<HTMLSelectElement>(null);
  const mode = modeOf(group);
  const items = itemsOf(group);
  const isFull = questionCount(form.values.rules) >= optionLimits.conditions;
  const fits = (changed: GroupDraft) => depth + depthOf(changed) <= optionLimits.depth;

  /** Replaces the group and clears errors below it, which belong to the previous conditions. */
  const restructure = (changed: GroupDraft) => {
    onChange(changed);
    clearBelow(form, path);
  };
  const add = (item: ConditionDraft) => onChange(withItem(group, item));
  const remove = (index: number) => {
    const rest = withoutItem(group, index);
    // The parent group then sets the focus.
    if (!rest && onRemove) return onRemove();
    restructure(rest ?? { key: group.key, all: [newQuestion()] });
    (adder.current ?? combined.current)?.focus();
  };

  return (
    <div className={classes.group} role="group" aria-label={label}>
      <div className={classes.mode}>
        <NativeSelect
          ref={combined}
          size="xs"
          aria-label="How they are combined"
          data={modes.map((one) => ({ ...one, disabled: one.value !== mode && !fits(withMode(group, one.value)) }))}
          value={mode}
          onChange={({ currentTarget: { value } }) => {
            const chosen = modes.find((one) => one.value === value);
            if (chosen) restructure(withMode(group, chosen.value));
          }}
        />
        {onRemove && (
          <IconButton icon={IconTrash} iconSize={16} size="md" label="Delete group" color="red" onClick={onRemove} />
        )}
      </div>
      <FieldProblem form={form} path={path} />
      {items.map((item, index) => {
        const inner = {
          form,
          path: itemPath(path, group, index),
          label: `Condition ${index + 1}`,
          onRemove: () => remove(index),
        };
        return isGroup(item) ? (
          <ConditionGroup
            key={item.key}
            {...inner}
            group={item}
            depth={depth + 1}
            label={`Group ${index + 1}`}
            onChange={(changed) => onChange(withItemAt(group, index, changed))}
          />
        ) : (
          <ConditionRow
            key={item.key}
            {...inner}
            question={item}
            onChange={(changed) => onChange(withItemAt(group, index, changed))}
            onGroup={
              canBeGrouped(item, depth + 1) ? () => restructure(withItemAt(group, index, grouped(item))) : undefined
            }
          />
        );
      })}
      {mode !== "not" && (
        <Group gap="xs">
          <Button
            ref={adder}
            variant="subtle"
            size="compact-sm"
            leftSection={<IconPlus size={14} aria-hidden />}
            disabled={isFull}
            onClick={() => add(newQuestion())}
          >
            Add condition
          </Button>
          {depth + 1 < optionLimits.depth && (
            <Button
              variant="subtle"
              size="compact-sm"
              leftSection={<IconPlus size={14} aria-hidden />}
              disabled={isFull}
              onClick={() => add(grouped(newQuestion()))}
            >
              Add group
            </Button>
          )}
        </Group>
      )}
    </div>
  );
}
