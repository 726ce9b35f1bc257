/** How long a thread has waited for a processor, ms: the second field of `/proc/…/schedstat`, in ns; NaN if there is none. */
export function waitedMs(schedstat: string): number {
  return Number(schedstat.split(' ', 2)[1] ?? Number.NaN) / 1e6
}
