import { Modal } from "@mantine/core";
import type { LinkCardFragment } from "../graphql/generated/graphql.ts";
import { LinkForm } from "./LinkForm.tsx";

interface LinkFormModalProps {
  /** The link to edit; null to create one. */
  link: LinkCardFragment | null;
  onClose: () => void;
}

/** Its own chunk. Closing it throws the form away, so that it opens clear the next time. */
export default function LinkFormModal({ link, onClose }: LinkFormModalProps) {
  return (
    <Modal
      opened
      onClose={onClose}
      title={link === null ? "Create New URL" : "Edit URL"}
      closeButtonProps={{ "aria-label": "Close" }}
    >
      <LinkForm link={link} onClose={onClose} />
    </Modal>
  );
}
