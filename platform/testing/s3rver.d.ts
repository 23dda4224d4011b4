declare module "@20minutes/s3rver" {
  import type { RequestListener } from "node:http";

  /** The parts that tests use; the package has no types. */
  export default class S3rver {
    constructor(options: {
      readonly silent: boolean;
      readonly directory: string;
      readonly vhostBuckets: boolean;
      readonly configureBuckets: readonly { readonly name: string }[];
    });
    configureBuckets(): Promise<unknown>;
    callback(): RequestListener;
  }
}
