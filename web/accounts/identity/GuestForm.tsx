import type { TextInputProps } from "@mantine/core";
import { TextInput } from "@mantine/core";
import type { ReactNode, SubmitEventHandler } from "react";
import { useEffect, useLayoutEffect, useRef } from "react";
import { useLoadClient } from "../../core/graphql/ClientSource.tsx";

interface GuestFormProps<Field extends string, Values> {
  label: string;
  /** What `data-path` calls the fields. */
  fields: readonly Field[];
  form: {
    setFieldValue: (field: Field, value: string) => void;
    onSubmit: (submit: (values: Values) => void) => SubmitEventHandler<HTMLFormElement>;
  };
  submit: (values: Values) => Promise<void>;
  children: ReactNode;
}

/**
 * A form on a page that can be read, and typed into, before its scripts run. What was typed by then, or filled in by
 * the browser, is taken over; submitting does nothing until then, so that nothing of it gets into an address.
 */
export function GuestForm<Field extends string, Values>({
  label,
  fields,
  form,
  submit,
  children,
}: GuestFormProps<Field, Values>) {
  const element = useRef<HTMLFormElement>(null);
  const loadClient = useLoadClient();

  // Before anything is rendered anew, which would put the empty values back.
  useLayoutEffect(() => {
    for (const input of element.current?.querySelectorAll("input") ?? []) {
      const field = fields.find((name) => name === input.dataset.path);
      if (field !== undefined && input.value !== input.defaultValue) form.setFieldValue(field, input.value);
    }
    // Only once, as the page is taken over.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, []);

  // What submitting needs is fetched while somebody types.
  useEffect(() => {
    const { current } = element;
    const prepare = () => void loadClient().catch(() => undefined);
    current?.addEventListener("focusin", prepare, { once: true });
    return () => current?.removeEventListener("focusin", prepare);
  }, [loadClient]);

  return (
    <form
      ref={element}
      noValidate
      method="dialog"
      onSubmit={form.onSubmit((values) => void submit(values))}
      aria-label={label}
    >
      {children}
    </form>
  );
}

/** All fields of such forms are required, so none is marked as such. */
export function GuestField(props: TextInputProps) {
  return <TextInput required withAsterisk={false} {...props} />;
}
