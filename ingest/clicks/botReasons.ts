import { botReasonOf, type CompiledRules } from "@hoplog/platform/visitor/workspaceRules.js";
import { queryIn } from "@hoplog/schema/clicks/visitedPath.js";
import type { Visits } from "@hoplog/schema/topics/clickBatch/decode.js";
import { idKey } from "../batch/ids.ts";
import type { BatchAttributes } from "../cache/textCache.ts";
import type { RulesOf } from "../rules/rules.ts";
import type { OwnersOf } from "../visitors/visitors.ts";

/** Visits with the inputs for classifying them. */
export interface ClassificationInputs {
  /** The visits; misses have no query. */
  readonly visits: Visits & { readonly query?: Uint32Array };
  readonly texts: readonly string[];
  readonly owners: OwnersOf;
  readonly rulesOf: RulesOf;
  readonly agents: BatchAttributes<"bot_reason">;
  readonly referrers: BatchAttributes<"referrer">;
  readonly asn: Uint32Array;
}

const noReasons: ReadonlyMap<number, string> = new Map();

/** Returns the bot reasons (empty for people) by row of the visits whose workspace has rules. */
export function botReasonsByRow(inputs: ClassificationInputs): ReadonlyMap<number, string> {
  const { visits, texts, owners, rulesOf, agents, referrers, asn } = inputs;
  if (rulesOf.size === 0) return noReasons;
  const rulesOfOwner = Array.from({ length: owners.owners.length / 16 }, (_, i): CompiledRules | undefined =>
    rulesOf.get(idKey(owners.owners.subarray(i * 16, i * 16 + 16))),
  );
  const builtIn = agents.texts("bot_reason");
  const hosts = referrers.texts("referrer");
  const reasons = new Map<number, string>();
  for (let row = 0; row < visits.size; row++) {
    const rules = rulesOfOwner[owners.ownerOf[row] ?? 0];
    if (!rules) continue;
    const query = visits.query ? queryIn(texts[visits.query[row] ?? 0] ?? "") : "";
    const visit = {
      flags: visits.flags[row] ?? 0,
      userAgent: texts[visits.userAgent[row] ?? 0] ?? "",
      agentReason: builtIn[agents.rows[row] ?? 0] ?? "",
      asn: asn[row] ?? 0,
      referrer: hosts[referrers.rows[row] ?? 0] ?? "",
      ownVisit: rules.ownVisit(visits.addresses, row * 16, query),
    };
    reasons.set(row, botReasonOf(visit, rules));
  }
  return reasons;
}
