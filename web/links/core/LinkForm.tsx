import { useMutation } from "@apollo/client/react";
import { Skeleton, Stack } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useMediaQuery } from "@mantine/hooks";
import { lazy, Suspense, useEffect, useRef, useState } from "react";
import { FormButtons } from "../../ui/elements/FormDialog.tsx";
import { ErrorBanner } from "../../core/errors/ErrorBanner.tsx";
import type { FailureType } from "../../core/errors/failure.ts";
import { placeError } from "../../core/errors/placement.ts";
import { toastError, toastSuccess } from "../../core/errors/toasts.tsx";
import type { LinkCardFragment } from "../../core/graphql/generated/graphql.ts";
import { CreateLinkDocument, UpdateLinkDocument } from "../../core/graphql/generated/graphql.ts";
import { linkLists } from "../../core/graphql/linkLists.ts";
import { defaultBaseOf, domainInput } from "./codePlaces.ts";
import { FirstFields } from "./FirstFields.tsx";
import classes from "./LinkForm.module.css";
import { firstValues, linkInput, linkProblems, type NewPlace, placeInForm } from "./linkForm.ts";
import { OptionsFailure } from "./OptionsFailure.tsx";
import { optionValues } from "./options/drafts.ts";
import type { LinkFormValues } from "./options/values.ts";
import { focusFirstError } from "./sections/FocusFirst.tsx";
import { OptionSections } from "./sections/OptionSections.tsx";
import { Section } from "./sections/Section.tsx";
import { useLinkOptions } from "./useLinkOptions.ts";
import { useOwnDomains, usePreselected } from "./useOwnDomains.ts";

const TrialSection = lazy(() => import("./trials/TrialSection.tsx"));
const LinkFormPreview = lazy(() => import("./LinkFormPreview.tsx"));

/** Minimum width to show the preview beside the fields. */
export const twoColumns = "(min-width: 62em)";

interface LinkFormProps {
  /** The link to edit; null to create one. */
  link: LinkCardFragment | null;
  /** Any link of the default domain, to derive the base URL of the default domain. */
  sample?: LinkCardFragment | undefined;
  /** Initial code and domain of a new link. */
  place?: NewPlace | undefined;
  onClose: () => void;
}

export function LinkForm({ link, sample, place, onClose }: LinkFormProps) {
  const [create, creating] = useMutation(CreateLinkDocument, {
    refetchQueries: linkLists,
    awaitRefetchQueries: true,
  });
  const [update, updating] = useMutation(UpdateLinkDocument);
  const [failure, setFailure] = useState<{ type: FailureType; message: string } | null>(null);
  const [failures, setFailures] = useState(0);
  const [trying, setTrying] = useState(false);
  const [previewed, setPreviewed] = useState(false);
  const isWide = useMediaQuery(twoColumns, undefined, { getInitialValueInEffect: false });
  const first = useRef<HTMLDivElement>(null);
  const domains = useOwnDomains();
  const defaultBase = defaultBaseOf([link, sample]);

  const options = useLinkOptions(link, (values) => form.setValues(values));
  const form = useForm<LinkFormValues>({
    initialValues: { ...firstValues(link), ...place, ...optionValues(null) },
    validate: (values) => linkProblems(values, link, options.before),
    validateInputOnBlur: ["originalUrl", "shortUrl", "expiredUrl", "maxClicks", "maxClicksUrl", "preview.imageUrl"],
    clearInputErrorOnChange: true,
    onValuesChange: () => setFailure(null),
  });

  usePreselected(form, domains, link === null && place === undefined);

  useEffect(() => {
    if (failures > 0) focusFirstError(first.current, form);
    // The effect runs only for failed submissions: later errors are visible where the user types.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [failures]);

  const submit = async (values: LinkFormValues) => {
    const input = linkInput(values, options.before, domainInput(values.domain, link, domains.length > 0), link);
    setFailure(null);
    try {
      if (link === null) await create({ variables: { input } });
      else await update({ variables: { id: link.id, input } });
      toastSuccess(link === null ? "URL created successfully!" : "URL updated successfully!");
      onClose();
    } catch (error) {
      const fallback = link === null ? "Failed to create URL" : "Failed to update URL";
      setFailure(placeError(form, error, placeInForm, fallback));
      setFailures((count) => count + 1);
      toastError(error, fallback);
    }
  };

  const preview = (
    <Suspense fallback={<Skeleton height={240} radius="md" />}>
      <LinkFormPreview values={form.values} link={link} defaultBase={defaultBase} domains={domains} />
    </Suspense>
  );

  return (
    <form
      noValidate
      onSubmit={form.onSubmit(
        (values) => void submit(values),
        () => setFailures((count) => count + 1),
      )}
      aria-label={link ? "Edit URL" : "Create New URL"}
    >
      <div className={classes.columns}>
        <Stack gap="md" className={classes.main ?? ""}>
          {failure && <ErrorBanner {...failure} onDismiss={() => setFailure(null)} />}
          <div ref={first}>
            <FirstFields form={form} link={link} defaultBase={defaultBase} domains={domains} />
          </div>
          {options.failed && <OptionsFailure onRetry={options.retry} />}
          {options.loading && <Skeleton height={300} radius="md" />}
          {options.before && <OptionSections form={form} linkId={link?.id ?? null} failures={failures} />}
          {options.before && link && (
            <Section title="Try it" summary="" open={trying} wrong={false} onToggle={() => setTrying(!trying)}>
              <Suspense fallback={<Skeleton height={240} radius="md" />}>
                <TrialSection linkId={link.id} values={form.values} />
              </Suspense>
            </Section>
          )}
          {!isWide && (
            <Section
              title="Live preview"
              summary=""
              open={previewed}
              wrong={false}
              onToggle={() => setPreviewed(!previewed)}
            >
              {preview}
            </Section>
          )}
        </Stack>
        {isWide && (
          <section className={classes.aside} aria-label="Live preview">
            {preview}
          </section>
        )}
      </div>
      <div className={classes.buttons}>
        <FormButtons
          action={link === null ? "Create URL" : "Save Changes"}
          busy={creating.loading || updating.loading}
          onClose={onClose}
        />
      </div>
    </form>
  );
}
