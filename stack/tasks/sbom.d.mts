export interface Component {
  readonly "bom-ref": string;
  readonly type: string;
  readonly name: string;
  readonly version: string;
  readonly purl: string;
  readonly licenses?: readonly {
    readonly license?: { readonly id?: string; readonly name?: string };
    readonly expression?: string;
  }[];
  readonly hashes?: readonly { readonly alg: string; readonly content: string }[];
}

export interface BillOfMaterials {
  readonly bomFormat: string;
  readonly specVersion: string;
  readonly serialNumber: string;
  readonly metadata: { readonly component: Component };
  readonly components: readonly Component[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[];
}

export const readByHand: Readonly<Record<string, { readonly id: string; readonly note: string }>>;
export function nameOf(component: Pick<Component, "purl" | "version">): string;
export function isOwn(component: Pick<Component, "purl">): boolean;
export function billOfMaterials(folder?: string): BillOfMaterials;
