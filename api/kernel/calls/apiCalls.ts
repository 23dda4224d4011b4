const apiCall = /^\/(api|graphql)([/?]|$)/;

/** Returns whether a URL (path and query) is an API call, not a page or a file of the app. */
export function isApiCall(url: string): boolean {
  return apiCall.test(url);
}

export function isGraphqlCall(url: string): boolean {
  return /^\/graphql([?/]|$)/.test(url);
}
