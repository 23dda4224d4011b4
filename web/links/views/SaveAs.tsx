import { limits } from "@hoplog/schema/limits.js";
import { Button, TextInput } from "@mantine/core";
import { useState } from "react";
import classes from "../../ui/elements/namedRows.module.css";

interface SaveAsProps {
  label: string;
  busy: boolean;
  /** Reason why saving is not possible; null if it is. */
  disabled?: string | null;
  /** Saves the value under the name; resolves with the error message, or null on success. */
  onSave: (name: string) => Promise<string | null>;
}

/** Saves a value under a name. Not a form element, so that it can be used within a form. */
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
