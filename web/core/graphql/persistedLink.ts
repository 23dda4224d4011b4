import { PersistedQueryLink } from "@apollo/client/link/persisted-queries";

/**
 * Sends an operation as its hash: the server knows all of ours. It requests the text where it does not, as after an
 * update that this page has not seen yet. Browsers hash only on https and on localhost; elsewhere there is no link.
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
