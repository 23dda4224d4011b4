import { limits } from "@hoplog/schema/limits.js";
import { Button, TextInput } from "@mantine/core";
import { useState } from "react";
import classes from "../../ui/elements/namedRows.module.css";

interface SaveAsProps {
  label: string;
  busy: boolean;
  /** The reason if saving is not possible. */
  disabled?: string | null;
  /** Resolves to the error message, or null once it is saved. */
  onSave: (name: string) => Promise<string | null>;
}

/** Saves something under a name. Not a form element, so that it can be used in a form. */
export function SaveAs({ label, busy, disabled = null, onSave }: SaveAsProps) {
  const [name, setName] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  const save = async () => {
    const wrong = await onSave(name);
    setProblem(wrong);
    if (wrong === null) setName("");
  };
  return (
    <div className={classes.add}>
      <TextInput
        size="sm"
        className={classes.name ?? ""}
        label={label}
        description={disabled}
        maxLength={limits.presetNameMax}
        value={name}
        error={problem}
        disabled={disabled !== null}
        onChange={(event) => {
          setName(event.currentTarget.value);
          setProblem(null);
        }}
        onKeyDown={(event) => {
          if (event.key !== "Enter") return;
          event.preventDefault();
          void save();
        }}
      />
      <Button size="sm" variant="default" loading={busy} disabled={disabled !== null} onClick={() => void save()}>
        Save
      </Button>
    </div>
  );
}
