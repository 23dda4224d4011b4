import { NativeSelect, TextInput } from "@mantine/core";
import { IconBracketsContain, IconTrash } from "../../../ui/elements/icons.ts";
import { IconButton } from "../../../ui/elements/IconButton.tsx";
import { fieldChoices, fieldNamed, fieldRows, opChoices, opNamed } from "../options/conditionFields.ts";
import { withField } from "../options/conditions.ts";
import { clearBelow, errorAt, type OptionsForm } from "../options/optionsForm.ts";
import { type ConditionDraft, optionLimits, type QuestionDraft } from "../options/values.ts";
import { FieldProblem } from "../options/FieldProblem.tsx";
import { ConditionValues } from "./ConditionValues.tsx";
import classes from "./rules.module.css";

interface ConditionRowProps {
  form: OptionsForm;
  path: string;
  question: QuestionDraft;
  label: string;
  onChange: (condition: ConditionDraft) => void;
  /** Wraps the condition in a separate group; undefined at the maximum depth. */
  onGroup: (() => void) | undefined;
  onRemove: () => void;
}

/** A rule condition: a field, an operator and values. */
export function ConditionRow({ form, path, question, label, onChange, onGroup, onRemove }: ConditionRowProps) {
  const { field, op, name } = question;
  const change = (changed: QuestionDraft) => {
    onChange(changed);
    clearBelow(form, path);
  };
  return (
    <div className={classes.row} role="group" aria-label={label}>
      <NativeSelect
        className={classes.field ?? ""}
        size="sm"
        aria-label="Field"
        data={[...fieldChoices]}
        value={field}
        onChange={(event) => change(withField(question, fieldNamed(event.currentTarget.value)))}
      />
      {fieldRows[field].ops.length > 1 && (
        <NativeSelect
          className={classes.op ?? ""}
          size="sm"
          aria-label="Comparison"
          data={opChoices(field)}
          value={op}
          onChange={(event) => change({ ...question, op: opNamed(field, event.currentTarget.value) })}
        />
      )}
      {field === "query" && (
        <TextInput
          className={classes.parameter ?? ""}
          size="sm"
          aria-label="Parameter"
          placeholder="Parameter"
          autoComplete="off"
          maxLength={optionLimits.valueMax}
          data-path={`${path}.name`}
          error={errorAt(form, `${path}.name`)}
          value={name}
          onChange={(event) => change({ ...question, name: event.currentTarget.value })}
        />
      )}
      {op !== "exists" && (
        <ConditionValues
          question={question}
          zone={form.values.timeZone}
          path={`${path}.values`}
          problem={errorAt(form, `${path}.values`)}
          onChange={(values) => change({ ...question, values })}
        />
      )}
      <span className={classes.rowTools}>
        {onGroup && (
          <IconButton
            icon={IconBracketsContain}
            iconSize={16}
            size="md"
            label="Turn into a group"
            of={`(${label.toLowerCase()})`}
            onClick={onGroup}
          />
        )}
        <IconButton
          icon={IconTrash}
          iconSize={16}
          size="md"
          label="Delete"
          of={label.toLowerCase()}
          onClick={onRemove}
        />
      </span>
      <FieldProblem form={form} path={path} />
    </div>
  );
}
