import type { Patience } from '../../service/database/index.ts'

/**
 * When the edge gives up on PostgreSQL. It asks every second, so a connection that is cut off costs it a few seconds at
 * most. With so few connections, 50 edges leave room for the service.
 */
export const patience: Patience = { connect: 3000, query: 5000, connections: 3 }
