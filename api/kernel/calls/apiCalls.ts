const apiCall = /^\/(api|graphql)([/?]|$)/;

/** Whether an address with its query is a call of the API, not a page or a file of the app. */
export function isApiCall(url: string): boolean {
  return apiCall.test(url);
}

/** Whether a call is one over GraphQL. */
export function isGraphqlCall(url: string): boolean {
  return /^\/graphql([?/]|$)/.test(url);
}
