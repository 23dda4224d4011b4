import { useMediaQuery } from "@mantine/hooks";
import { Dialog } from "../../ui/elements/Dialog.tsx";
import type { LinkCardFragment } from "../../core/graphql/generated/graphql.ts";
import { LinkForm, twoColumns } from "./LinkForm.tsx";
import type { NewPlace } from "./linkForm.ts";

interface LinkFormModalProps {
  /** The link to edit; null to create one. */
  link: LinkCardFragment | null;
  /** Any link of the default domain, to derive the base URL of the default domain. */
  sample?: LinkCardFragment | undefined;
  /** Initial code and domain of a new link. */
  place?: NewPlace | undefined;
  onClose: () => void;
}

/**
 * Dialog to create or edit a link. Loaded in its own chunk. Closing the dialog discards the form's values.
 */
export default function LinkFormModal({ link, sample, place, onClose }: LinkFormModalProps) {
  const isWide = useMediaQuery(twoColumns, undefined, { getInitialValueInEffect: false });
  return (
    <Dialog
      onClose={onClose}
      title={link === null ? "Create New URL" : "Edit URL"}
      size={isWide ? 1040 : 560}
      // Reserves the height of the sticky buttons, so that they never cover the focused field.
      styles={{ content: { scrollPaddingBottom: 84 } }}
    >
      <LinkForm link={link} sample={sample} place={place} onClose={onClose} />
    </Dialog>
  );
}
