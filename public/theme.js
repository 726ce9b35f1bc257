// Before the first paint, so that a dark page never flashes white. The key is MantineProvider's.
;(() => {
  let chosen = null
  try {
    chosen = localStorage.getItem('mantine-color-scheme-value')
  } catch {
    // storage may be forbidden; then the system's scheme holds
  }
  const system = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
  const scheme = chosen === 'dark' || chosen === 'light' ? chosen : system
  // the provider keeps the attribute, which the stylesheet draws the page and its native controls by
  document.documentElement.setAttribute('data-mantine-color-scheme', scheme)
  // until the stylesheet is there, the page is blank in the scheme of its meta element
  if (scheme !== system) document.querySelector('meta[name="color-scheme"]').content = scheme
})()
