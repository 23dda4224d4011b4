import { Button } from "@mantine/core";
import { useState } from "react";

interface DeleteButtonProps {
  /** Name of the item to delete. */
  name: string;
  /** Accessible name, which distinguishes several delete buttons. */
  label: string;
  busy: boolean;
  onDelete: () => void;
}

/** Delete button of a list item; asks for confirmation in place. */
export function DeleteButton({ name, label, busy, onDelete }: DeleteButtonProps) {
  const [asks, setAsks] = useState(false);
  if (!asks) {
    return (
      <Button size="compact-sm" variant="subtle" color="red" aria-label={label} onClick={() => setAsks(true)}>
        Delete
      </Button>
    );
  }
  return (
    <>
      <Button size="compact-sm" color="red.9" loading={busy} onClick={onDelete}>
        Delete {name}
      </Button>
      <Button size="compact-sm" variant="default" onClick={() => setAsks(false)}>
        Keep
      </Button>
    </>
  );
}
