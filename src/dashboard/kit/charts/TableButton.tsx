import { IconButton } from '../actions/IconButton.tsx'
import { PulseIcon, TableIcon } from '../marks/icons.tsx'

interface Props {
  /** What the chart shows. */
  title: string
  asTable: boolean
  onClick: () => void
}

/** Switches between a chart and the table of its values. */
export function TableButton({ title, asTable, onClick }: Props) {
  return (
    <IconButton label={`${asTable ? 'Chart' : 'Table'} of ${title}`} onClick={onClick}>
      {asTable ? <PulseIcon /> : <TableIcon />}
    </IconButton>
  )
}
