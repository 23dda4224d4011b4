import { useMediaQuery } from "@mantine/hooks";
import { Dialog } from "../../ui/elements/Dialog.tsx";
import type { LinkCardFragment } from "../../core/graphql/generated/graphql.ts";
import { LinkForm, twoColumns } from "./LinkForm.tsx";
import type { NewPlace } from "./linkForm.ts";

interface LinkFormModalProps {
  /** The link to edit; null to create one. */
  link: LinkCardFragment | null;
  /** A link of the default domain: what short URLs there begin with is seen from it. */
  sample?: LinkCardFragment | undefined;
  /** What a new one begins with. */
  place?: NewPlace | undefined;
  onClose: () => void;
}

/** Its own chunk. Closing it throws the form away, so that it opens clear the next time. */
export default function LinkFormModal({ link, sample, place, onClose }: LinkFormModalProps) {
  const isWide = useMediaQuery(twoColumns, undefined, { getInitialValueInEffect: false });
  return (
    <Dialog
      onClose={onClose}
      title={link === null ? "Create New URL" : "Edit URL"}
      size={isWide ? 1040 : 560}
      // The buttons stay in sight at the bottom, and cover nothing that has the focus.
      styles={{ content: { scrollPaddingBottom: 84 } }}
    >
      <LinkForm link={link} sample={sample} place={place} onClose={onClose} />
    </Dialog>
  );
}
