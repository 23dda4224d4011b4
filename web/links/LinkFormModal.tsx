import { Dialog } from "../elements/Dialog.tsx";
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
    <Dialog onClose={onClose} title={link === null ? "Create New URL" : "Edit URL"}>
      <LinkForm link={link} onClose={onClose} />
    </Dialog>
  );
}
