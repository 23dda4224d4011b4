// A ClickHouse server that uses the engine in chdb's library (npm package @chdb/lib-…). Run by Bun:
//   bun stack/engines/clickhouse/server.js LIBRARY [argument of "clickhouse local"]...
// Node can't run it: the engine must run on the main thread's own stack, which only bun:ffi allows.
import { dlopen, FFIType, ptr } from "bun:ffi";

const [library = "", ...options] = process.argv.slice(2);
const { symbols } = dlopen(library, {
  chdb_query_cmdline: { args: [FFIType.i32, FFIType.ptr], returns: FFIType.ptr },
  chdb_result_error: { args: [FFIType.ptr], returns: FFIType.cstring },
});

const args = ["clickhouse", ...options].map((arg) => Buffer.from(`${arg}\0`));
const argv = new BigUint64Array(args.length + 1);
for (const [index, arg] of args.entries()) argv[index] = BigInt(ptr(arg));

// Returns when the last query ends, which is at the end of standard input.
const result = symbols.chdb_query_cmdline(args.length, ptr(argv));
const error = result === null ? "no result" : symbols.chdb_result_error(result);
if (error !== null && String(error) !== "") {
  console.error(`ClickHouse: ${error}`);
  process.exit(1);
}
process.exit(0);
