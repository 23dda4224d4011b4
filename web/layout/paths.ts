/** Where a signed-in person starts. */
export const signedInHome = "/urls";
/** Where a guest starts. */
export const guestHome = "/login";
