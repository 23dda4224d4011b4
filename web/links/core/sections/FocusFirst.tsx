import { useEffect, useRef } from "react";
import type { OptionsForm } from "../options/optionsForm.ts";

/** Focuses the first invalid field in its parent element when it mounts. */
export function FocusFirst({ form }: { form: OptionsForm }) {
  const marker = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    focusFirstError(marker.current?.parentElement ?? null, form);
    // The effect runs only on mount: another failure mounts a new instance.
    // oxlint-disable-next-line react/exhaustive-deps
  }, []);
  return <span ref={marker} hidden />;
}

/** Focuses the first invalid field; returns whether there is one. */
export function focusFirstError(container: HTMLElement | null, form: OptionsForm): boolean {
  const fields = container?.querySelectorAll<HTMLElement>("[data-path]") ?? [];
  const first = [...fields].find((field) => form.errors[field.dataset.path ?? ""] !== undefined);
  first?.focus();
  return first !== undefined;
}
