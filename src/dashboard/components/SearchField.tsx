import { TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { useEffect, useState } from 'react'
import { SearchIcon } from './icons.tsx'
import classes from './SearchField.module.css'

const pauseMs = 250

interface Props {
  label: string
  /** What the list is filtered by now. */
  value: string
  onSearch: (value: string) => void
}

/** Searches once typing pauses; the slash key leads here. */
export function SearchField({ label, value, onSearch }: Props) {
  const [typed, setTyped] = useState(value)
  const [asked, setAsked] = useState(value)
  const search = useDebouncedCallback((term: string) => {
    setAsked(term)
    onSearch(term)
  }, pauseMs)
  // a search that comes late must not call back somebody who has followed a link meanwhile
  useEffect(() => {
    const followed = (event: MouseEvent) => {
      const link = event.target instanceof Element && event.target.closest('a[href]')
      // a link that is opened elsewhere leaves this page as it is
      if (link && !event.ctrlKey && !event.metaKey && !event.shiftKey) search.cancel()
    }
    document.addEventListener('click', followed, true)
    return () => document.removeEventListener('click', followed, true)
  }, [search])
  // the address changed by other means, such as the browser's back button
  if (value !== asked) {
    setAsked(value)
    setTyped(value)
  }
  return (
    <TextInput
      type="search"
      className={classes.field}
      aria-label={label}
      placeholder={label}
      value={typed}
      leftSection={<SearchIcon />}
      onChange={(event) => {
        setTyped(event.currentTarget.value)
        search(event.currentTarget.value.trim())
      }}
      data-search
    />
  )
}
