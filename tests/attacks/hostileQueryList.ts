const a = (length: number) => `materialize(repeat('a', ${length}))`;
const from = "FROM numbers(4)";

/** Queries whose functions accounts may use, and which ClickHouse can't kill: one block of rows takes minutes. */
export const unstoppableQueries = [
  "SELECT count() FROM numbers(1000) WHERE match(concat(repeat('a', 100000), toString(number)), '(a?){1000}a{1000}b')",
  "SELECT max(countMatches(concat(repeat('a', 100000), toString(number)), '(a?){900}a{900}b')) FROM numbers(1000)",
];

/** Queries that each exhaust a resource: time, memory, rows, depth, or the result size. */
export const hostileQueries: readonly string[] = [
  ...unstoppableQueries,
  // Quadratic functions of strings and arrays.
  `SELECT max(levenshteinDistance(${a(60_000)}, concat(repeat('b', 59990), toString(number)))) ${from}`,
  `SELECT editDistanceUTF8(${a(60_000)}, concat(repeat('b', 59990), toString(number))) ${from}`,
  `SELECT damerauLevenshteinDistance(${a(20_000)}, repeat('b', 20000)) ${from}`,
  `SELECT jaroWinklerSimilarity(${a(60_000)}, repeat('b', 60000)) ${from}`,
  `SELECT arraySimilarity(range(50000), range(7, 50007), range(50000), range(50000)) ${from}`,
  `SELECT arrayLevenshteinDistance(range(50000), range(7, 50007)) ${from}`,
  `SELECT seriesDecomposeSTL(arrayMap(x -> x % 7, range(1000000)), 300) ${from}`,
  `SELECT arrayFold((acc, x) -> arrayPushBack(acc, x), range(100000), emptyArrayUInt64()) ${from}`,
  `SELECT arrayCount(x -> arrayExists(y -> y = x + 1000000, range(3000)), range(10000)) ${from}`,
  `SELECT ngramDistance(${a(1_000_000)}, repeat('b', 1000000)) ${from}`,
  // Huge arrays.
  `SELECT arrayMap(x -> arrayMap(y -> arrayMap(z -> x * y * z, range(300)), range(300)), range(300)) ${from}`,
  `SELECT range(100000000) ${from}`,
  `SELECT arrayJoin(range(1000000)) AS x, arrayJoin(range(1000000)) AS y`,
  `SELECT groupArray(number) FROM numbers(1000000000)`,
  `SELECT groupUniqArray(toString(number)) FROM numbers(1000000000)`,
  `SELECT arraySort(arrayMap(x -> sipHash64(x), range(5000000))) ${from}`,
  `SELECT h3kRing(644325529233966508, 9999)`,
  `SELECT arrayReduceInRanges('uniqExact', arrayMap(x -> (x + 1, 100000), range(100000)), range(100000))`,
  // Cross joins.
  "SELECT count() FROM numbers(1000000) AS x, numbers(1000000) AS y",
  "SELECT count() FROM numbers(10000) x, numbers(10000) y, numbers(10000) z WHERE x.number + y.number = z.number",
  "SELECT max(cityHash64(x.number, y.number)) FROM numbers(1000000) x CROSS JOIN numbers(1000000) y",
  "SELECT count() FROM clicks AS x, clicks AS y, numbers(10000000) AS z",
  "SELECT * FROM numbers(100000000) x JOIN numbers(100000000) y USING (number) ORDER BY number DESC",
  "SELECT count() FROM numbers(3000000) x LEFT JOIN numbers(3000000) y ON x.number % 10 = y.number % 10",
  // Regular expressions.
  `SELECT countMatches(${a(1_000_000)}, '(a*)*b') ${from}`,
  `SELECT replaceRegexpAll(${a(1_000_000)}, '(a|aa|aaa)*b', 'x') ${from}`,
  `SELECT extractAllGroupsVertical(${a(1_000_000)}, '(a+)(a+)(b)') ${from}`,
  `SELECT match(${a(300_000)}, '(a{1,500}){1,2}b') ${from}`,
  `SELECT multiMatchAny(${a(1_000_000)}, ['(a+)+b', '(a|aa)+c']) ${from}`,
  `SELECT ${a(1_000_000)} LIKE concat(repeat('%a', 5000), '%b') ${from}`,
  // Deeply nested expressions, and recursion.
  `SELECT ${"(".repeat(5000)}1${")".repeat(5000)}`,
  `SELECT ${"length(toString(".repeat(400)}1${"))".repeat(400)}`,
  `SELECT ${"(SELECT ".repeat(150)}1${")".repeat(150)}`,
  "WITH RECURSIVE t AS (SELECT 1 AS n UNION ALL SELECT n + 1 FROM t) SELECT count() FROM t",
  `SELECT JSONExtractRaw(concat('{"a":', repeat('[', 100000), repeat(']', 100000), '}'), 'a') ${from}`,
  `SELECT 1 ${"UNION ALL SELECT 1 ".repeat(3000)}`,
  // Huge results.
  "SELECT number, repeat('x', 1000) FROM numbers(1000000000)",
  "SELECT repeat(repeat('x', 1000000), 1000)",
  "SELECT groupConcat(',')(toString(number)) FROM numbers(100000000)",
  "SELECT * FROM generateRandom('a String, b Array(String)', 1, 1000, 1000) LIMIT 1000000",
  "SELECT randomPrintableASCII(100000) FROM numbers(1000000)",
  // Window functions over all rows, and other unbounded work.
  "SELECT sum(number) OVER (ORDER BY number ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING) FROM numbers(100000000)",
  "SELECT groupArray(number) OVER (ORDER BY number) FROM numbers(100000)",
  "SELECT quantileExact(number) OVER (ORDER BY number ROWS BETWEEN 50000 PRECEDING AND CURRENT ROW) FROM numbers(200000)",
  "SELECT count() FROM system.numbers",
  "SELECT uniqExact(SHA512(toString(number))) FROM system.numbers",
  "SELECT count() FROM numbers(1000000000) WHERE SHA512(toString(number)) = 'x'",
  "SELECT kolmogorovSmirnovTest('two-sided', 'exact')(number, number % 2) FROM numbers(1000000)",
];
