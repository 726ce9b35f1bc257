const loopback = /^(?:localhost|.+\.localhost|127(?:\.\d+){3}|\[::1\])$/

/** Whether the host name of an address always leads to the own machine (RFC 6761, section 6.3, for `localhost`). */
export function isLoopback(hostname: string): boolean {
  return loopback.test(hostname)
}
