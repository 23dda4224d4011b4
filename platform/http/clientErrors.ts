/** Returns the status for an error code of Node's HTTP parser, which rejects input before there is a request. */
export function statusOfClientError(code: string | undefined): 400 | 408 | 431 {
  if (code === "HPE_HEADER_OVERFLOW") return 431;
  return code === "ERR_HTTP_REQUEST_TIMEOUT" ? 408 : 400;
}
