/**
 * How an hour or a day of a site was, the best first: `partly down` if it failed for less than half of the time that was
 * measured, `slow` while an incident said so.
 */
export const timeStates = ['up', 'slow', 'partly down', 'down'] as const
export type TimeState = (typeof timeStates)[number]

/** How many days the figures of an account's sites cover, the present one included. */
export const figureDays = 30
