import { limits } from "@hoplog/schema/limits.js";
import { type ReactNode, useState } from "react";
import { DeleteButton } from "../../ui/elements/DeleteButton.tsx";
import { NameField } from "../../ui/elements/NameField.tsx";
import classes from "../../ui/elements/namedRows.module.css";
import type { PresetFieldsFragment } from "../../core/graphql/generated/graphql.ts";
import { nameProblem } from "./nameProblem.ts";

interface PresetRowProps {
  preset: PresetFieldsFragment;
  /** Resolves to the error message, or null once the name is saved. */
  onRename: (name: string) => Promise<string | null>;
  onDelete: () => Promise<void>;
  /** Further actions. */
  children?: ReactNode;
}

/** A preset: its name is saved on blur, and deletion is confirmed. */
export function PresetRow({ preset: { name }, onRename, onDelete, children }: PresetRowProps) {
  const [problem, setProblem] = useState<string | null>(null);
  const [deleting, setDeleting] = useState(false);
  const remove = async () => {
    setDeleting(true);
    await onDelete();
    setDeleting(false);
  };
  return (
    <li>
      <NameField
        name={name}
        maxLength={limits.presetNameMax}
        className={classes.name}
        problemOf={nameProblem}
        onRename={onRename}
        problem={problem}
        onProblem={setProblem}
      />
      {children}
      <DeleteButton name={name} label={`Delete ${name}`} busy={deleting} onDelete={() => void remove()} />
    </li>
  );
}
