import { Button, Group, Text } from "@mantine/core";
import { useState } from "react";
import { Dialog } from "./Dialog.tsx";

interface ConfirmModalProps {
  title: string;
  question: string;
  /** What the button says. */
  action?: string;
  onClose: () => void;
  /** Resolves to whether it is done. */
  onConfirm: () => Promise<boolean>;
}

/** Asks before something is lost for good. Its own chunk: no page carries it before it is opened. */
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
