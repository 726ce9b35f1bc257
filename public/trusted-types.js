// Style sheets are written through innerHTML and hold no "<"; markup does, and is refused.
if (window.trustedTypes) {
  window.trustedTypes.createPolicy('default', { createHTML: (text) => (text.includes('<') ? null : text) })
}
