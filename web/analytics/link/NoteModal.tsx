import { useMutation } from "@apollo/client/react";
import { limits } from "@hoplog/schema/limits.js";
import { noteMomentProblem, noteTextProblem } from "@hoplog/schema/validation/notes.js";
import { NativeSelect, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useState } from "react";
import { FormDialog } from "../../ui/elements/FormDialog.tsx";
import { ErrorBanner } from "../../core/errors/ErrorBanner.tsx";
import type { Failure } from "../../core/errors/failure.ts";
import { placeError } from "../../core/errors/placement.ts";
import { toastSuccess } from "../../core/errors/toasts.tsx";
import { AddNoteDocument, ChartNotesDocument, UpdateNoteDocument } from "../../core/graphql/generated/graphql.ts";
import type { Note } from "./marks.ts";
import { localText } from "./rowTimes.ts";

interface NoteModalProps {
  /** The note to edit; null to create one. */
  note: Note | null;
  /** The link that the note may be attached to. */
  linkId: string | null;
  onClose: () => void;
}

interface Values {
  at: string;
  text: string;
  about: string;
}

/** Dialog to add or edit a note. Loaded in its own chunk. */
export default function NoteModal({ note, linkId, onClose }: NoteModalProps) {
  const listed = { refetchQueries: [ChartNotesDocument], awaitRefetchQueries: true };
  const [add, adding] = useMutation(AddNoteDocument, listed);
  const [update, updating] = useMutation(UpdateNoteDocument, listed);
  const [openedAt] = useState(() => new Date());
  const [failure, setFailure] = useState<Pick<Failure, "type" | "message"> | null>(null);
  const form = useForm<Values>({
    initialValues: {
      at: localText(note ? new Date(note.at) : openedAt).replace(" ", "T"),
      text: note?.text ?? "",
      about: linkId === null ? "all" : "link",
    },
    validate: { at: momentProblem, text: noteTextProblem },
    clearInputErrorOnChange: true,
    onValuesChange: () => setFailure(null),
  });

  const submit = async ({ at, text, about }: Values) => {
    const changed = { at: momentOf(at, note), text };
    try {
      if (note) await update({ variables: { id: note.id, input: changed } });
      else await add({ variables: { input: { ...changed, linkId: about === "link" ? linkId : null } } });
      toastSuccess(note ? "Note changed." : "Note added.");
      onClose();
    } catch (error) {
      setFailure(placeError(form, error, ["at", "text"], "Failed to save the note"));
    }
  };

  return (
    <FormDialog
      title={note ? "Edit Note" : "Add Note"}
      action={note ? "Save" : "Add Note"}
      busy={adding.loading || updating.loading}
      onClose={onClose}
      onSubmit={form.onSubmit((values) => void submit(values))}
    >
      {failure && <ErrorBanner {...failure} onDismiss={() => setFailure(null)} />}
      <TextInput
        label="Note"
        description="What happened: it stands at this moment of your charts"
        required
        data-autofocus
        maxLength={limits.noteMax}
        placeholder="Newsletter sent"
        {...form.getInputProps("text")}
      />
      <TextInput label="Moment" type="datetime-local" required {...form.getInputProps("at")} />
      {!note && linkId !== null && (
        <NativeSelect
          label="About"
          data={[
            { value: "link", label: "This URL" },
            { value: "all", label: "All URLs" },
          ]}
          {...form.getInputProps("about")}
        />
      )}
    </FormDialog>
  );
}

function momentProblem(text: string): string | null {
  const at = new Date(text);
  return text === "" || Number.isNaN(at.getTime()) ? "Choose a day and a time" : noteMomentProblem(at);
}

/**
 * Converts the field's text to an instant. An unchanged text keeps the note's seconds, which the field doesn't show.
 */
function momentOf(text: string, note: Note | null): string {
  const isSame = note !== null && localText(new Date(note.at)).replace(" ", "T") === text;
  return isSame ? note.at : new Date(text).toISOString();
}
