/** How accounts reach their own clicks in ClickHouse. */
export interface SqlAccessSettings {
  /** Where ClickHouse looks for users. */
  readonly usersFolder: string;
  /** ClickHouse as analysts reach it, without a slash at the end. */
  readonly httpUrl: string;
  /** HOST:PORT of the native protocol; null where it is not open. */
  readonly nativeAddress: string | null;
  /** Holds the views. */
  readonly database: string;
  /** Of the SQL console's users; undefined where there is no console. */
  readonly consolePassword?: string | undefined;
}
