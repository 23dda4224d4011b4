import { NativeSelect } from "@mantine/core";
import { UrlInput } from "../../../ui/elements/UrlInput.tsx";
import { clearBelow, type OptionsForm } from "../options/optionsForm.ts";
import type { ThenDraft } from "../options/values.ts";
import { SplitFields } from "../split/SplitFields.tsx";
import classes from "./rules.module.css";

const kinds = [
  { value: "url", label: "Go to a URL" },
  { value: "split", label: "Split the visits" },
  { value: "blocked", label: "Block with a page" },
];

interface ThenFieldsProps {
  form: OptionsForm;
  path: string;
  then: ThenDraft;
  of: string;
  problem: string;
}

/** Fields for a rule's action. */
export function ThenFields({ form, path, then, of, problem }: ThenFieldsProps) {
  return (
    <div className={classes.then}>
      <NativeSelect
        size="sm"
        label="Then"
        data={kinds}
        data-path={path}
        error={problem}
        value={then.kind}
        onChange={(event) => {
          form.setFieldValue(`${path}.kind`, event.currentTarget.value);
          clearBelow(form, path);
        }}
      />
      {then.kind === "url" && (
        <UrlInput
          size="sm"
          label="Leads to"
          placeholder="https://example.com/other"
          {...form.getInputProps(`${path}.url`)}
        />
      )}
      {then.kind === "split" && <SplitFields form={form} path={`${path}.split`} split={then.split} of={of} />}
    </div>
  );
}
