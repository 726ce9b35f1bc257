/** What a run of the command line sees of the world. */
export interface Io {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly out: (text: string) => void
  readonly err: (text: string) => void
  /** The columns of the terminal; undefined if the output isn't for one. */
  readonly width: number | undefined
  /** Everything that is piped in. From a terminal: one line, which isn't shown. */
  readonly readSecret: (prompt: string) => Promise<string>
  /** A file's text, or that of standard input for `-`. */
  readonly readFile: (path: string) => Promise<string>
  readonly fetch: typeof globalThis.fetch
  readonly pause: (ms: number) => Promise<void>
  /** UNIX ms. */
  readonly now: () => number
}
