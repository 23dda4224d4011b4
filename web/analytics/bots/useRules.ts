import { useMutation, useQuery } from "@apollo/client/react";
import { failureOf } from "../../core/errors/failure.ts";
import { toastError, toastSuccess } from "../../core/errors/toasts.tsx";
import {
  type BotRulesInput,
  OwnBotRulesDocument,
  type OwnRulesFragment,
  type OwnVerdictInput,
  SetBotRulesDocument,
} from "../../core/graphql/generated/graphql.ts";

/** The workspace's own rules, and functions to change them. */
export function useRules() {
  const { data, error, refetch } = useQuery(OwnBotRulesDocument, { fetchPolicy: "cache-and-network" });
  const rules = data?.botRules;
  const [set, { loading }] = useMutation(SetBotRulesDocument, {
    update: (cache, { data: saved }) => {
      if (saved) cache.writeQuery({ query: OwnBotRulesDocument, data: { botRules: saved.setBotRules } });
    },
  });

  /** Saves changes; does nothing before the rules are loaded. Rejects with the server's error. */
  async function save(changes: Partial<BotRulesInput>): Promise<void> {
    if (!rules) return;
    try {
      await set({ variables: { input: { ...inputOf(rules), ...changes } } });
    } catch (failure) {
      // Another user has changed the rules, so the current ones are loaded.
      if (failureOf(failure).type === "CONFLICT_ERROR") await refetch();
      throw failure;
    }
  }

  async function saveWithToast(changes: Partial<BotRulesInput>, done: string): Promise<void> {
    try {
      await save(changes);
      toastSuccess(done);
    } catch (failure) {
      toastError(failure, "Failed to save the rules");
    }
  }

  return {
    rules,
    error: data ? undefined : error,
    refetch,
    busy: loading,
    save,
    /** Adds a rule at the top, where it has priority over all others. */
    add: (verdict: OwnVerdictInput) =>
      saveWithToast(
        { verdicts: [verdict, ...(rules?.verdicts ?? []).map(plain).filter((one) => !isAbout(one, verdict))] },
        "New visits are judged so from now on.",
      ),
    remove: (verdict: OwnVerdictInput) =>
      saveWithToast(
        { verdicts: (rules?.verdicts ?? []).map(plain).filter((one) => !isAbout(one, verdict)) },
        "Rule removed.",
      ),
  };
}

export type Rules = ReturnType<typeof useRules>;

function inputOf({ version, verdicts, addresses, parameter }: OwnRulesFragment): BotRulesInput {
  return {
    version,
    verdicts: verdicts.map(plain),
    addresses: [...addresses],
    parameter: parameter ? { name: parameter.name, value: parameter.value } : null,
  };
}

function plain({ field, value, verdict }: OwnRulesFragment["verdicts"][number]): OwnVerdictInput {
  return { field, value, verdict };
}

function isAbout(one: OwnVerdictInput, other: OwnVerdictInput): boolean {
  return one.field === other.field && one.value.toLowerCase() === other.value.toLowerCase();
}
