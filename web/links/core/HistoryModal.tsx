import { useQuery } from "@apollo/client/react";
import { Button, NativeSelect, Skeleton } from "@mantine/core";
import { IconArrowBackUp, IconArrowRight } from "../../ui/elements/icons.ts";
import { useState } from "react";
import { Dialog } from "../../ui/elements/Dialog.tsx";
import { QueryFailure } from "../../core/errors/ErrorBanner.tsx";
import { LinkEditEffectsDocument } from "../../core/graphql/generated/graphql.ts";
import { type EditEffect, effectText, type Span, spans } from "./effectTexts.ts";
import classes from "./HistoryModal.module.css";
import type { HistoryChange, HistoryEntry } from "./historyTexts.ts";
import { authorOf, fieldOf, timeOf, titleOf, valueOf } from "./historyTexts.ts";
import { LinkThen } from "./LinkThen.tsx";
import { MomentForm } from "./MomentForm.tsx";
import { useLinkHistory } from "./useLinkHistory.ts";

/** Dialog with a link's changes and their effects, newest first. Loaded in its own chunk when first opened. */
export default function HistoryModal({ linkId, onClose }: { linkId: string; onClose: () => void }) {
  const { name, entries, error, reverting, revert, refetch } = useLinkHistory(linkId);
  const [span, setSpan] = useState<Span>("");
  const effects = useQuery(LinkEditEffectsDocument, {
    variables: { linkId, span: span === "" ? null : span },
    fetchPolicy: "network-only",
  });
  const effectOf = (version: number) => effects.data?.linkEditEffects.find((effect) => effect.version === version);

  return (
    <Dialog onClose={onClose} size={620} title={name === undefined ? "History" : `History of ${name}`}>
      {error !== undefined && <QueryFailure error={error} refetch={refetch} />}
      {!entries && error === undefined && <Skeleton height={180} radius="md" />}
      {entries && (
        <div className={classes.controls}>
          <MomentForm linkId={linkId} />
          <NativeSelect
            label="Clicks around each change"
            data={Object.entries(spans).map(([value, label]) => ({ value, label }))}
            value={span}
            onChange={(event) => setSpan(spanOf(event.currentTarget.value))}
          />
          {effects.error && !effects.data && <QueryFailure error={effects.error} refetch={effects.refetch} />}
        </div>
      )}
      {entries && (
        <ol className={classes.entries} aria-label="Changes, newest first">
          {entries.map((entry) => (
            <Entry
              key={entry.version}
              linkId={linkId}
              entry={entry}
              effect={effectOf(entry.version)}
              busy={reverting === entry.version}
              disabled={reverting !== null}
              onRevert={() => void revert(entry.version, isSwitch(entry))}
            />
          ))}
        </ol>
      )}
    </Dialog>
  );
}

function spanOf(text: string): Span {
  return text === "hour" || text === "day" || text === "week" || text === "month" ? text : "";
}

interface EntryProps {
  linkId: string;
  entry: HistoryEntry;
  /** Undefined while unknown, and for the first entry, which has no period before it. */
  effect: EditEffect | undefined;
  busy: boolean;
  disabled: boolean;
  onRevert: () => void;
}

function Entry({ linkId, entry, effect, busy, disabled, onRevert }: EntryProps) {
  const [open, setOpen] = useState(false);
  const title = titleOf(entry);
  const time = timeOf(entry);
  return (
    <li className={classes.entry}>
      <div className={classes.head}>
        <span className={classes.what}>
          <span className={classes.title}>{title}</span>
          <span className={classes.when}>
            by {authorOf(entry)}, <time dateTime={entry.at}>{time}</time>
          </span>
        </span>
        {entry.revertible && (
          <Button
            className={classes.revert ?? ""}
            variant="light"
            size="compact-sm"
            leftSection={<IconArrowBackUp size={16} aria-hidden />}
            aria-label={`Revert: ${title}, ${time}`}
            loading={busy}
            disabled={disabled}
            onClick={onRevert}
          >
            Revert
          </Button>
        )}
      </div>
      <dl className={classes.changes}>
        {entry.changes.map((change) => (
          <Change key={change.field} change={change} isFirst={entry.type === "LinkCreated"} />
        ))}
      </dl>
      {effect && <p className={classes.when}>{effectText(effect)}</p>}
      <Button
        className={classes.show ?? ""}
        variant="subtle"
        size="compact-sm"
        aria-expanded={open}
        aria-label={`The link as it was: ${title}, ${time}`}
        onClick={() => setOpen(!open)}
      >
        The link as it was
      </Button>
      {open && <LinkThen linkId={linkId} at={entry.at} />}
    </li>
  );
}

/** A changed field; a new link's values have no previous value. */
function Change({ change, isFirst }: { change: HistoryChange; isFirst: boolean }) {
  return (
    <div className={classes.change}>
      <dt>{fieldOf(change)}</dt>
      <dd>
        {!isFirst && (
          <>
            <span className={classes.from}>{valueOf(change.field, change.from)}</span>
            <IconArrowRight className={classes.arrow} size={15} role="img" aria-label="changed to" />
          </>
        )}
        <span className={classes.to}>{valueOf(change.field, change.to)}</span>
      </dd>
    </div>
  );
}

function isSwitch({ changes }: HistoryEntry): boolean {
  return changes.some(({ field }) => field === "isActive");
}
