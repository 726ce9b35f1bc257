/** The password of everybody in the demo and the tests. */
export const testPassword = 'a lantern by the harbour'

/** A password to change to. */
export const nextPassword = 'another lantern by the harbour'
