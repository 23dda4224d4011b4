export interface Tokens {
  readonly accessToken: string;
  readonly refreshToken: string;
}

const accessKey = "token";
const refreshKey = "refreshToken";

export interface TokenStore {
  accessToken(): string | null;
  refreshToken(): string | null;
  write(tokens: Tokens): void;
  clear(): void;
  /** Calls `listener` when another tab signs in or out or renews the session; returns the unsubscribe function. */
  onChangeElsewhere(listener: () => void): () => void;
}

/** Creates the store of the session's tokens, which all tabs of the browser share. */
export function createTokenStore(storage: Pick<Storage, "getItem" | "setItem" | "removeItem">): TokenStore {
  return {
    accessToken: () => storage.getItem(accessKey),
    refreshToken: () => storage.getItem(refreshKey),
    write(tokens) {
      storage.setItem(refreshKey, tokens.refreshToken);
      storage.setItem(accessKey, tokens.accessToken);
    },
    clear() {
      storage.removeItem(accessKey);
      storage.removeItem(refreshKey);
    },
    onChangeElsewhere(listener) {
      const onStorage = (event: StorageEvent) => {
        if (event.storageArea === storage && (event.key === accessKey || event.key === null)) listener();
      };
      window.addEventListener("storage", onStorage);
      return () => window.removeEventListener("storage", onStorage);
    },
  };
}

/** Thrown if the browser stores nothing for this site, so that signing in is impossible. */
export class StorageBlocked extends Error {
  override readonly name = "StorageBlocked";
}

/** Empty storage, which is also used for prerendered pages. */
const noStorage = { getItem: () => null, setItem: () => undefined, removeItem: () => undefined };

/** Returns the browser's storage, or an empty one if it is blocked by settings or in another site's frame. */
function openStorage(): Pick<Storage, "getItem" | "setItem" | "removeItem"> {
  const probe = "storageProbe";
  try {
    const storage = window.localStorage;
    storage.setItem(probe, probe);
    storage.removeItem(probe);
    return storage;
  } catch {
    return noStorage;
  }
}

const storage = typeof window === "undefined" ? noStorage : openStorage();

/** Whether the browser stores nothing for this site, so that signing in is impossible. */
export const isStorageBlocked = typeof window !== "undefined" && storage === noStorage;

/** The tokens of this browser's session. */
export const tokens = createTokenStore(storage);
