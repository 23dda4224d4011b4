import { limits } from "@hoplog/schema/limits.js";
import { Button, TextInput } from "@mantine/core";
import { type ReactNode, useState } from "react";
import type { PresetFieldsFragment } from "../graphql/generated/graphql.ts";
import classes from "./presets.module.css";

interface PresetRowProps {
  preset: PresetFieldsFragment;
  /** Gives what is wrong, or null once it has the name. */
  onRename: (name: string) => Promise<string | null>;
  onDelete: () => Promise<void>;
  /** What else can be done with it. */
  children?: ReactNode;
}

/** Something kept: its name is saved when the field is left, and a deletion asks first. */
export function PresetRow({ preset, onRename, onDelete, children }: PresetRowProps) {
  const [name, setName] = useState(preset.name);
  const [problem, setProblem] = useState<string | null>(null);
  const [asks, setAsks] = useState(false);
  const [deleting, setDeleting] = useState(false);
  const rename = async () => {
    if (name.trim() === preset.name) return;
    setProblem(name.trim() === "" ? "A name is required" : await onRename(name));
  };
  const remove = async () => {
    setDeleting(true);
    await onDelete();
    setDeleting(false);
  };
  return (
    <li>
      <TextInput
        size="sm"
        className={classes.name ?? ""}
        aria-label={`Name of ${preset.name}`}
        maxLength={limits.presetNameMax}
        value={name}
        error={problem}
        onChange={(event) => {
          setName(event.currentTarget.value);
          setProblem(null);
        }}
        onBlur={() => void rename()}
        onKeyDown={(event) => event.key === "Enter" && void rename()}
      />
      {children}
      {asks ? (
        <>
          <Button size="compact-sm" color="red.9" loading={deleting} onClick={() => void remove()}>
            Delete {preset.name}
          </Button>
          <Button size="compact-sm" variant="default" onClick={() => setAsks(false)}>
            Keep
          </Button>
        </>
      ) : (
        <Button
          size="compact-sm"
          variant="subtle"
          color="red"
          aria-label={`Delete ${preset.name}`}
          onClick={() => setAsks(true)}
        >
          Delete
        </Button>
      )}
    </li>
  );
}
