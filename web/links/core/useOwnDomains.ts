import { useQuery } from "@apollo/client/react";
import { useEffect, useRef } from "react";
import { DomainNamesDocument } from "../../core/graphql/generated/graphql.ts";
import type { OwnDomain } from "./codePlaces.ts";
import type { OptionsForm } from "./options/optionsForm.ts";

const none: readonly OwnDomain[] = [];

/** Returns the workspace's domains; empty until they are loaded, and if loading fails. */
export function useOwnDomains(): readonly OwnDomain[] {
  const { data } = useQuery(DomainNamesDocument, { fetchPolicy: "cache-and-network" });
  return data?.domains ?? none;
}

/** Preselects the default domain for a new link, unless the user has chosen another. */
export function usePreselected(form: OptionsForm, domains: readonly OwnDomain[], isNew: boolean): void {
  const chosen = useRef("");
  const name = domains.find(({ isDefault }) => isDefault)?.name ?? "";
  const { domain } = form.values;
  useEffect(() => {
    if (!isNew || domain !== chosen.current || name === domain) return;
    chosen.current = name;
    form.setFieldValue("domain", name);
    // The form object changes on every edit.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [isNew, name]);
}
