// Before the first paint, so that a dark page never flashes white. The key is MantineProvider's.
;(() => {
  let chosen = null
  try {
    chosen = localStorage.getItem('mantine-color-scheme-value')
  } catch {
    // storage may be forbidden; then the system's scheme holds
  }
  const dark = chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  const scheme = dark ? 'dark' : 'light'
  document.documentElement.setAttribute('data-mantine-color-scheme', scheme)
  document.documentElement.style.setProperty('--mantine-color-scheme', scheme)
  document.documentElement.style.setProperty('color-scheme', 'var(--mantine-color-scheme)')
})()
