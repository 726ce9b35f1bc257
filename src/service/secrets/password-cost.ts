/** What new hashes of passwords cost: scrypt's N, with r 8 and p 1. A hash keeps its own. */
export const passwordCost = { N: 16_384 }
