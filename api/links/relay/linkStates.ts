import type { EventLog, NewRecord } from "@hoplog/platform/log/port.js";
import { type LinkAddress, linkKey } from "@hoplog/schema/topics/links/key.js";
import {
  linkTargetsQuery,
  type LinkTarget,
  ownedTargetsQuery,
  parseLinkTarget,
} from "@hoplog/schema/topics/links/linkTarget.js";
import { encodeLinkRecord } from "@hoplog/schema/topics/links/record.js";
import { linksV2 } from "@hoplog/schema/topics/topic.js";
import type { ClientBase } from "pg";
import type { Touched } from "./touchedCodes.ts";

/** The current state of a code; without a target it does not redirect. */
export interface CodeState extends LinkAddress {
  readonly target: LinkTarget | null;
}

/** Reads the present states of codes touched by events. */
export async function touchedStates(client: ClientBase, { addresses, linkIds }: Touched): Promise<CodeState[]> {
  if (addresses.length === 0 && linkIds.size === 0) return [];
  const { rows } = await client.query<Record<string, unknown>>({
    name: "relay_link_targets",
    text: linkTargetsQuery,
    values: [addresses.map(({ domain }) => domain), addresses.map(({ code }) => code), [...linkIds]],
  });
  const states = new Map<string, CodeState>(
    addresses.map((address) => [linkKey(address), { ...address, target: null }]),
  );
  for (const row of rows) {
    const target = parseLinkTarget(row);
    states.set(linkKey(target), { domain: target.domain, code: target.code, target });
  }
  return [...states.values()];
}

/** Links read at a time: an account may have a hundred thousand. */
const linksAtOnce = 2000;

/** Yields the present states of all links of an owner, in batches. */
export async function* statesOfOwner(client: ClientBase, ownerId: string): AsyncGenerator<CodeState[]> {
  for (let after = "00000000-0000-0000-0000-000000000000"; ;) {
    const { rows } = await client.query<Record<string, unknown>>({
      name: "relay_link_targets_of_owner",
      text: ownedTargetsQuery,
      values: [ownerId, after, linksAtOnce],
    });
    const targets = rows.map(parseLinkTarget);
    yield targets.map((target) => ({ domain: target.domain, code: target.code, target }));
    const last = targets.at(-1);
    if (!last || targets.length < linksAtOnce) return;
    after = last.linkId;
  }
}

/** Publishes states to `links.v2`. */
export async function publishStates(log: EventLog, states: readonly CodeState[]): Promise<void> {
  if (states.length === 0) return;
  const recordOf = (state: CodeState): NewRecord => ({
    key: linkKey(state),
    value: state.target && encodeLinkRecord(state.target),
  });
  await log.append(linksV2, states.map(recordOf));
}
