import type { ReactNode } from 'react'
import { GlobeIcon, ServerIcon } from '../../../../kit/marks/icons.tsx'
import { AchievedMark } from '../../../../kit/marks/Mark.tsx'
import classes from './live.module.css'

/** Visitors on their way through the service. The sentence below it says the same. */
export function LivePath({ server }: { server: string }) {
  return (
    <div className={classes.path} aria-hidden="true">
      <End icon={<GlobeIcon />}>visitors</End>
      <span className={classes.way} data-taken />
      <span className={classes.middle}>
        <AchievedMark size={64} isNew />
      </span>
      <span className={classes.way} />
      <End icon={<ServerIcon />}>{server}</End>
    </div>
  )
}

function End({ icon, children }: { icon: ReactNode; children: string }) {
  return (
    <span className={classes.end}>
      <span className={classes.box}>{icon}</span>
      {children}
    </span>
  )
}
