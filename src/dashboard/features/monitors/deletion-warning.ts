interface Deleted {
  /** The site whose home page it checks. */
  readonly site_id?: string | null | undefined
}

/** What deleting monitors or tests means. */
export function deletionWarning(deleted: readonly Deleted[]): string {
  const homePages = deleted.filter(({ site_id }) => site_id).length
  return [
    `${deleted.length === 1 ? 'Its' : 'Their'} samples will be deleted too.`,
    ...(homePages === 1 ? ['A site’s home page won’t be checked any more.'] : []),
    ...(homePages > 1 ? [`The home pages of ${homePages} sites won’t be checked any more.`] : []),
    'This can’t be undone.',
  ].join(' ')
}
