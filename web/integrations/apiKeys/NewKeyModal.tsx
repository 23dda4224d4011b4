import { Button, Group, Text, TextInput } from "@mantine/core";
import { IconCopy } from "../../ui/elements/icons.ts";
import { Dialog } from "../../ui/elements/Dialog.tsx";
import { copyToClipboard } from "../../core/files/clipboard.ts";

/** Shows a full key, which can't be shown again. Loaded in its own chunk. */
export default function NewKeyModal({ name, apiKey, onClose }: { name: string; apiKey: string; onClose: () => void }) {
  return (
    <Dialog onClose={onClose} title={`API key ${name}`}>
      <Text mb="sm">
        Copy it now: only a hash of it is kept, so it can&apos;t be shown again. Programs send it as{" "}
        <code>Authorization: Bearer</code>.
      </Text>
      <TextInput
        aria-label="API key"
        readOnly
        value={apiKey}
        data-autofocus
        onFocus={({ target }) => target.select()}
      />
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onClose}>
          Done
        </Button>
        <Button leftSection={<IconCopy size={17} aria-hidden />} onClick={() => void copyToClipboard(apiKey)}>
          Copy
        </Button>
      </Group>
    </Dialog>
  );
}
