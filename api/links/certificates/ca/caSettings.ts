/** How to reach a CA. */
export interface CaSettings {
  readonly directory: string;
  readonly caPem: string | undefined;
  readonly email: string | undefined;
  readonly binding: { readonly keyId: string; readonly key: string } | null;
}
