/** Whether a call is one over GraphQL. */
export function isGraphqlCall(url: string): boolean {
  return /^\/graphql([?/]|$)/.test(url);
}
