import '@mantine/core/styles/CloseButton.css'
import '@mantine/core/styles/Popover.css'
import '@mantine/core/styles/Combobox.css'
import '@mantine/core/styles/Pill.css'
import '@mantine/core/styles/PillsInput.css'
import { MultiSelect } from '@mantine/core'
import { useState } from 'react'
import { fullNumber } from '../format/format.ts'
import { Chips } from './Chips.tsx'
import { Found } from '../reading/Found.tsx'
import classes from './MultiChoice.module.css'
import { VisuallyHidden } from '../layout/VisuallyHidden.tsx'

interface Option {
  readonly value: string
  readonly label: string
}

interface Props {
  label: string
  options: readonly Option[]
  chosen: readonly string[]
  hint?: string | undefined
  error?: string | undefined
  /** How many can be chosen. */
  max: number
  /** What an option is called that was chosen and isn't offered any more. */
  missing: string
  onChange: (chosen: readonly string[]) => void
}

/** More options than this are searched rather than shown all at once. */
const maxChips = 8
/** Options shown at a time. */
const listed = 50

/** Offers any of some options: as chips or, where they are many, in a list to search. */
export function MultiChoice({ label, options, chosen, hint, error, max, missing, onChange }: Props) {
  const [search, setSearch] = useState('')
  const offered = new Set(options.map(({ value }) => value))
  const gone = chosen.filter((value) => !offered.has(value)).map((value) => ({ value, label: missing }))
  const all = [...options, ...gone]
  if (all.length <= maxChips)
    return (
      <Chips
        legend={label}
        hint={hint}
        error={error}
        chips={all.map(({ value, label: name }) => ({
          key: value,
          label: name,
          checked: chosen.includes(value),
          onToggle: (checked) => onChange(checked ? [...chosen, value] : chosen.filter((other) => other !== value)),
        }))}
      />
    )
  const term = search.trim()
  const found = all.filter(({ label: name }) => name.toLowerCase().includes(term.toLowerCase())).length
  return (
    <>
      <MultiSelect
        label={label}
        description={hint}
        error={error}
        data={all}
        value={[...chosen]}
        onChange={onChange}
        placeholder={chosen.length === 0 ? `Search ${fullNumber(options.length)} by name` : ''}
        searchable
        searchValue={search}
        onSearchChange={setSearch}
        // several are often called alike
        clearSearchOnChange={false}
        limit={listed}
        maxValues={max}
        nothingFoundMessage="No match"
        rightSectionProps={{ 'aria-hidden': true }}
        // within the page's landmarks, and the list itself scrolls
        comboboxProps={{ withinPortal: false }}
        withScrollArea={false}
        maxDropdownHeight="none"
        classNames={{ options: classes.options ?? '' }}
      />
      <Found count={term ? found : undefined} what={['option', 'options']} searched={term}>
        <VisuallyHidden>No options match “{term}”</VisuallyHidden>
      </Found>
    </>
  )
}
