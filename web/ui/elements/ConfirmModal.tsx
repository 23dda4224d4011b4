import { Button, Group, Text } from "@mantine/core";
import { useState } from "react";
import { Dialog } from "./Dialog.tsx";

interface ConfirmModalProps {
  title: string;
  question: string;
  /** Label of the confirm button. */
  action?: string;
  onClose: () => void;
  /** Runs the action; resolves with whether it succeeded. Otherwise the dialog stays open. */
  onConfirm: () => Promise<boolean>;
}

/** Asks for confirmation of an action that can't be undone. Loaded in its own chunk when first opened. */
export default function ConfirmModal({ title, question, action = "Delete", onClose, onConfirm }: ConfirmModalProps) {
  const [busy, setBusy] = useState(false);

  const confirm = async () => {
    setBusy(true);
    const done = await onConfirm();
    setBusy(false);
    if (done) onClose();
  };

  return (
    <Dialog onClose={onClose} title={title}>
      <Text style={{ overflowWrap: "anywhere" }}>{question}</Text>
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onClose} data-autofocus>
          Cancel
        </Button>
        <Button color="red.9" loading={busy} onClick={() => void confirm()}>
          {action}
        </Button>
      </Group>
    </Dialog>
  );
}
