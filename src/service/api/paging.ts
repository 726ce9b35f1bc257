/** The totals of a page. An empty list has no pages. */
export function pageCounts({ page, per_page }: { page: number; per_page: number }, total: number) {
  return { current_page: page, total_pages: Math.ceil(total / per_page), per_page, total_entries: total }
}
