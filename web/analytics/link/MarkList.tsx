import { useMutation } from "@apollo/client/react";
import { Button } from "@mantine/core";
import { IconNotes, IconPencil, IconPlus, IconTrash } from "../../ui/elements/icons.ts";
import { lazy, Suspense, useId, useState } from "react";
import { IconButton } from "../../ui/elements/IconButton.tsx";
import { toastError, toastSuccess } from "../../core/errors/toasts.tsx";
import { ChartNotesDocument, DeleteNoteDocument } from "../../core/graphql/generated/graphql.ts";
import { timeText } from "../../ui/timeText.ts";
import classes from "./MarkList.module.css";
import type { EditMark, Mark, Note } from "./marks.ts";
import { countText, editText } from "./markTexts.ts";

const NoteModal = lazy(() => import("./NoteModal.tsx"));
const ConfirmModal = lazy(() => import("../../ui/elements/ConfirmModal.tsx"));

interface MarkListProps {
  title: string;
  marks: readonly Mark[];
  /** ID of the chart's link, if it shows only one. */
  linkId: string | null;
  failed: boolean;
  onRetry: () => void;
}

const fewMarks = 10;

type Open = { kind: "new" } | { kind: "edit" | "delete"; note: Note };

/** Lists a chart's marks and lets users add notes. */
export function MarkList({ title, marks, linkId, failed, onRetry }: MarkListProps) {
  const [shown, setShown] = useState(0);
  const [open, setOpen] = useState<Open | null>(null);
  const [deleteNote] = useMutation(DeleteNoteDocument, { refetchQueries: [ChartNotesDocument] });
  const listId = useId();
  const close = () => setOpen(null);
  const remove = async ({ id }: Note) => {
    try {
      await deleteNote({ variables: { id } });
      toastSuccess("Note deleted.");
      return true;
    } catch (error) {
      toastError(error, "Failed to delete the note");
      return false;
    }
  };
  return (
    <div className={classes.marks}>
      <div className={classes.bar}>
        {failed ? (
          <>
            <span className={classes.failed}>Edits and notes could not be loaded.</span>
            <Button size="compact-sm" variant="subtle" onClick={onRetry}>
              Retry
            </Button>
          </>
        ) : (
          <Button
            size="compact-sm"
            variant="subtle"
            leftSection={<IconNotes size={15} aria-hidden />}
            aria-expanded={shown > 0}
            aria-controls={listId}
            aria-label={`${countText(marks)} in ${title}`}
            disabled={marks.length === 0}
            onClick={() => setShown(shown > 0 ? 0 : fewMarks)}
          >
            {countText(marks)}
          </Button>
        )}
        <Button
          size="compact-sm"
          variant="subtle"
          leftSection={<IconPlus size={15} aria-hidden />}
          onClick={() => setOpen({ kind: "new" })}
        >
          Add note
        </Button>
      </div>
      <ul id={listId} className={classes.list} aria-label={`Edits and notes of ${title}`} hidden={shown === 0}>
        {marks.slice(0, shown).map((mark) => (
          <li key={mark.label ?? "ahead"}>
            <span className={classes.when}>{mark.label ?? "Ahead"}</span>
            <ul className={classes.what}>
              {mark.notes.map((note) => (
                <NoteItem
                  key={note.id}
                  note={note}
                  namesLink={linkId === null}
                  onEdit={() => setOpen({ kind: "edit", note })}
                  onDelete={() => setOpen({ kind: "delete", note })}
                />
              ))}
              {editLines(mark.edits, linkId === null).map((line) => (
                <li key={line}>{line}</li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
      {shown > 0 && marks.length > shown && (
        <Button size="compact-sm" variant="subtle" onClick={() => setShown(shown + fewMarks * 5)}>
          Show more
        </Button>
      )}
      <Suspense fallback={null}>
        {open?.kind === "new" && <NoteModal note={null} linkId={linkId} onClose={close} />}
        {open?.kind === "edit" && <NoteModal note={open.note} linkId={linkId} onClose={close} />}
        {open?.kind === "delete" && (
          <ConfirmModal
            title="Delete Note"
            question={`Are you sure you want to delete the note “${open.note.text}”?`}
            onClose={close}
            onConfirm={() => remove(open.note)}
          />
        )}
      </Suspense>
    </div>
  );
}

interface NoteItemProps {
  note: Note;
  namesLink: boolean;
  onEdit: () => void;
  onDelete: () => void;
}

function NoteItem({ note: { at, text, linkName }, namesLink, onEdit, onDelete }: NoteItemProps) {
  const tool = { size: "sm", iconSize: 15, of: `note ${text}` } as const;
  return (
    <li className={classes.note}>
      <span className={classes.text}>
        {text}{" "}
        <span className={classes.small}>
          <time dateTime={at}>{timeText(at)}</time>
          {namesLink && linkName !== null && `, about ${linkName}`}
        </span>
      </span>
      <IconButton {...tool} icon={IconPencil} label="Edit" onClick={onEdit} />
      <IconButton {...tool} icon={IconTrash} label="Delete" onClick={onDelete} />
    </li>
  );
}

/** Merges identical edits of a link into one line with a count. */
function editLines(edits: readonly EditMark[], namesLink: boolean): string[] {
  const counts = new Map<string, number>();
  for (const edit of edits) {
    const line = `${namesLink ? `${edit.linkName}: ` : ""}${editText(edit)}`;
    counts.set(line, (counts.get(line) ?? 0) + 1);
  }
  return [...counts].map(([line, count]) => (count > 1 ? `${line} (${count} times)` : line));
}
