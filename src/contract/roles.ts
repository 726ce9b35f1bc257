/** What people may do for a partner or an account, from the most to the least. */
export const roles = ['owner', 'manager', 'operator', 'viewer'] as const
export type Role = (typeof roles)[number]
