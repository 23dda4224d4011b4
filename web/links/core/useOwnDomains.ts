import { useQuery } from "@apollo/client/react";
import { useEffect, useRef } from "react";
import { DomainNamesDocument } from "../../core/graphql/generated/graphql.ts";
import type { OwnDomain } from "./codePlaces.ts";
import type { OptionsForm } from "./options/optionsForm.ts";

const none: readonly OwnDomain[] = [];

/** The workspace's domains; none until they are known, and where they can't be fetched. */
export function useOwnDomains(): readonly OwnDomain[] {
  const { data } = useQuery(DomainNamesDocument, { fetchPolicy: "cache-and-network" });
  return data?.domains ?? none;
}

/** Chooses the default one for a new link, unless another one was chosen meanwhile. */
export function usePreselected(form: OptionsForm, domains: readonly OwnDomain[], isNew: boolean): void {
  const chosen = useRef("");
  const name = domains.find(({ isDefault }) => isDefault)?.name ?? "";
  const { domain } = form.values;
  useEffect(() => {
    if (!isNew || domain !== chosen.current || name === domain) return;
    chosen.current = name;
    form.setFieldValue("domain", name);
    // The form is another object after each change.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [isNew, name]);
}
