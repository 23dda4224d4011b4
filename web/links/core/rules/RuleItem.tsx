import { TextInput, UnstyledButton } from "@mantine/core";
import {
  IconArrowDown,
  IconArrowUp,
  IconChevronDown,
  IconCopyPlus,
  IconGripVertical,
  IconTrash,
} from "../../../ui/elements/icons.ts";
import { useId } from "react";
import { IconButton } from "../../../ui/elements/IconButton.tsx";
import { FieldProblem } from "../options/FieldProblem.tsx";
import { errorAt, type OptionsForm } from "../options/optionsForm.ts";
import { ruleSummary } from "../options/summaries.ts";
import { optionLimits, type RuleDraft } from "../options/values.ts";
import { ConditionGroup } from "./ConditionGroup.tsx";
import classes from "./rules.module.css";
import { ThenFields } from "./ThenFields.tsx";
import type { RuleDrag } from "./useRuleDrag.ts";

interface RuleItemProps {
  form: OptionsForm;
  rule: RuleDraft;
  index: number;
  count: number;
  open: boolean;
  onToggle: () => void;
  onMove: (by: number) => void;
  /** Copies the rule; undefined if the maximum number of rules is reached. */
  onCopy: (() => void) | undefined;
  onRemove: () => void;
  drag: RuleDrag;
}

/** A rule, collapsed to one line or expanded. */
export function RuleItem({ form, rule, index, count, open, onToggle, onMove, onCopy, onRemove, drag }: RuleItemProps) {
  const id = useId();
  const path = `rules.${index}`;
  const which = `rule ${index + 1}`;
  return (
    <li className={classes.rule} data-rule={rule.key} data-drop={drag.drop} {...drag.item}>
      <div className={classes.head}>
        <span className={classes.grip} {...drag.handle} title="Drag to move" aria-hidden>
          <IconGripVertical size={16} />
        </span>
        <UnstyledButton
          className={classes.toggle ?? ""}
          aria-expanded={open}
          aria-controls={id}
          data-focus="toggle"
          onClick={onToggle}
        >
          <IconChevronDown className={classes.chevron} data-open={open} size={16} aria-hidden />
          <span className={classes.number}>{index + 1}.</span>{" "}
          <span className={classes.text}>{rule.name.trim() || ruleSummary(rule)}</span>
        </UnstyledButton>
        <span className={classes.tools}>
          <IconButton
            icon={IconArrowUp}
            size="md"
            label="Move up"
            of={which}
            disabled={index === 0}
            data-focus="up"
            onClick={() => onMove(-1)}
          />
          <IconButton
            icon={IconArrowDown}
            size="md"
            label="Move down"
            of={which}
            disabled={index === count - 1}
            data-focus="down"
            onClick={() => onMove(1)}
          />
          <IconButton
            icon={IconCopyPlus}
            size="md"
            label="Duplicate"
            of={which}
            disabled={onCopy === undefined}
            {...(onCopy && { onClick: onCopy })}
          />
          <IconButton icon={IconTrash} size="md" color="red" label="Delete" of={which} onClick={onRemove} />
        </span>
      </div>
      {open && (
        <div id={id} className={classes.body}>
          <FieldProblem form={form} path={path} />
          <TextInput
            size="sm"
            label="Rule name"
            placeholder="Optional"
            autoComplete="off"
            maxLength={optionLimits.nameMax}
            data-focus="name"
            {...form.getInputProps(`${path}.name`)}
          />
          <ConditionGroup
            form={form}
            path={`${path}.when`}
            group={rule.when}
            depth={0}
            label={`Conditions of ${which}`}
            onChange={(when) => form.setFieldValue(`${path}.when`, when)}
          />
          <ThenFields
            form={form}
            path={`${path}.then`}
            then={rule.then}
            of={which}
            problem={errorAt(form, `${path}.then`)}
          />
        </div>
      )}
    </li>
  );
}
