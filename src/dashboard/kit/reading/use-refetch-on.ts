import { useEffect, useRef } from 'react'

/**
 * Reads again when what the values are computed from has changed.
 * @param version of what they are computed from; undefined while it isn't known
 */
export function useRefetchOn(version: string | undefined, refetch: () => unknown): void {
  const seen = useRef(version)
  useEffect(() => {
    const before = seen.current
    seen.current = version
    if (before !== undefined && version !== undefined && before !== version) refetch()
  }, [version, refetch])
}
