import { Button } from '@mantine/core'
import type { SiteSettings } from '../../../contract/index.ts'
import { filterInWords } from '../../../words/filters.ts'
import { DataTable, type Column } from '../../kit/tables/DataTable.tsx'
import { CloseIcon } from '../../kit/marks/icons.tsx'
import { IconButton } from '../../kit/actions/IconButton.tsx'
import { Verdict } from '../../kit/marks/Mark.tsx'
import { type Exception, problemOf, scopeOf } from './exceptions.ts'
import classes from './settings.module.css'

interface Props {
  settings: SiteSettings
  exceptions: readonly Exception[]
  /** What the service refused, by path. */
  problems: Readonly<Record<string, string>>
  onAdd: () => void
  onEdit: (index: number) => void
  onRemove: (index: number) => void
}

interface Row {
  readonly exception: Exception
  readonly index: number
}

/** The filters of all actions, a row each. */
export function ExceptionTable({ settings, exceptions, problems, onAdd, onEdit, onRemove }: Props) {
  const columns: readonly Column<Row>[] = [
    { id: 'scope', header: 'Applies to', cell: ({ exception }) => scopeOf(settings, exception) },
    {
      id: 'words',
      header: 'Exception',
      grows: true,
      cell: ({ exception, index }) => {
        const words = filterInWords(exception.filter)
        const problem = problemOf(exceptions, index, problems)
        return (
          <span className={classes.value}>
            {words.charAt(0).toUpperCase() + words.slice(1)}
            {problem && <Verdict severity="error">{problem}</Verdict>}
          </span>
        )
      },
    },
    {
      id: 'edit',
      header: 'Change',
      buttons: true,
      cell: ({ index }) => (
        <span className={classes.rowButtons}>
          <Button variant="subtle" onClick={() => onEdit(index)} aria-label={`Edit exception ${index + 1}…`}>
            Edit…
          </Button>
          <IconButton label={`Remove exception ${index + 1}`} onClick={() => onRemove(index)}>
            <CloseIcon />
          </IconButton>
        </span>
      ),
    },
  ]
  return (
    <div className={classes.group}>
      <div className={classes.line}>
        <h3>Exceptions</h3>
        <Button variant="default" onClick={onAdd}>
          Add exception…
        </Button>
      </div>
      {exceptions.length === 0 ? (
        <p className={classes.hint}>
          None: every action applies to all requests. Add one to leave out a part of your site, such as the checkout.
        </p>
      ) : (
        <DataTable
          label="Exceptions"
          columns={columns}
          rows={exceptions.map((exception, index) => ({ exception, index }))}
          rowKey={({ index }) => String(index)}
        />
      )}
    </div>
  )
}
