import { createContext, useContext } from 'react'

export interface Denials {
  /** Why whoever is signed in can't do something, by its name; undefined if they can. */
  readonly of: (action: string) => string | undefined
  /** The same for what the page at an address is for. */
  readonly at: (address: string) => string | undefined
}

export const noDenials: Denials = { of: () => undefined, at: () => undefined }

/** What the app knows of who may do what. Buttons, menus and forms ask it. */
export const DenialContext = createContext(noDenials)

export const useDenials = (): Denials => useContext(DenialContext)

/** Why an action can't be done; undefined if it can, or isn't known. */
export function useDenial(action: string | undefined): string | undefined {
  const { of } = useDenials()
  return action === undefined ? undefined : of(action)
}
