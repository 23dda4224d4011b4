declare module "html-encoding-sniffer" {
  /** The name of the encoding by the HTML standard; the package has no types. */
  export default function htmlEncodingSniffer(
    bytes: Uint8Array,
    options: { readonly transportLayerEncodingLabel?: string; readonly defaultEncoding: string },
  ): string;
}
