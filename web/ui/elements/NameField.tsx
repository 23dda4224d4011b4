import { TextInput } from "@mantine/core";
import { useState } from "react";

interface NameFieldProps {
  /** The saved name. */
  name: string;
  maxLength: number;
  className?: string | undefined;
  problemOf: (name: string) => string | null;
  /** Saves the name; resolves with the error message, or null on success. */
  onRename: (name: string) => Promise<string | null>;
  /** Error below the field; typing clears it. */
  problem: string | null;
  onProblem: (problem: string | null) => void;
}

/** Editable name of a list item, saved on blur or with Enter. */
export function NameField({ name: saved, maxLength, className = "", problemOf, onRename, ...shown }: NameFieldProps) {
  const { problem, onProblem } = shown;
  const [name, setName] = useState(saved);
  const rename = async () => {
    const wrong = problemOf(name);
    onProblem(wrong);
    if (wrong === null && name.trim() !== saved) onProblem(await onRename(name));
  };
  return (
    <TextInput
      size="sm"
      className={className}
      aria-label={`Name of ${saved}`}
      maxLength={maxLength}
      value={name}
      error={problem}
      onChange={(event) => {
        setName(event.currentTarget.value);
        onProblem(null);
      }}
      onBlur={() => void rename()}
      onKeyDown={(event) => event.key === "Enter" && void rename()}
    />
  );
}
