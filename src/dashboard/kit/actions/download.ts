/** Saves a file through the browser's downloads. */
export function download(name: string, content: Blob): void {
  const address = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  URL.revokeObjectURL(address)
}

/** Adds a byte order mark, by which spreadsheets recognize UTF-8. */
export function downloadCsv(name: string, csv: string): void {
  download(name, new Blob(['\uFEFF', csv], { type: 'text/csv;charset=utf-8' }))
}
