import { Skeleton, UnstyledButton, VisuallyHidden } from "@mantine/core";
import { useId } from "react";
import type { LedgerPart } from "../../core/graphql/generated/graphql.ts";
import { formatCount } from "../../links/core/linkTexts.ts";
import classes from "./LedgerPage.module.css";
import { type Balance, otherLines, partsOf, partTexts } from "./partTexts.ts";

interface PartsProps {
  balance: Balance | undefined;
  chosen: { readonly part: LedgerPart; readonly reason: string | null } | null;
  onChoose: (part: LedgerPart, reason: string | null) => void;
}

/** Table of received requests, one line per classification. */
export function Parts({ balance, chosen, onChoose }: PartsProps) {
  const titleId = useId();
  if (!balance) return <Skeleton height={420} radius="md" />;
  const parts = partsOf(balance);
  const others = otherLines(balance);
  const sum = [...parts, ...others].reduce((total, { requests }) => total + requests, 0);
  const isChosen = (part: LedgerPart, reason: string | null) => chosen?.part === part && chosen.reason === reason;
  return (
    <section className={`sheet ${classes.card}`} aria-labelledby={titleId}>
      <h2 id={titleId}>Account of requests</h2>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">Taken for</th>
            <th scope="col">Requests</th>
          </tr>
        </thead>
        <tbody>
          <Row label="Received" note="Requests that redirectors have answered." requests={balance.received} strong />
          {balance.dropped > 0 && (
            <Row
              label="Dropped"
              note="Answered and not recorded: neither disk nor memory had room."
              requests={balance.dropped}
            />
          )}
          <Row label="Recorded" note="As redirectors counted them." requests={balance.recorded} strong />
        </tbody>
        {parts.map(({ part, requests, reasons }) => (
          <tbody key={part} className={classes.part}>
            <Row
              {...partTexts[part]}
              requests={requests}
              share={sum === 0 ? 0 : requests / sum}
              isChosen={isChosen(part, null)}
              onChoose={requests === 0 ? undefined : () => onChoose(part, null)}
            />
            {reasons.map((one) => (
              <Row
                key={one.reason}
                label={one.label}
                requests={one.requests}
                inner
                isChosen={isChosen(part, one.reason)}
                onChoose={() => onChoose(part, one.reason)}
              />
            ))}
          </tbody>
        ))}
        <tbody className={classes.part}>
          {others.map((line) => (
            <Row key={line.label} {...line} />
          ))}
          <Row label="Sum of all lines" requests={sum} strong />
          {balance.missing !== 0 && <Row label="Difference" requests={balance.missing} strong />}
        </tbody>
      </table>
    </section>
  );
}

interface RowProps {
  label: string;
  note?: string;
  requests: number;
  /** Share of the line in all requests, from 0 to 1. */
  share?: number;
  strong?: boolean;
  inner?: boolean;
  isChosen?: boolean;
  onChoose?: (() => void) | undefined;
}

function Row({ label, note, requests, share, strong = false, inner = false, isChosen = false, onChoose }: RowProps) {
  const text = (
    <>
      <span className={strong ? classes.strong : undefined}>{label}</span>
      {note !== undefined && <span className={classes.note}>{note}</span>}
    </>
  );
  return (
    <tr className={inner ? classes.inner : undefined} data-chosen={isChosen || undefined}>
      <th scope="row">
        {onChoose ? (
          <UnstyledButton className={classes.choose} aria-pressed={isChosen} onClick={onChoose}>
            <VisuallyHidden>Show requests: </VisuallyHidden>
            {text}
          </UnstyledButton>
        ) : (
          <span className={classes.line}>{text}</span>
        )}
        {share !== undefined && <span className={classes.bar} style={{ inlineSize: `${share * 100}%` }} />}
      </th>
      <td className={strong ? classes.strong : undefined}>{formatCount(requests)}</td>
    </tr>
  );
}
