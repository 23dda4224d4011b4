import { Dialog } from "../../ui/elements/Dialog.tsx";
import { urlsText } from "./linkTexts.ts";
import { SeveralForm, type SeveralFormProps } from "./SeveralForm.tsx";

/** Its own chunk: what is changed of all links that are selected. */
export default function SeveralModal(props: SeveralFormProps) {
  return (
    <Dialog
      onClose={props.onClose}
      title={`Edit ${urlsText(props.count)}`}
      size={620}
      // The buttons stay in sight at the bottom, and cover nothing that has the focus.
      styles={{ content: { scrollPaddingBottom: 84 } }}
    >
      <SeveralForm {...props} />
    </Dialog>
  );
}
