import { Button, Group, Text } from "@mantine/core";
import { useState } from "react";
import { Dialog } from "./Dialog.tsx";

interface ConfirmModalProps {
  title: string;
  question: string;
  /** Label of the confirm button. */
  action?: string;
  onClose: () => void;
  /** Resolves to whether the action succeeded; the dialog stays open otherwise. */
  onConfirm: () => Promise<boolean>;
}

/** Asks for confirmation before something is lost for good. In its own chunk, loaded when first opened. */
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
