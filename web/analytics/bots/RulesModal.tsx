import { limits } from "@hoplog/schema/limits.js";
import { Textarea, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useState } from "react";
import { FormDialog } from "../../ui/elements/FormDialog.tsx";
import { ErrorBanner } from "../../core/errors/ErrorBanner.tsx";
import { type Failure, failureOf } from "../../core/errors/failure.ts";
import { toastSuccess } from "../../core/errors/toasts.tsx";
import type { OwnRulesFragment } from "../../core/graphql/generated/graphql.ts";
import { linesOf, parseVerdictLines, verdictLines } from "./ruleTexts.ts";
import type { Rules } from "./useRules.ts";

interface RulesModalProps {
  rules: Rules;
  own: OwnRulesFragment;
  onClose: () => void;
}

/** Edits verdicts and addresses as text, one per line, and the parameter. Loaded in its own chunk. */
export default function RulesModal({ rules, own, onClose }: RulesModalProps) {
  const [failure, setFailure] = useState<Pick<Failure, "type" | "message"> | null>(null);
  const form = useForm({
    initialValues: {
      verdicts: verdictLines(own.verdicts),
      addresses: own.addresses.join("\n"),
      name: own.parameter?.name ?? "",
      value: own.parameter?.value ?? "",
    },
    validate: { verdicts: (text) => parseVerdictLines(text).problem },
    clearInputErrorOnChange: true,
    onValuesChange: () => setFailure(null),
  });
  const submit = async ({ verdicts, addresses, name, value }: typeof form.values) => {
    try {
      await rules.save({
        verdicts: parseVerdictLines(verdicts).verdicts,
        addresses: linesOf(addresses),
        parameter: name.trim() === "" && value.trim() === "" ? null : { name, value },
      });
      toastSuccess("Rules saved.");
      onClose();
    } catch (error) {
      const failed = failureOf(error);
      const placed = {
        verdicts: "verdicts",
        addresses: "addresses",
        "parameter.name": "name",
        "parameter.value": "value",
      };
      let isPlaced = false;
      for (const { field, message } of failed.details.fields ?? []) {
        const [, , line] = /^(verdicts|addresses)\.(\d+)/.exec(field) ?? [];
        const at = Object.entries(placed).find(([name]) => field === name || field.startsWith(`${name}.`))?.[1];
        if (at === undefined) continue;
        isPlaced = true;
        form.setFieldError(at, line === undefined ? message : `Line ${Number(line) + 1}: ${message}`);
      }
      if (!isPlaced) setFailure(failed);
    }
  };
  return (
    <FormDialog
      title="Edit Rules"
      action="Save"
      busy={rules.busy}
      onClose={onClose}
      onSubmit={form.onSubmit((values) => void submit(values))}
    >
      {failure && <ErrorBanner {...failure} onDismiss={() => setFailure(null)} />}
      <Textarea
        label="Who is a person, and who is a bot"
        description={`One a line, at most ${limits.ownVerdictsMax}; the first that fits decides. “bot agent OurMonitor/”, “person network AS15169”, “bot referrer news.example”`}
        rows={5}
        data-autofocus
        {...form.getInputProps("verdicts")}
      />
      <Textarea
        label="Addresses of your own"
        description={`Visits from there are left out from now on: addresses and networks such as 203.0.113.0/24, one a line, at most ${limits.ownAddressesMax}`}
        rows={3}
        {...form.getInputProps("addresses")}
      />
      <TextInput
        label="Parameter that marks your own visits"
        description="Visits with ?name=value behind the short URL are left out from now on. Choose a value that nobody guesses; a URL that passes parameters on passes it on too."
        placeholder="me"
        {...form.getInputProps("name")}
      />
      <TextInput
        label="Value of the parameter"
        maxLength={limits.ownParameterValueMax}
        {...form.getInputProps("value")}
      />
    </FormDialog>
  );
}
