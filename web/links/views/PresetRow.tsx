import { limits } from "@hoplog/schema/limits.js";
import { type ReactNode, useState } from "react";
import { DeleteButton } from "../../ui/elements/DeleteButton.tsx";
import { NameField } from "../../ui/elements/NameField.tsx";
import classes from "../../ui/elements/namedRows.module.css";
import type { PresetFieldsFragment } from "../../core/graphql/generated/graphql.ts";
import { nameProblem } from "./nameProblem.ts";

interface PresetRowProps {
  preset: PresetFieldsFragment;
  /** Saves the name; resolves with the error message, or null on success. */
  onRename: (name: string) => Promise<string | null>;
  onDelete: () => Promise<void>;
  /** Further actions. */
  children?: ReactNode;
}

/** A preset, whose name is saved on blur. Deletion requires confirmation. */
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
