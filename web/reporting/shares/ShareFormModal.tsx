import { skipToken, useApolloClient, useMutation, useQuery } from "@apollo/client/react";
import { limits } from "@hoplog/schema/limits.js";
import { Checkbox, Group, NativeSelect, PasswordInput, Textarea, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useState } from "react";
import { linkIdOf } from "../../analytics/account/findLink.ts";
import { FormDialog } from "../../ui/elements/FormDialog.tsx";
import { ErrorBanner } from "../../core/errors/ErrorBanner.tsx";
import type { Failure } from "../../core/errors/failure.ts";
import { placeError } from "../../core/errors/placement.ts";
import { toastSuccess } from "../../core/errors/toasts.tsx";
import {
  CreateShareDocument,
  GroupNamesDocument,
  LinkTitleDocument,
  type ShareCardFragment,
  SharesDocument,
  UpdateShareDocument,
} from "../../core/graphql/generated/graphql.ts";
import { timeZone } from "../../core/live/timeZone.ts";
import { changesIn, dimensionNames, fieldNames, figureNames, firstValues, type ShareValues } from "./shareForm.ts";
import { dimensionText, figureTexts, targetText } from "./shareTexts.ts";

interface ShareFormModalProps {
  /** The page to edit; null to create one. */
  share: ShareCardFragment | null;
  /** Target of a new page, from the URL: `workspace`, `group:…` or `link:…`. */
  wanted: string | null;
  onClose: () => void;
  onShared: (name: string, url: string) => void;
}

const targets = [
  { value: "workspace", label: "All URLs" },
  { value: "group", label: "A group" },
  { value: "link", label: "One URL" },
];

/** Dialog to create or edit a shared page. Loaded in its own chunk. */
export default function ShareFormModal({ share, wanted, onClose, onShared }: ShareFormModalProps) {
  const client = useApolloClient();
  const listed = { refetchQueries: [SharesDocument], awaitRefetchQueries: true };
  const [create, creating] = useMutation(CreateShareDocument, listed);
  const [update, updating] = useMutation(UpdateShareDocument, listed);
  const [failure, setFailure] = useState<Pick<Failure, "type" | "message"> | null>(null);
  const form = useForm<ShareValues>({
    initialValues: firstValues(share, wanted),
    clearInputErrorOnChange: true,
    onValuesChange: () => setFailure(null),
  });
  const { target, linkId } = form.values;
  const { data: groups } = useQuery(GroupNamesDocument, share === null ? {} : skipToken);
  const { data: link } = useQuery(LinkTitleDocument, linkId === null ? skipToken : { variables: { id: linkId } });

  const submit = async (values: ShareValues) => {
    setFailure(null);
    try {
      const changes = changesIn(values, share);
      if (share) {
        await update({ variables: { id: share.id, input: changes } });
        toastSuccess("The page is changed.");
        return onClose();
      }
      const { data } = await create({
        variables: { input: { ...changes, target, targetId: await targetIdOf(values), timeZone } },
      });
      onClose();
      if (data) onShared(data.createShare.share.name, data.createShare.url);
    } catch (error) {
      if (error instanceof RangeError) form.setErrors({ link: error.message });
      else setFailure(placeError(form, error, fieldOf, "Failed to save the page"));
    }
  };
  const targetIdOf = async (values: ShareValues): Promise<string | null> => {
    if (values.target === "workspace") return null;
    if (values.target === "group") return values.groupId || (groups?.groups[0]?.id ?? null);
    return values.linkId ?? linkIdOf(client, values.link);
  };

  return (
    <FormDialog
      title={share ? "Edit Page" : "Share a Page"}
      action={share ? "Save" : "Share"}
      busy={creating.loading || updating.loading}
      onClose={onClose}
      onSubmit={form.onSubmit((values) => void submit(values))}
    >
      {failure && <ErrorBanner {...failure} onDismiss={() => setFailure(null)} />}
      <TextInput
        label="Name"
        description="It stands above the page"
        required
        data-autofocus
        maxLength={limits.shareNameMax}
        {...form.getInputProps("name")}
      />
      {share ? (
        <TextInput label="About" readOnly value={targetText(share)} />
      ) : (
        <NativeSelect label="About" data={targets} {...form.getInputProps("target")} />
      )}
      {!share && target === "group" && (
        <NativeSelect
          label="Group"
          data={(groups?.groups ?? []).map(({ id, name }) => ({ value: id, label: name }))}
          {...form.getInputProps("groupId")}
        />
      )}
      {!share &&
        target === "link" &&
        (linkId === null ? (
          <TextInput label="URL" description="Its name or short URL" required {...form.getInputProps("link")} />
        ) : (
          <TextInput label="URL" readOnly value={link?.link.name ?? ""} />
        ))}
      <Checkbox.Group size="md" label="Figures" {...form.getInputProps("figures")}>
        <Group gap="xs" mt={6}>
          {figureNames.map((name) => (
            <Checkbox key={name} value={name} label={figureTexts[name]} />
          ))}
        </Group>
      </Checkbox.Group>
      <Checkbox.Group
        size="md"
        label="Lists"
        description="Visitors see the values, and may narrow the page to them"
        {...form.getInputProps("dimensions")}
      >
        <Group gap="xs" mt={6}>
          {dimensionNames.map((name) => (
            <Checkbox key={name} value={name} label={dimensionText(name)} />
          ))}
        </Group>
      </Checkbox.Group>
      <TextInput
        label="From"
        description="Nothing before is shown"
        type="datetime-local"
        {...form.getInputProps("from")}
      />
      <TextInput
        label="Until"
        description="Then the page is gone"
        type="datetime-local"
        {...form.getInputProps("expiresAt")}
      />
      <PasswordInput
        label="Password"
        description={share?.hasPassword ? "Empty: it stays as it is" : "Empty: none"}
        autoComplete="new-password"
        maxLength={limits.sharePasswordMax}
        visibilityToggleButtonProps={{ "aria-label": "Show or hide the password" }}
        {...form.getInputProps("password")}
      />
      {share?.hasPassword && (
        <Checkbox label="Remove the password" {...form.getInputProps("removesPassword", { type: "checkbox" })} />
      )}
      <Textarea
        size="md"
        label="May be embedded by"
        description="Sites, one on each line, such as https://example.com; empty: by none"
        autosize
        minRows={1}
        {...form.getInputProps("origins")}
      />
    </FormDialog>
  );
}

/** Returns the form's field for an API field; undefined if there is none. */
function fieldOf(name: string): keyof ShareValues | undefined {
  if (name === "targetId") return "link";
  return fieldNames.find((field) => field === name);
}
