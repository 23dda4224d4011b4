const apiCall = /^\/(api|graphql)([/?]|$)/;

/** Whether an address with its query asks for the API, not for a page or a file of the app. */
export function isApiCall(url: string): boolean {
  return apiCall.test(url);
}
