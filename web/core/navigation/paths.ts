/** Where a signed-in person starts. */
export const signedInHome = "/dashboard";
/** Where a guest starts who requests a screen of the signed-in. */
export const guestHome = "/login";
