import { Link } from 'react-router'
import type { Scope } from '../../../api/scope.ts'
import { CloseIcon } from '../../../kit/marks/icons.tsx'
import { IconButton } from '../../../kit/actions/IconButton.tsx'
import { dateAndTime } from '../../../kit/format/time.ts'
import { paths } from '../../../paths.ts'
import { useZone } from '../../../kit/format/zone.ts'
import { Conditions } from '../sample/Conditions.tsx'
import { Letter } from './CompareFilm.tsx'
import classes from './compare.module.css'
import type { Compared } from './compared.ts'

interface Props {
  scope: Scope
  samples: readonly Compared[]
  onRemove: (id: string) => void
}

/** What is compared: each sample's letter, time, source and conditions. */
export function ComparedSamples({ scope, samples, onRemove }: Props) {
  const zone = useZone()
  return (
    <ul className={classes.samples} aria-label="Compared samples">
      {samples.map(({ id, letter, name, limits, sample }) => {
        const at = Date.parse(sample.taken_at ?? '')
        return (
          <li key={id} className={classes.sample}>
            <Letter of={letter} />
            <div>
              <p>
                <Link to={paths.sample(scope, id)}>{Number.isNaN(at) ? id : dateAndTime(at, zone)}</Link> · {name}
              </p>
              <ul className={classes.conditions}>
                <Conditions sample={sample} limits={limits} />
              </ul>
            </div>
            <IconButton label={`Remove sample ${letter}`} onClick={() => onRemove(id)}>
              <CloseIcon />
            </IconButton>
          </li>
        )
      })}
    </ul>
  )
}
