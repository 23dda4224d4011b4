import { Button, Skeleton } from "@mantine/core";
import { IconHistory, IconSettings, IconTrash } from "../../ui/elements/icons.ts";
import { lazy, Suspense, useId, useState } from "react";
import type { Question } from "../account/useAccountAnalytics.ts";
import { IconButton } from "../../ui/elements/IconButton.tsx";
import { QueryFailure } from "../../core/errors/ErrorBanner.tsx";
import type { OwnRulesFragment } from "../../core/graphql/generated/graphql.ts";
import classes from "./BotsPage.module.css";
import { OwnBrowser } from "./OwnBrowser.tsx";
import { fieldLabels } from "./texts.ts";
import type { Rules } from "./useRules.ts";

const TryModal = lazy(() => import("./TryModal.tsx"));
const RulesModal = lazy(() => import("./RulesModal.tsx"));

/** The workspace's classification rules, which supplement the built-in ones. */
export function RulesCard({ rules, question }: { rules: Rules; question: Question }) {
  const titleId = useId();
  const [editing, setEditing] = useState(false);
  const [trying, setTrying] = useState(false);
  const own = rules.rules;
  return (
    <section className={`sheet ${classes.card}`} aria-labelledby={titleId}>
      <div className={classes.cardHead}>
        <h2 id={titleId}>Your rules</h2>
        {own && (
          <span className={classes.tools}>
            <Button
              size="compact-md"
              variant="default"
              leftSection={<IconHistory size={16} aria-hidden />}
              onClick={() => setTrying(true)}
            >
              Try on the past
            </Button>
            <Button
              size="compact-md"
              variant="default"
              leftSection={<IconSettings size={16} aria-hidden />}
              onClick={() => setEditing(true)}
            >
              Edit rules
            </Button>
          </span>
        )}
      </div>
      {rules.error && <QueryFailure error={rules.error} refetch={rules.refetch} />}
      {!own && !rules.error && <Skeleton height={80} radius="md" />}
      {own && (
        <>
          <p className={classes.none}>
            They hold for visits from when they are saved, before the built-in rules. The first that fits decides.
          </p>
          {own.verdicts.length > 0 && (
            <ol className={classes.values} aria-labelledby={titleId}>
              {own.verdicts.map((verdict) => (
                <li key={`${verdict.field} ${verdict.value}`} className={classes.row}>
                  <span className={classes.what}>{verdictText(verdict)}</span>
                  <span />
                  <IconButton
                    icon={IconTrash}
                    label="Remove"
                    of={verdictText(verdict)}
                    color="red"
                    onClick={() => {
                      const { field, value, verdict: kind } = verdict;
                      void rules.remove({ field, value, verdict: kind });
                    }}
                  />
                </li>
              ))}
            </ol>
          )}
          <p className={classes.about}>{ownText(own)}</p>
          <OwnBrowser parameter={own.parameter} />
        </>
      )}
      <Suspense fallback={null}>
        {trying && <TryModal question={question} onClose={() => setTrying(false)} />}
        {editing && own && <RulesModal rules={rules} own={own} onClose={() => setEditing(false)} />}
      </Suspense>
    </section>
  );
}

function verdictText({ field, value, verdict }: OwnRulesFragment["verdicts"][number]): string {
  const what = field === "network" ? `AS${value}` : value;
  return `${fieldLabels[field]} ${field === "agent" ? `with “${what}”` : what}: ${verdict === "bot" ? "a bot" : "a person"}`;
}

function ownText({ addresses, parameter }: OwnRulesFragment): string {
  const marks = [...addresses, ...(parameter ? [`?${parameter.name}=…`] : [])];
  return marks.length === 0 ? "Own visits are counted like any others." : `Own visits, left out: ${marks.join(", ")}`;
}
