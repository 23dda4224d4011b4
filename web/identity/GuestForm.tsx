import type { ReactNode, SubmitEventHandler } from "react";
import { useEffect, useLayoutEffect, useRef } from "react";
import { useLoadClient } from "../graphql/ClientSource.tsx";

interface GuestFormProps<Field extends string> {
  label: string;
  /** What `data-path` calls the fields. */
  fields: readonly Field[];
  setField: (field: Field, value: string) => void;
  onSubmit: SubmitEventHandler<HTMLFormElement>;
  children: ReactNode;
}

/**
 * A form on a page that can be read, and typed into, before its scripts run. What was typed by then, or filled in by
 * the browser, is taken over; submitting does nothing until then, so that nothing of it gets into an address.
 */
export function GuestForm<Field extends string>({
  label,
  fields,
  setField,
  onSubmit,
  children,
}: GuestFormProps<Field>) {
  const form = useRef<HTMLFormElement>(null);
  const loadClient = useLoadClient();

  // Before anything is rendered anew, which would put the empty values back.
  useLayoutEffect(() => {
    for (const input of form.current?.querySelectorAll("input") ?? []) {
      const field = fields.find((name) => name === input.dataset.path);
      if (field !== undefined && input.value !== input.defaultValue) setField(field, input.value);
    }
    // Only once, as the page is taken over.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, []);

  // What submitting needs is fetched while somebody types.
  useEffect(() => {
    const element = form.current;
    const prepare = () => void loadClient().catch(() => undefined);
    element?.addEventListener("focusin", prepare, { once: true });
    return () => element?.removeEventListener("focusin", prepare);
  }, [loadClient]);

  return (
    <form ref={form} noValidate method="dialog" onSubmit={onSubmit} aria-label={label}>
      {children}
    </form>
  );
}
