import { useMutation } from '@tanstack/react-query'
import { readEvents, type EventQuery } from './reads.ts'
import type { AnyScope } from '../../api/scope.ts'
import { downloadCsv } from '../../kit/actions/download.ts'
import { BusyButton } from '../../kit/actions/BusyButton.tsx'
import { reasonOf } from '../../kit/feedback/ErrorState.tsx'
import { fullNumber, plural } from '../../kit/format/format.ts'
import { toast } from '../../kit/feedback/toast.ts'
import { changesCsv } from './export-changes.ts'

/** Exports the filtered changes, the newest of many, as a CSV file. */
export function ExportChanges({ scope, query }: { scope: AnyScope; query: EventQuery }) {
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => readEvents(scope, query),
    onSuccess: ({ rows, of }) => {
      downloadCsv(`changes-${new Date().toISOString().slice(0, 10)}.csv`, changesCsv(rows))
      const isCut = of !== undefined && of > rows.length
      toast(
        isCut
          ? `Exported the newest ${fullNumber(rows.length)} of ${plural(of, 'change')}.`
          : `Exported ${plural(rows.length, 'change')}.`,
      )
    },
  })
  return (
    <>
      {error && <span role="alert">Nothing was exported. {reasonOf(error)}</span>}
      <BusyButton variant="default" loading={isPending} onClick={() => mutate()}>
        Export CSV
      </BusyButton>
    </>
  )
}
