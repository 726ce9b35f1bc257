/** What settings may hold. */
export const settingsLimits = {
  /** Bytes of the whole object as JSON. */
  bytes: 64 * 1024,
  /** Levels of lists and objects. */
  depth: 20,
  /** Entries of one action. */
  entries: 20,
  /** Filters of one list. */
  filters: 50,
  /** Conditions of one filter. */
  matches: 10,
  /** Rules of one list. */
  rules: 100,
  /** Conditions with a regular expression, in all filters together. */
  regexes: 20,
  /** Instructions of a compiled regular expression in RE2. */
  regexSize: 200,
  /** About how many instructions it may have before it's compiled, weighed by what compiling takes. */
  regexWeight: 1000,
  /** Bytes that a regular expression may use to remember what it has worked out. */
  regexMemory: 64 * 1024,
  /** Regular expressions of all sites that the edge keeps compiled: those used last. */
  compiledRegexes: 1000,
  /** Sites whose settings the edge keeps compiled: those visited last. */
  compiledSettings: 1000,
  /**
   * Steps that all filters together may take for one request. A step is about 10 ns: reading a character with a regular
   * expression takes one. A request that needs more isn't optimized.
   */
  filterSteps: 200_000,
  /** Characters of a condition. */
  condition: 512,
  /**
   * Characters of the longest URI or header that a regular expression is tried on, which bounds what it costs. A request
   * with a longer one isn't optimized: whatever an exception looks for could be anywhere in it.
   */
  matchedText: 4096,
  /** Seconds that a page can be kept: purges are kept as long. */
  maxAge: 24 * 3600,
  /** Names of cookies or query parameters in one list. */
  names: 50,
  /**
   * Cookies or query parameters of a request that are looked up in such lists. With more cookies it counts as one with a
   * session, and of more parameters none is ignored.
   */
  matchedNames: 500,
} as const
