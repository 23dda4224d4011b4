import { PersistedQueryLink } from "@apollo/client/link/persisted-queries";

/**
 * Creates a link that sends operations as hashes, because the server knows all of the client's operations. The full
 * text is sent if the server doesn't know a hash, as after an update that this page has not loaded yet. Returns null if
 * the browser can't hash, which requires https or localhost.
 */
export function persistedLink(): PersistedQueryLink | null {
  const subtle: SubtleCrypto | undefined = globalThis.crypto?.subtle;
  if (!subtle) return null;
  return new PersistedQueryLink({
    sha256: async (text) => {
      const digest = new Uint8Array(await subtle.digest("SHA-256", new TextEncoder().encode(text)));
      return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
    },
  });
}
