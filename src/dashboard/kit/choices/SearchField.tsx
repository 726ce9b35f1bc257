import { useDebouncedCallback } from '@mantine/hooks'
import { useEffect, useState } from 'react'
import { SearchIcon } from '../marks/icons.tsx'
import { addressChanged, searched, searchStateOf } from './search-state.ts'
import classes from './SearchField.module.css'

const pauseMs = 250

interface Props {
  label: string
  /** The current search. */
  value: string
  onSearch: (value: string) => void
}

/** Searches when typing pauses. The slash key focuses it. */
export function SearchField({ label, value, onSearch }: Props) {
  const [state, setState] = useState(() => searchStateOf(value))
  const search = useDebouncedCallback((term: string) => {
    if (term !== value) setState((now) => searched(now, term))
    onSearch(term)
  }, pauseMs)
  // a pending search must not navigate back after the person has followed a link
  useEffect(() => {
    const onClick = (event: MouseEvent) => {
      const link = event.target instanceof Element && event.target.closest('a[href]')
      // a link opened in another tab doesn't leave this page
      if (link && !event.ctrlKey && !event.metaKey && !event.shiftKey) search.cancel()
    }
    document.addEventListener('click', onClick, true)
    return () => document.removeEventListener('click', onClick, true)
  }, [search])
  if (value !== state.seen) setState(addressChanged(state, value))
  return (
    <span className={classes.field} data-paper="hidden">
      <SearchIcon />
      <input
        type="search"
        className={classes.input}
        aria-label={label}
        placeholder={label}
        value={state.typed}
        onChange={(event) => {
          const typed = event.currentTarget.value
          setState((now) => ({ ...now, typed }))
          search(typed.trim())
        }}
        data-search
      />
    </span>
  )
}
