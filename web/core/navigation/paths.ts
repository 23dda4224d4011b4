/** Start page of signed-in users. */
export const signedInHome = "/dashboard";
/** Page that guests are redirected to from signed-in screens. */
export const guestHome = "/login";
