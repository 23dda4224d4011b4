import { TextInput } from "@mantine/core";
import { useState } from "react";

interface NameFieldProps {
  /** As it is saved. */
  name: string;
  maxLength: number;
  className?: string | undefined;
  problemOf: (name: string) => string | null;
  /** Gives what is wrong, or null once it has the name. */
  onRename: (name: string) => Promise<string | null>;
  /** What is shown beneath, whatever it came from; typing takes it away. */
  problem: string | null;
  onProblem: (problem: string | null) => void;
}

/** The name of one of several things: saved when the field is left, or with Enter. */
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
