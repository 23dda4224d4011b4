import { parseOriginalUrl } from "@hoplog/schema/links/originalUrl.js";
import { linkNameProblem } from "@hoplog/schema/validation/links.js";
import { Button, Stack, TextInput } from "@mantine/core";
import { UrlInput } from "../../ui/elements/UrlInput.tsx";
import { useForm } from "@mantine/form";
import { useState } from "react";
import { ErrorBanner } from "../../core/errors/ErrorBanner.tsx";
import type { Failure } from "../../core/errors/failure.ts";
import { placeError } from "../../core/errors/placement.ts";
import { useLoadClient } from "../../core/graphql/ClientSource.tsx";
import { FindOrCreateLinkDocument } from "../../core/graphql/generated/graphql.ts";
import type { FoundLink } from "./CreatedLink.tsx";
import { nameOf, type SharedLink } from "./shared.ts";

const fields = ["originalUrl", "name"] as const;

/** Form for the destination and an optional name, by default the destination's host and path. */
export function NewLinkForm({ shared, onFound }: { shared: SharedLink; onFound: (found: FoundLink) => void }) {
  const loadClient = useLoadClient();
  const [failure, setFailure] = useState<Pick<Failure, "type" | "message"> | null>(null);
  const [busy, setBusy] = useState(false);
  const form = useForm({
    initialValues: { ...shared },
    validate: {
      originalUrl: (value) => {
        const parsed = parseOriginalUrl(value);
        return parsed.ok ? null : parsed.message;
      },
      name: (value) => (value.trim() === "" ? null : linkNameProblem(value)),
    },
    clearInputErrorOnChange: true,
    onValuesChange: () => setFailure(null),
  });

  const submit = async ({ originalUrl, name }: SharedLink) => {
    setFailure(null);
    setBusy(true);
    try {
      const client = await loadClient();
      const input = { originalUrl: originalUrl.trim(), name: name.trim() || nameOf(originalUrl) };
      const { data } = await client.mutate({ mutation: FindOrCreateLinkDocument, variables: { input } });
      if (data) onFound(data.findOrCreateLink);
    } catch (error) {
      setFailure(placeError(form, error, (field) => fields.find((known) => known === field), "Failed to create URL"));
    } finally {
      setBusy(false);
    }
  };

  return (
    <form noValidate aria-label="Shorten a link" onSubmit={form.onSubmit((values) => void submit(values))}>
      <Stack gap="md">
        {failure && <ErrorBanner {...failure} onDismiss={() => setFailure(null)} />}
        <UrlInput
          label="Original URL"
          required
          placeholder="https://example.com/a/long/path"
          {...form.getInputProps("originalUrl")}
        />
        <TextInput
          label="URL Name"
          autoComplete="off"
          placeholder={nameOf(form.values.originalUrl) || "As its destination"}
          {...form.getInputProps("name")}
        />
        <Button type="submit" size="md" loading={busy}>
          Shorten
        </Button>
      </Stack>
    </form>
  );
}
