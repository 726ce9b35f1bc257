import { sql } from 'kysely'

/** The values of a sample as JSON for percentiles: none if the sample isn't judged. */
export const judgedMetrics = sql<string>`case when judged = 1 then metrics else '[]' end`.as('metrics')
