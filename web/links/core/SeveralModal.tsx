import { Dialog } from "../../ui/elements/Dialog.tsx";
import { urlsText } from "./linkTexts.ts";
import { SeveralForm, type SeveralFormProps } from "./SeveralForm.tsx";

/** Dialog to edit all selected links. Loaded in its own chunk. */
export default function SeveralModal(props: SeveralFormProps) {
  return (
    <Dialog
      onClose={props.onClose}
      title={`Edit ${urlsText(props.count)}`}
      size={620}
      // Reserves the height of the sticky buttons, so that they never cover the focused field.
      styles={{ content: { scrollPaddingBottom: 84 } }}
    >
      <SeveralForm {...props} />
    </Dialog>
  );
}
