import { useMutation, useQuery } from "@apollo/client/react";
import { Skeleton, Stack, Textarea } from "@mantine/core";
import { UrlInput } from "../../ui/elements/UrlInput.tsx";
import { useForm } from "@mantine/form";
import { type DomainSettings, domainLimits, domainSettingNames } from "@hoplog/schema/domains/settings.js";
import { useEffect, useState } from "react";
import { Dialog } from "../../ui/elements/Dialog.tsx";
import { FormButtons } from "../../ui/elements/FormDialog.tsx";
import { ErrorBanner, QueryFailure } from "../../core/errors/ErrorBanner.tsx";
import type { Failure } from "../../core/errors/failure.ts";
import { placeError } from "../../core/errors/placement.ts";
import { toastError, toastSuccess } from "../../core/errors/toasts.tsx";
import type { DomainCardFragment } from "../../core/graphql/generated/graphql.ts";
import { DomainSettingsDocument, UpdateDomainDocument } from "../../core/graphql/generated/graphql.ts";
import classes from "./DomainSettings.module.css";
import { bytesOf, changedSettings, fileProblem, type SettingValues, settingValues, urlProblem } from "./settings.ts";

type Name = keyof DomainSettings;

interface DomainSettingsModalProps {
  domain: DomainCardFragment;
  onClose: () => void;
}

/**
 * Settings of a domain: redirect targets for visits without a working link, and files such as robots.txt. Loaded in its
 * own chunk.
 */
export default function DomainSettingsModal({ domain, onClose }: DomainSettingsModalProps) {
  const { data, error, refetch } = useQuery(DomainSettingsDocument, {
    variables: { id: domain.id },
    // The settings are not cached, because they are large texts that are shown nowhere else.
    fetchPolicy: "no-cache",
  });
  return (
    <Dialog
      onClose={onClose}
      size={680}
      title={`Settings of ${domain.displayName}`}
      // Reserves the height of the sticky buttons, so that they never cover the focused field.
      styles={{ content: { scrollPaddingBottom: 84 } }}
    >
      {data && <SettingsForm domain={domain} before={settingValues(data.domain)} onClose={onClose} />}
      {!data && !error && <Skeleton height={420} radius="md" />}
      {!data && error && <QueryFailure error={error} refetch={refetch} />}
    </Dialog>
  );
}

const urls: readonly { name: Name; label: string; description: string; placeholder: string }[] = [
  {
    name: "rootUrl",
    label: "Bare domain leads to",
    description: "Blank: a page that says nothing",
    placeholder: "https://example.com/",
  },
  {
    name: "unknownUrl",
    label: "Unknown short URLs lead to",
    description: "Blank: a page that says that there is no such URL",
    placeholder: "https://example.com/not-found",
  },
  {
    name: "expiredUrl",
    label: "Expired URLs lead to",
    description: "Unless a URL has one of its own. Blank: a page that says that it has expired",
    placeholder: "https://example.com/over",
  },
];

const files: readonly { name: Name; label: string; description: string }[] = [
  { name: "robotsTxt", label: "robots.txt", description: "For crawlers. Blank: what is usual for short URLs" },
  {
    name: "appleAppSiteAssociation",
    label: "apple-app-site-association",
    description: "JSON that lets an iOS app open the domain's URLs. Blank: none",
  },
  {
    name: "assetLinks",
    label: "assetlinks.json",
    description: "JSON that lets an Android app open the domain's URLs. Blank: none",
  },
];

interface SettingsFormProps extends DomainSettingsModalProps {
  before: SettingValues;
}

function SettingsForm({ domain, before, onClose }: SettingsFormProps) {
  const [update, { loading }] = useMutation(UpdateDomainDocument);
  const [failure, setFailure] = useState<Pick<Failure, "type" | "message"> | null>(null);
  const [failures, setFailures] = useState(0);
  const form = useForm<SettingValues>({
    initialValues: before,
    validate: {
      rootUrl: urlProblem,
      unknownUrl: urlProblem,
      expiredUrl: urlProblem,
      robotsTxt: fileProblem,
      appleAppSiteAssociation: fileProblem,
      assetLinks: fileProblem,
    },
    validateInputOnBlur: true,
    clearInputErrorOnChange: true,
    onValuesChange: () => setFailure(null),
  });

  useEffect(() => {
    if (failures === 0) return;
    const first = domainSettingNames.find((name) => form.errors[name] !== undefined);
    const field = first === undefined ? null : form.getInputNode(first);
    field?.focus();
    // Centres the field, so that its error below is visible.
    field?.scrollIntoView({ block: "center" });
    // The effect runs only for failed submissions: later errors are visible where the user types.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [failures]);

  const submit = async (values: SettingValues) => {
    setFailure(null);
    const input = changedSettings(before, values);
    if (Object.keys(input).length === 0) return onClose();
    try {
      await update({ variables: { id: domain.id, input } });
      toastSuccess("Domain updated.");
      onClose();
    } catch (error) {
      setFailure(placeError(form, error, domainSettingNames, "Failed to update domain"));
      setFailures((count) => count + 1);
      toastError(error, "Failed to update domain");
    }
  };

  return (
    <form
      noValidate
      aria-label={`Settings of ${domain.displayName}`}
      onSubmit={form.onSubmit(
        (values) => void submit(values),
        () => setFailures((count) => count + 1),
      )}
    >
      <Stack gap="md">
        {failure && <ErrorBanner {...failure} onDismiss={() => setFailure(null)} />}
        {urls.map(({ name, ...texts }) => (
          <UrlInput key={name} {...texts} {...form.getInputProps(name)} />
        ))}
        {files.map(({ name, description, label }) => (
          <Textarea
            key={name}
            label={label}
            description={`${description}. ${sizeText(form.values[name])}`}
            rows={5}
            size="md"
            spellCheck={false}
            autoCapitalize="none"
            classNames={{ input: classes.file ?? "" }}
            {...form.getInputProps(name)}
          />
        ))}
      </Stack>
      <div className={classes.buttons}>
        <FormButtons action="Save Changes" busy={loading} onClose={onClose} />
      </div>
    </form>
  );
}

function sizeText(text: string): string {
  const max = domainLimits.fileBytesMax.toLocaleString("en");
  return text === "" ? `At most ${max} bytes` : `${bytesOf(text).toLocaleString("en")} of ${max} bytes`;
}
