import { TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { useState } from 'react'
import { useLocation, useNavigation } from 'react-router'
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
  const here = useLocation()
  const { location: next } = useNavigation()
  const leaving = next !== undefined && next.pathname !== here.pathname
  const search = useDebouncedCallback((term: string) => {
    // a search that comes late must not call back somebody who has followed a link meanwhile
    if (leaving) return
    setAsked(term)
    onSearch(term)
  }, pauseMs)
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
