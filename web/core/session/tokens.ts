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
  /** Calls `listener` when another tab signed in or out; returns the way to stop. */
  onChangeElsewhere(listener: () => void): () => void;
}

/** The session as every tab of the browser sees it. */
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

/** The browser keeps nothing for this site, so nobody can be signed in. */
export class StorageBlocked extends Error {
  override readonly name = "StorageBlocked";
}

/** What a page that is rendered at build finds stored: nothing. */
const noStorage = { getItem: () => null, setItem: () => undefined, removeItem: () => undefined };

/** The browser's storage, or where that is blocked, by its settings or within another site's page, one that keeps nothing. */
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

/** Whether the browser keeps anything for this site; without that nobody can be signed in. */
export const isStorageBlocked = typeof window !== "undefined" && storage === noStorage;

/** The tokens of this browser's session. */
export const tokens = createTokenStore(storage);
