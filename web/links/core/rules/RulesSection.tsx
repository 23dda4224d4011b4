import { Button, Stack, Text } from "@mantine/core";
import { IconPlus } from "../../../ui/elements/icons.ts";
import { copyOf, newRule } from "../options/newDrafts.ts";
import type { OptionsForm } from "../options/optionsForm.ts";
import { optionLimits, type RuleDraft } from "../options/values.ts";
import { FieldProblem } from "../options/FieldProblem.tsx";
import { Changeable, useSeveral } from "../changeable/changeable.tsx";
import { RuleItem } from "./RuleItem.tsx";
import classes from "./rules.module.css";
import { useRuleFocus } from "./useRuleFocus.ts";
import { useOpenRules } from "./useOpenRules.ts";
import { useRuleDrag } from "./useRuleDrag.ts";

/** The rules of a link, in evaluation order. */
export default function RulesSection({ form }: { form: OptionsForm }) {
  const several = useSeveral();
  return (
    <Changeable field="rules" label="Rules">
      {several && (
        <Text size="sm" c="dimmed" mb="xs">
          They take the place of those that each URL has. Weekdays and hours are those of its own time zone, unless one
          is chosen for all in Schedule.
        </Text>
      )}
      <Rules form={form} />
    </Changeable>
  );
}

function Rules({ form }: { form: OptionsForm }) {
  const { rules } = form.values;
  const { list, announcement, announce, focusLater } = useRuleFocus();
  const open = useOpenRules(form);

  const move = (from: number, to: number) => {
    if (to < 0 || to >= rules.length || from === to) return;
    form.reorderListItem("rules", { from, to });
    announce(`Rule ${from + 1} is now rule ${to + 1} of ${rules.length}`);
  };
  const drag = useRuleDrag(move);
  const insert = (rule: RuleDraft, index: number) => {
    form.insertListItem("rules", rule, index);
    open.show(rule.key);
    focusLater(rule.key, "name");
  };
  const remove = (index: number) => {
    const next = rules[index + 1] ?? rules[index - 1];
    form.removeListItem("rules", index);
    announce(`Rule ${index + 1} is deleted`);
    if (next) focusLater(next.key, "toggle");
    else focusLater("", "add");
  };
  const isFull = rules.length >= optionLimits.rules;

  return (
    <Stack gap="sm" ref={list}>
      <Text size="sm" c="dimmed">
        The first rule whose conditions hold decides where a visit leads. Without one, the visit goes on as usual.
      </Text>
      <FieldProblem form={form} path="rules" />
      {rules.length > 0 && (
        <ol className={classes.rules} aria-label="Rules, in the order in which they are tried">
          {rules.map((rule, index) => (
            <RuleItem
              key={rule.key}
              form={form}
              rule={rule}
              index={index}
              count={rules.length}
              open={open.has(rule, index)}
              onToggle={() => open.toggle(rule, index)}
              onMove={(by) => {
                move(index, index + by);
                focusLater(rule.key, by < 0 ? "up" : "down");
              }}
              onCopy={isFull ? undefined : () => insert(copyOf(rule), index + 1)}
              onRemove={() => remove(index)}
              drag={drag.of(index)}
            />
          ))}
        </ol>
      )}
      <Button
        variant="light"
        size="compact-md"
        style={{ alignSelf: "flex-start" }}
        leftSection={<IconPlus size={16} aria-hidden />}
        disabled={isFull}
        data-focus="add"
        onClick={() => insert(newRule(), rules.length)}
      >
        Add rule
      </Button>
      <div className={classes.announcement} role="status">
        {announcement}
      </div>
    </Stack>
  );
}
