import { useQuery } from "@apollo/client/react";
import { LinkDecisionsDocument } from "../../../core/graphql/generated/graphql.ts";
import type { ArmDraft, LinkFormValues } from "../options/values.ts";
import { ClicksTable } from "./ClicksTable.tsx";

/** Click counts per arm, which help to choose the best one; renders nothing for a link without arms. */
export function ArmFigures({ linkId, values }: { linkId: string; values: LinkFormValues }) {
  const arms = armsOf(values);
  const { data } = useQuery(LinkDecisionsDocument, {
    variables: { linkId },
    fetchPolicy: "network-only",
    skip: arms.length === 0,
  });
  if (!data || arms.length === 0) return null;
  const rows = arms.map(({ number, name, url }) => {
    const went = data.linkDecisions.filter(({ arm }) => arm === number);
    const sum = (part: "clicks" | "people") => went.reduce((total, one) => total + one[part], 0);
    return { name: name === "" ? url : name, clicks: sum("clicks"), people: sum("people") };
  });
  return <ClicksTable caption="Clicks by arm so far" rows={rows} />;
}

/** Returns the saved arms, in order. */
function armsOf({ rules, split }: LinkFormValues): ArmDraft[] {
  const ofRules = rules.flatMap(({ then }) => (then.kind === "split" ? then.split.arms : []));
  return [...ofRules, ...(split?.arms ?? [])].filter(({ number }) => number !== null);
}
