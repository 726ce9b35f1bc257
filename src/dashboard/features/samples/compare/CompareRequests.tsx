import { Button } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { Panel } from '../../../kit/layout/Panel.tsx'
import { LegendList } from '../../../kit/charts/Legend.tsx'
import { SegmentedControl } from '../../../kit/choices/SegmentedControl.tsx'
import { duration, fullNumber, plural, signed } from '../../../kit/format/format.ts'
import { useAddress, withParam } from '../../../kit/navigation/use-address.ts'
import { goneWords } from '../sample/deletion.ts'
import { marksOf } from '../sample/timeline.ts'
import classes from './compare.module.css'
import type { Compared } from './compared.ts'
import { changeKinds, type RequestChange } from './request-changes.ts'
import { kindWords, RequestBars } from './RequestBars.tsx'

/** How many requests are shown at first. */
const shownAtFirst = 9

interface Props {
  samples: readonly Compared[]
  pair: readonly [Compared, Compared]
  changes: readonly RequestChange[]
  /** Beside the heading. */
  actions: ReactNode
}

/** Which requests became slower, failed, came or went between the earliest sample and another one. */
export function CompareRequests({ samples, pair, changes, actions }: Props) {
  const [params, setParams] = useAddress()
  const [isWhole, setWhole] = useState(false)
  const [first, later] = pair
  const [, ...others] = samples
  const set = (name: 'with' | 'changed', value: string) =>
    setParams(withParam(name, value || null), { replace: true, preventScrollReset: true })
  const missing = pair.flatMap(({ letter, sample }) => {
    const words = goneWords(sample)
    return words === undefined ? [] : [{ letter, words }]
  })
  const changed = changes.filter(({ kind }) => kind !== 'same')
  const same = changes.length - changed.length
  const wanted = params.get('changed')
  const kind = changeKinds.find((one) => one === wanted)
  const isAll = wanted === 'all'
  const chosen = isAll ? changes : kind === undefined ? changed : changes.filter((change) => change.kind === kind)
  const shown = isWhole ? chosen : chosen.slice(0, shownAtFirst)
  const rest = chosen.slice(shown.length)
  const letters = [first.letter, later.letter] as const
  const largest = pair.map(({ sample }) => marksOf(sample.metrics).find(({ name }) => name === 'LCP')?.at)
  return (
    <Panel
      title="Requests"
      aside={`${later.letter} compared with ${first.letter}`}
      actions={
        <>
          {others.length > 1 && (
            <SegmentedControl
              label={`Compare ${first.letter} with`}
              value={later.id}
              options={others.map(({ id, letter }) => ({ value: id, label: letter }))}
              onChange={(id) => set('with', id === others[0]?.id ? '' : id)}
            />
          )}
          {actions}
        </>
      }
    >
      {missing.length > 0 ? (
        <p>{missingInWords(missing)} Only the metrics can be compared.</p>
      ) : changes.length === 0 ? (
        <p className={classes.note}>The service has no requests for these samples.</p>
      ) : (
        <>
          <div className={classes.kinds}>
            <SegmentedControl
              label="Show requests"
              value={isAll ? 'all' : (kind ?? 'changed')}
              options={[
                { value: 'changed', label: `Changed ${fullNumber(changed.length)}` },
                ...changeKinds.flatMap((value) => {
                  const count = changes.filter((change) => change.kind === value).length
                  // one that was chosen stays, also where the next pair has none
                  const isOffered = value === kind || (count > 0 && count < changed.length && value !== 'same')
                  return isOffered ? [{ value, label: `${kindWords[value]} ${fullNumber(count)}` }] : []
                }),
                { value: 'all', label: `All ${fullNumber(changes.length)}` },
              ]}
              onChange={(value) => set('changed', value === 'changed' ? '' : value)}
            />
            <LegendList label="Legend">
              {letters.map((letter, i) => (
                <li key={letter}>
                  <span className={classes.key} data-side={i} aria-hidden="true" /> {letter}
                </li>
              ))}
              {largest.some((at) => at !== undefined) && (
                <li>
                  <span className={classes.largestKey} aria-hidden="true" /> LCP
                </li>
              )}
            </LegendList>
          </div>
          {chosen.length === 0 ? (
            <p className={classes.note}>
              {kind === undefined ? 'Every request took about as long.' : 'None of these requests.'}
            </p>
          ) : (
            <RequestBars changes={shown} letters={letters} largest={[largest[0], largest[1]]} />
          )}
          <div className={classes.more}>
            {rest.length > 0 && (
              <Button variant="subtle" onClick={() => setWhole(true)}>
                {fullNumber(rest.length)} more{rangeInWords(rest)}
              </Button>
            )}
            {kind === undefined && !isAll && same > 0 && (
              <Button variant="subtle" onClick={() => set('changed', 'all')}>
                About the same: {plural(same, 'request')}
              </Button>
            )}
          </div>
        </>
      )}
    </Panel>
  )
}

/** `, +185 to +224 ms`: how much longer those took that aren't shown. */
function rangeInWords(rest: readonly RequestChange[]): string {
  const longer = rest.filter(({ kind }) => kind === 'slower' || kind === 'faster').map((change) => change.longer)
  if (longer.length < rest.length || longer.length < 2) return ''
  return `, ${signed(Math.min(...longer), duration)} to ${signed(Math.max(...longer), duration)}`
}

/** What became of the requests of one sample or of both, in a sentence where it's the same of both. */
function missingInWords(missing: readonly { readonly letter: string; readonly words: string }[]): string {
  const [one, other] = missing
  if (one && one.words === other?.words)
    return `The requests of samples ${one.letter} and ${other.letter} ${one.words}.`
  return missing.map(({ letter, words }) => `The requests of sample ${letter} ${words}.`).join(' ')
}
