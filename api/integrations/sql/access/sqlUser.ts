/** The account's user in ClickHouse. The row filters of the users file find the account in this very name. */
export function sqlUserOf(accountId: string): string {
  return `account_${accountId}`;
}
