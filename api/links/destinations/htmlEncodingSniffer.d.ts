declare module "html-encoding-sniffer" {
  /**
   * Returns the name of the encoding that the HTML standard determines. Declared here because the package has no types.
   */
  export default function htmlEncodingSniffer(
    bytes: Uint8Array,
    options: { readonly transportLayerEncodingLabel?: string; readonly defaultEncoding: string },
  ): string;
}
