import { Button, Group, Text, TextInput } from "@mantine/core";
import { IconCopy, IconExternalLink } from "../../ui/elements/icons.ts";
import { Dialog } from "../../ui/elements/Dialog.tsx";
import { copyToClipboard } from "../../core/files/clipboard.ts";

/** Shows a page's URL, which can't be shown again. Loaded in its own chunk. */
export default function AddressModal({ name, url, onClose }: { name: string; url: string; onClose: () => void }) {
  return (
    <Dialog onClose={onClose} title={`Address of ${name}`}>
      <Text mb="sm">
        Whoever has this address sees the page. Copy it now: only a hash of it is kept, so it can&apos;t be shown again,
        only replaced.
      </Text>
      <TextInput aria-label="Address" readOnly value={url} data-autofocus onFocus={({ target }) => target.select()} />
      <Group justify="flex-end" mt="lg">
        <Button
          component="a"
          href={url}
          target="_blank"
          rel="noreferrer"
          variant="default"
          leftSection={<IconExternalLink size={17} aria-hidden />}
        >
          Open
        </Button>
        <Button leftSection={<IconCopy size={17} aria-hidden />} onClick={() => void copyToClipboard(url)}>
          Copy
        </Button>
      </Group>
    </Dialog>
  );
}
