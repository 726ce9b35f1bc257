import { Button } from '@mantine/core'
import { VisuallyHidden } from '../layout/VisuallyHidden.tsx'

interface Props {
  /** What the chart shows. */
  title: string
  asTable: boolean
  onClick: () => void
}

/** Switches between a chart and the table of its values. */
export function TableButton({ title, asTable, onClick }: Props) {
  return (
    <Button variant="subtle" onClick={onClick}>
      {asTable ? 'Chart' : 'Table'}
      <VisuallyHidden> of {title}</VisuallyHidden>
    </Button>
  )
}
