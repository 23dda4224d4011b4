import { Button, Group, Modal, Text } from "@mantine/core";
import { useState } from "react";
import type { LinkCardFragment } from "../graphql/generated/graphql.ts";

interface DeleteLinkModalProps {
  /** The link in question; null while closed. */
  link: LinkCardFragment | null;
  onClose: () => void;
  /** Resolves to whether the link is gone. */
  onConfirm: (link: LinkCardFragment) => Promise<boolean>;
}

export function DeleteLinkModal({ link, onClose, onConfirm }: DeleteLinkModalProps) {
  const [busy, setBusy] = useState(false);
  // The text stays while the modal fades out.
  const [asked, setAsked] = useState(link);
  if (link && link !== asked) setAsked(link);

  const confirm = async () => {
    if (!link) return;
    setBusy(true);
    const gone = await onConfirm(link);
    setBusy(false);
    if (gone) onClose();
  };

  return (
    <Modal
      opened={link !== null}
      onClose={onClose}
      title="Delete URL"

      closeButtonProps={{ "aria-label": "Close" }}
    >
      <Text>
        Are you sure you want to permanently delete "{asked?.name}"? This action cannot be undone and all click data
        will be lost.
      </Text>
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onClose} data-autofocus>
          Cancel
        </Button>
        <Button color="red.9" loading={busy} onClick={() => void confirm()}>
          Delete
        </Button>
      </Group>
    </Modal>
  );
}
