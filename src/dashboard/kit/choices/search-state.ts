/** What a search field shows, and what has become of its searches. */
export interface SearchState {
  /** What stands in the field. */
  readonly typed: string
  /** The search in the address when it was last looked at. */
  readonly seen: string
  /** Own searches that the address doesn't show yet, the oldest first. */
  readonly pending: readonly string[]
}

/** What a field begins with. */
export function searchStateOf(value: string): SearchState {
  return { typed: value, seen: value, pending: [] }
}

/** After a search by what was typed. */
export function searched(state: SearchState, term: string): SearchState {
  return { ...state, pending: [...state.pending, term] }
}

/**
 * After the address has changed. It shows an own search some time after that was made, when more may have been typed; only
 * one that came by other means, such as the back button, replaces what stands in the field.
 */
export function addressChanged(state: SearchState, value: string): SearchState {
  const own = state.pending.lastIndexOf(value)
  return own === -1 ? searchStateOf(value) : { ...state, seen: value, pending: state.pending.slice(own + 1) }
}
