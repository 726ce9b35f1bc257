/** The browser's storage. If it is forbidden or full, nothing is kept and nothing fails. */
function guarded(name: 'sessionStorage' | 'localStorage') {
  return {
    get: (key: string): string | null => attempt(() => globalThis[name].getItem(key)) ?? null,
    set: (key: string, value: string): void => attempt(() => globalThis[name].setItem(key, value)),
    remove: (key: string): void => attempt(() => globalThis[name].removeItem(key)),
    keys: (): readonly string[] => attempt(() => Object.keys(globalThis[name])) ?? [],
    /** What was stored as JSON; undefined if there is nothing, or something else. */
    getJson: (key: string): unknown => attempt(() => JSON.parse(globalThis[name].getItem(key) ?? '')),
  }
}

function attempt<Result>(action: () => Result): Result | undefined {
  try {
    return action()
  } catch {
    return undefined
  }
}

/** Kept until the tab is closed. */
export const tabStorage = guarded('sessionStorage')
/** Kept on this device. */
export const deviceStorage = guarded('localStorage')
