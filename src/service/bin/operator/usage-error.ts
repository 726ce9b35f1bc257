/** A command that can't be understood; its usage is printed with it. */
export class UsageError extends Error {}
