import { Stack, Text } from "@mantine/core";
import { useForm } from "@mantine/form";
import { utmFields } from "@hoplog/schema/links/utm.js";
import { withUtm } from "@hoplog/schema/links/utmUrl.js";
import { useEffect, useMemo, useRef, useState } from "react";
import { FormButtons } from "../../ui/elements/FormDialog.tsx";
import { ErrorBanner } from "../../core/errors/ErrorBanner.tsx";
import type { FailureType } from "../../core/errors/failure.ts";
import { placeError } from "../../core/errors/placement.ts";
import { toastError } from "../../core/errors/toasts.tsx";
import type { LinkCardFragment, LinkJobChangeInput } from "../../core/graphql/generated/graphql.ts";
import { defaultBaseOf } from "./codePlaces.ts";
import { firstValues } from "./linkForm.ts";
import { urlsText } from "./linkTexts.ts";
import { optionValues } from "./options/drafts.ts";
import type { LinkFormValues } from "./options/values.ts";
import { focusFirstError } from "./sections/FocusFirst.tsx";
import { OptionSections } from "./sections/OptionSections.tsx";
import { SeveralFields } from "./SeveralFields.tsx";
import { SeveralContext } from "./changeable/changeable.tsx";
import classes from "./changeable/changeable.module.css";
import { placeOfSeveral, severalInput, severalProblems } from "./severalInput.ts";

export interface SeveralFormProps {
  /** Number of links to change. */
  count: number;
  /** Any link of the default domain, to derive the base URL of the default domain. */
  sample?: LinkCardFragment | undefined;
  /** Submits the change; rejects with the error if nothing is changed. */
  onSubmit: (change: LinkJobChangeInput) => Promise<void>;
  onClose: () => void;
}

const failed = "Failed to update URLs";

/** A placeholder URL, of which only the UTM parameters are used. */
const noUtm = "https://example.com/";

/** Bulk edit form: like the form of a single link, but only selected fields are changed. */
export function SeveralForm({ count, sample, onSubmit, onClose }: SeveralFormProps) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [utmUrl, setUtmUrl] = useState(noUtm);
  const [isFavourite, setFavourite] = useState(true);
  const [failure, setFailure] = useState<{ type: FailureType; message: string } | null>(null);
  const [failures, setFailures] = useState(0);
  const [busy, setBusy] = useState(false);
  const first = useRef<HTMLDivElement>(null);
  const form = useForm<LinkFormValues>({
    initialValues: { ...firstValues(null), ...optionValues(null) },
    validate: (values) => severalProblems(values, chosen),
    clearInputErrorOnChange: true,
    onValuesChange: () => setFailure(null),
  });

  const several = useMemo(
    () => ({
      chosen,
      utmUrl,
      setUtmUrl,
      choose: (fields: readonly string[], wanted: boolean) => {
        setFailure(null);
        setChosen((before) =>
          wanted
            ? new Set([...before, ...fields])
            : new Set([...before].filter((one) => !fields.some((field) => field === one))),
        );
        if (wanted) return;
        const left = utmFields.filter((name) => fields.includes(`utm.${name}`));
        setUtmUrl((url) => left.reduce((made, name) => withUtm(made, name, ""), url));
      },
    }),
    [chosen, utmUrl],
  );

  useEffect(() => {
    if (failures > 0) focusFirstError(first.current, form);
    // The effect runs only for failed submissions: later errors are visible where the user types.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [failures]);

  const submit = async (values: LinkFormValues) => {
    if (chosen.size === 0) {
      setFailure({ type: "VALIDATION_ERROR", message: "Choose what to change" });
      return;
    }
    setFailure(null);
    setBusy(true);
    try {
      await onSubmit(severalInput(values, isFavourite, utmUrl, chosen));
      onClose();
    } catch (error) {
      setFailure(placeError(form, error, placeOfSeveral, failed));
      setFailures((before) => before + 1);
      setBusy(false);
      toastError(error, failed);
    }
  };

  return (
    <SeveralContext value={several}>
      <form
        noValidate
        onSubmit={form.onSubmit(
          (values) => void submit(values),
          () => setFailures((before) => before + 1),
        )}
        aria-label={`Edit ${urlsText(count)}`}
      >
        <Stack gap="md">
          {failure && <ErrorBanner {...failure} onDismiss={() => setFailure(null)} />}
          <Text size="sm" c="dimmed">
            What you tick is changed of {count === 1 ? "this URL" : "all of them"}, in the background; the rest stays as
            it is. A field that is ticked and left blank is cleared.
          </Text>
          <div ref={first}>
            <SeveralFields
              form={form}
              defaultBase={defaultBaseOf([sample])}
              isFavourite={isFavourite}
              onFavourite={setFavourite}
            />
          </div>
          <OptionSections form={form} linkId={null} failures={failures} />
        </Stack>
        <div className={classes.buttons}>
          <FormButtons action={`Change ${urlsText(count)}`} busy={busy} onClose={onClose} />
        </div>
      </form>
    </SeveralContext>
  );
}
