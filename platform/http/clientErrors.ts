/** The status for what Node's HTTP parser refuses before there is a request, by the code of its error. */
export function statusOfClientError(code: string | undefined): 400 | 408 | 431 {
  if (code === "HPE_HEADER_OVERFLOW") return 431;
  return code === "ERR_HTTP_REQUEST_TIMEOUT" ? 408 : 400;
}
