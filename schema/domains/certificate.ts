/**
 * `none`: the host is not served, so it needs no certificate. `waiting`: one is being requested, or soon will be.
 * `issued`: there is a valid one. `failed`: there is none, and the last attempt failed.
 */
export const certificateStates = ["none", "waiting", "issued", "failed"] as const;
export type CertificateState = (typeof certificateStates)[number];
