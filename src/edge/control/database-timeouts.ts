import type { DatabaseTimeouts } from '../../service/database/index.ts'

/**
 * When the edge gives up on PostgreSQL. It polls every second, so a connection that is cut off costs it a few seconds at
 * most. With three connections each, 50 edges leave room for the service.
 */
export const databaseTimeouts: DatabaseTimeouts = { connect: 3000, query: 5000, connections: 3 }
