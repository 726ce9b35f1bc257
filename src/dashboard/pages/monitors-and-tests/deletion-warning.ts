/** What deleting monitors or tests means. */
export function deletionWarning(count = 1): string {
  return `${count === 1 ? 'Its' : 'Their'} samples will be deleted too. This can’t be undone.`
}
