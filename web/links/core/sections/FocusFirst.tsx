import { useEffect, useRef } from "react";
import type { OptionsForm } from "../options/optionsForm.ts";

/** Puts the focus on the first field around it that is wrong, as soon as all of it is there. */
export function FocusFirst({ form }: { form: OptionsForm }) {
  const marker = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    focusFirstError(marker.current?.parentElement ?? null, form);
    // Once, when it appears: whoever is shown another error gets another one of these.
    // oxlint-disable-next-line react/exhaustive-deps
  }, []);
  return <span ref={marker} hidden />;
}

/** Whether one was found. */
export function focusFirstError(container: HTMLElement | null, form: OptionsForm): boolean {
  const fields = container?.querySelectorAll<HTMLElement>("[data-path]") ?? [];
  const first = [...fields].find((field) => form.errors[field.dataset.path ?? ""] !== undefined);
  first?.focus();
  return first !== undefined;
}
