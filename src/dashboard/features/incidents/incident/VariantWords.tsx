import { Fragment } from 'react'
import type { WholeSample } from '../../../../contract/index.ts'
import { ConnectionName } from '../../monitors/ConnectionName.tsx'
import { connectivityWords } from '../../monitors/connectivity.ts'
import { deviceLabel } from '../../monitors/device.ts'
import { partOf } from '../../samples/splits.ts'

interface Props {
  /** Left out where several are shown. */
  location?: string
  /** Undefined until it is read. */
  sample: Pick<WholeSample, 'connectivity' | 'view' | 'device'> | undefined
}

/** What the samples of an incident have in common: `Virginia · Cable · first view · Desktop`. */
export function VariantWords({ location, sample }: Props) {
  const { connectivity, view, device } = sample ?? {}
  const parts = [
    { name: 'location', words: location },
    {
      name: 'connection',
      words: connectivity && <ConnectionName words={connectivityWords(connectivity)} />,
    },
    { name: 'view', words: view && partOf({ view }, 'view') },
    { name: 'device', words: device && deviceLabel(device.name) },
  ].filter(({ words }) => Boolean(words))
  return (
    <span>
      {parts.map(({ name, words }, i) => (
        <Fragment key={name}>
          {i > 0 && ' · '}
          {words}
        </Fragment>
      ))}
    </span>
  )
}
