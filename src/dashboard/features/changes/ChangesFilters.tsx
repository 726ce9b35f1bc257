import { useQuery } from '@tanstack/react-query'
import { eventActors } from '../../../contract/index.ts'
import type { AnyScope, Scope } from '../../api/scope.ts'
import { Choice } from '../../kit/choices/Choice.tsx'
import { Toolbar } from '../../kit/layout/Toolbar.tsx'
import { recordOf } from '../monitors/reads.ts'
import type { ChangesState } from './changes-state.ts'
import { eventPeople } from './reads.ts'
import { actorInWords, eventGroupNames, eventGroups, partnerActors, partnerGroups } from './words.ts'

interface Props {
  scope: AnyScope
  state: ChangesState
  hosts: ReadonlyMap<string, string> | undefined
  onChange: (change: Partial<ChangesState>) => void
}

/** What the changes are narrowed down to, of a partner's own to what it has. */
export function ChangesFilters({ scope, state, hosts, onChange }: Props) {
  const { site, monitor, group, actor, person } = state
  const people = useQuery(eventPeople(scope)).data?.people ?? []
  const isPartner = scope.kind === 'partner'
  const groups = isPartner ? eventGroupNames.filter((name) => isOneOf(partnerGroups, name, group)) : eventGroupNames
  const actors = isPartner ? eventActors.filter((name) => isOneOf(partnerActors, name, actor)) : eventActors
  return (
    <Toolbar>
      {!isPartner && (
        <Choice
          label="Site"
          snug
          value={site}
          options={[
            { value: '', label: 'All sites' },
            ...(site && !hosts?.has(site) ? [{ value: site, label: hosts ? 'A deleted site' : site }] : []),
            ...[...(hosts ?? [])]
              .map(([value, label]) => ({ value, label }))
              .toSorted((a, b) => a.label.localeCompare(b.label)),
          ]}
          onChange={(id) => onChange({ site: id })}
        />
      )}
      {!isPartner && monitor && <MonitorFilter scope={scope} monitor={monitor} onChange={onChange} />}
      <Choice
        label="Kind of change"
        snug
        value={group}
        options={[
          { value: '', label: 'All changes' },
          ...groups.map((value) => ({ value, label: eventGroups[value].label })),
        ]}
        onChange={(name) => onChange({ group: eventGroupNames.find((one) => one === name) ?? '' })}
      />
      <Choice
        label="Who"
        snug
        value={actor}
        options={[
          { value: '', label: 'By anyone' },
          ...actors.map((value) => ({
            value,
            label: isPartner && value === 'partner' ? 'The partner' : actorInWords(value),
          })),
        ]}
        onChange={(name) => onChange({ actor: eventActors.find((one) => one === name) ?? '' })}
      />
      {(people.length > 0 || person) && (
        <Choice
          label="Person"
          snug
          value={person}
          options={[
            { value: '', label: 'All people' },
            ...(person && !people.some(({ id }) => id === person) ? [{ value: person, label: 'Somebody else' }] : []),
            ...people.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          onChange={(id) => onChange({ person: id })}
        />
      )}
    </Toolbar>
  )
}

/** Whether a choice is offered, or is what the address has. */
function isOneOf<Name extends string>(offered: readonly Name[], name: Name, chosen: Name | ''): boolean {
  return name === chosen || offered.includes(name)
}

interface MonitorFilterProps extends Pick<Props, 'onChange'> {
  scope: Scope
  monitor: string
}

function MonitorFilter({ scope, monitor, onChange }: MonitorFilterProps) {
  const record = useQuery({ ...recordOf(scope, 'monitor', monitor), retry: false })
  return (
    <Choice
      label="Monitor"
      snug
      value={monitor}
      options={[
        { value: '', label: 'All monitors' },
        { value: monitor, label: record.data?.name ?? (record.error ? 'A deleted monitor' : monitor) },
      ]}
      onChange={(id) => onChange({ monitor: id })}
    />
  )
}
