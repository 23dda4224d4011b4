import type { TextInputProps } from "@mantine/core";
import { TextInput } from "@mantine/core";
import type { ReactNode, SubmitEventHandler } from "react";
import { useEffect, useLayoutEffect, useRef } from "react";
import { useLoadClient } from "../../core/graphql/ClientSource.tsx";

interface GuestFormProps<Field extends string, Values> {
  label: string;
  /** Names of the fields, as in their `data-path`. */
  fields: readonly Field[];
  form: {
    setFieldValue: (field: Field, value: string) => void;
    onSubmit: (submit: (values: Values) => void) => SubmitEventHandler<HTMLFormElement>;
  };
  submit: (values: Values) => Promise<void>;
  children: ReactNode;
}

/**
 * A form that is usable before its scripts run: it takes over values that the user or the browser has filled in before
 * hydration. Before hydration, submitting does nothing, so that no value gets into a URL.
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

  // The values are read before the next render, which would restore the empty ones.
  useLayoutEffect(() => {
    for (const input of element.current?.querySelectorAll("input") ?? []) {
      const field = fields.find((name) => name === input.dataset.path);
      if (field !== undefined && input.value !== input.defaultValue) form.setFieldValue(field, input.value);
    }
    // The effect runs only once, on hydration.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, []);

  // Starts loading the client, which submitting needs, when a field gets the focus.
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

/** All fields of guest forms are required, so none is marked as such. */
export function GuestField(props: TextInputProps) {
  return <TextInput required withAsterisk={false} {...props} />;
}
