import { useQuery } from "@apollo/client/react";
import { Skeleton } from "@mantine/core";
import { QueryFailure } from "../../core/errors/ErrorBanner.tsx";
import { LinkAtDocument } from "../../core/graphql/generated/graphql.ts";
import classes from "./HistoryModal.module.css";
import { fieldOf, valueOf } from "./historyTexts.ts";
import { timeText } from "../../ui/timeText.ts";

const stateTexts: Readonly<Record<string, string>> = {
  active: "Led there",
  inactive: "Was switched off",
  scheduled: "Did not work yet",
  expired: "Had expired",
  usedUp: "Was used up",
  banned: "Was banned",
  listed: "Was listed as harmful",
};

/** A link as it was at a given time, and its differences from the present link. */
export function LinkThen({ linkId, at }: { linkId: string; at: string }) {
  const { data, error, refetch } = useQuery(LinkAtDocument, {
    variables: { id: linkId, at },
    fetchPolicy: "network-only",
  });
  if (error && !data) return <QueryFailure error={error} refetch={refetch} />;
  if (!data) return <Skeleton height={90} radius="md" />;
  const { state, values, differences } = data.linkAt;
  const now = new Map(differences.map(({ field, to }) => [field, to]));
  const onlyNow = differences.filter(({ field }) => !values.some((value) => value.field === field));
  return (
    <section className={classes.then} aria-label={`As it was at ${timeText(data.linkAt.at)}`}>
      <p className={classes.thenTitle}>
        As it was at <time dateTime={data.linkAt.at}>{timeText(data.linkAt.at)}</time>:{" "}
        {stateTexts[state] ?? "Worked by its rules"}
      </p>
      <dl className={classes.changes}>
        {values.map(({ field, value }) => (
          <div key={field} className={classes.change}>
            <dt>{fieldOf({ field })}</dt>
            <dd>
              <span className={classes.to}>{valueOf(field, value)}</span>
              {now.has(field) && <span className={classes.now}>now: {valueOf(field, now.get(field) ?? null)}</span>}
            </dd>
          </div>
        ))}
        {onlyNow.map(({ field, from, to }) => (
          <div key={field} className={classes.change}>
            <dt>{fieldOf({ field })}</dt>
            <dd>
              <span className={classes.to}>{valueOf(field, from)}</span>
              <span className={classes.now}>now: {valueOf(field, to)}</span>
            </dd>
          </div>
        ))}
      </dl>
      {differences.length === 0 && <p className={classes.when}>The same as now.</p>}
    </section>
  );
}
