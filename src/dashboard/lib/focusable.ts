/** Selects what can take the focus. */
export const focusable = 'a[href], button, input, select, textarea'
