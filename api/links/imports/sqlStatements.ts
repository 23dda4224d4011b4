import { endOfQuoted } from "./sqlValues.ts";

/** Parts of a name: quoted as MySQL, SQL Server or all others do, or bare. */
const namePart = '(?:`(?:[^`]|``){1,128}`|"(?:[^"]|""){1,128}"|\\[[^\\]]{1,128}\\]|[\\w$]{1,128})';
const tableName = `(?:${namePart}\\s*\\.\\s*){0,2}(${namePart})`;
const insertInto = new RegExp(
  `(?:insert|replace)\\s+(?:(?:low_priority|delayed|high_priority|ignore)\\s+)*into\\s+${tableName}\\s*(?:\\(([^()]*)\\)\\s*)?values\\s*(?=\\()`,
  "iy",
);
const intoTable = new RegExp(`^(?:insert|replace)\\s+(?:\\w+\\s+){0,4}?into\\s+${tableName}`, "i");
const createTable = new RegExp(
  `create\\s+(?:temporary\\s+|unlogged\\s+)?table\\s+(?:if\\s+not\\s+exists\\s+)?${tableName}\\s*\\(`,
  "iy",
);
const copyFrom = new RegExp(`copy\\s+${tableName}\\s*\\(([^()]*)\\)\\s+from\\s+stdin[^;\\n]*;[^\\n]*\\n`, "iy");
const firstName = new RegExp(`\\s*(${namePart})\\s`, "y");

/** The start of a table's rows; `columns` is null if the statement does not name them. */
export interface RowsHead {
  readonly table: string;
  readonly columns: readonly string[] | null;
  /** Offset of the first row. */
  readonly end: number;
}

/** Parses an `INSERT INTO … VALUES` at this offset; null if there is none. */
export function insertAt(text: string, at: number): RowsHead | null {
  return headAt(insertInto, text, at);
}

/** Returns the table of an INSERT in another form, such as `INSERT INTO … SET`; null for other statements. */
export function otherInsert(statement: string): string | null {
  const table = intoTable.exec(statement)?.[1];
  return table === undefined ? null : bare(table);
}

/** Parses a PostgreSQL `COPY … FROM stdin` at this offset; null if there is none. */
export function copyAt(text: string, at: number): RowsHead | null {
  return headAt(copyFrom, text, at);
}

function headAt(pattern: RegExp, text: string, at: number): RowsHead | null {
  pattern.lastIndex = at;
  const found = pattern.exec(text);
  if (!found) return null;
  const [whole, table = "", columns] = found;
  return { table: bare(table), columns: columns?.split(",").map(bare) ?? null, end: at + whole.length };
}

/** Returns the table that a complete statement creates, with its columns; null for another statement. */
export function createdTable(
  statement: string,
): { readonly table: string; readonly columns: readonly string[] } | null {
  createTable.lastIndex = 0;
  const found = createTable.exec(statement);
  if (!found) return null;
  const columns = definitionsIn(statement, found[0].length).flatMap((definition) => {
    firstName.lastIndex = 0;
    const name = firstName.exec(`${definition} `)?.[1] ?? "";
    return name === "" || (/^\w/.test(name) && noColumn.test(name)) ? [] : bare(name);
  });
  return { table: bare(found[1] ?? ""), columns };
}

const noColumn = /^(?:primary|key|unique|constraint|index|fulltext|spatial|foreign|check|exclude|like|period)$/i;

/** Returns the comma-separated definitions up to the closing parenthesis. */
function definitionsIn(statement: string, from: number): readonly string[] {
  const found: string[] = [];
  let [depth, begin] = [0, from];
  for (let i = from; i < statement.length; i++) {
    const sign = statement[i];
    if (sign === "'" || sign === '"' || sign === "`") {
      const end = endOfQuoted(statement, i, sign !== "`");
      if (end === -1) break;
      i = end - 1;
    } else if (sign === "(") depth++;
    else if (sign === ")" && depth-- === 0) return [...found, statement.slice(begin, i)];
    else if (sign === "," && depth === 0) {
      found.push(statement.slice(begin, i));
      begin = i + 1;
    }
  }
  return found;
}

/** Removes the quotation marks of a name. */
function bare(name: string): string {
  const trimmed = name.trim();
  return /^["`[]/.test(trimmed) ? trimmed.slice(1, -1).replaceAll("``", "`").replaceAll('""', '"') : trimmed;
}

/**
 * Returns the offset after blanks, a byte-order mark, comments, semicolons and client commands; -1 if a comment is
 * incomplete.
 */
export function skipBetween(text: string, at: number, isLast: boolean): number {
  let i = at;
  while (i < text.length) {
    const two = text.slice(i, i + 2);
    if (/[\s;\xef\xbb\xbf]/.test(two.charAt(0))) i++;
    else if (
      two === "--" ||
      two.startsWith("#") ||
      two.startsWith("\\") ||
      /^delimiter\s/i.test(text.slice(i, i + 10))
    ) {
      const end = text.indexOf("\n", i);
      if (end === -1) return isLast ? text.length : -1;
      i = end + 1;
    } else if (two === "/*") {
      const end = text.indexOf("*/", i + 2);
      if (end === -1) return isLast ? text.length : -1;
      i = end + 2;
    } else return i;
  }
  return i;
}

/** Returns the offset after the semicolon that ends a statement; -1 if there is none. */
export function endOfStatement(text: string, at: number, hasEscapes: boolean): number {
  for (let i = at; i < text.length; i++) {
    const sign = text[i];
    if (sign === "'" || sign === '"' || sign === "`") {
      const end = endOfQuoted(text, i, hasEscapes && sign !== "`");
      if (end === -1) return -1;
      i = end - 1;
    } else if (sign === ";") return i + 1;
  }
  return -1;
}
