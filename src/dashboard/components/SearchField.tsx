import { useDebouncedCallback } from '@mantine/hooks'
import { useEffect, useState } from 'react'
import { SearchIcon } from './icons.tsx'
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
  const [typed, setTyped] = useState(value)
  const [lastSearch, setLastSearch] = useState(value)
  const search = useDebouncedCallback((term: string) => {
    setLastSearch(term)
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
  // the address changed by other means, such as the back button
  if (value !== lastSearch) {
    setLastSearch(value)
    setTyped(value)
  }
  return (
    <span className={classes.field} data-paper="hidden">
      <SearchIcon />
      <input
        type="search"
        className={classes.input}
        aria-label={label}
        placeholder={label}
        value={typed}
        onChange={(event) => {
          setTyped(event.currentTarget.value)
          search(event.currentTarget.value.trim())
        }}
        data-search
      />
    </span>
  )
}
