import { v7 as uuid } from 'uuid'
import type { Database, Partner } from '../database/index.ts'
import { rotateMainKey } from '../keys/index.ts'
import { hashOf, newKey, type Vault } from '../secrets/index.ts'

/** The operator's commands for partners. They take effect at once, because running services read the database. */
export class Partners {
  readonly #database: Database
  readonly #vault: Vault

  constructor(database: Database, vault: Vault) {
    this.#database = database
    this.#vault = vault
  }

  /** Creates a partner with access. This and `rotateKey` are the only times that a key can be read. */
  async create(
    details: { name: string; email: string; reseller?: boolean; addon?: boolean },
    now = Date.now(),
  ): Promise<{ partner: Partner; key: string }> {
    const key = newKey()
    const partner: Partner = {
      id: uuid(),
      name: details.name,
      email: details.email,
      reseller: details.reseller ? 1 : 0,
      addon: details.addon ? 1 : 0,
      granted: 1,
      factor_required: 0,
      key_hash: hashOf(key),
      key_sealed: this.#vault.seal(key),
      created_at: now,
    }
    await this.#database.db.insertInto('partners').values(partner).execute()
    return { partner, key }
  }

  list(): Promise<Partner[]> {
    return this.#database.db.selectFrom('partners').selectAll().orderBy('created_at').orderBy('id').execute()
  }

  /** @returns whether there is such a partner */
  setGranted(id: string, granted: boolean): Promise<boolean> {
    return this.#update(id, { granted: granted ? 1 : 0 })
  }

  /**
   * @param overlapHours how long the old key goes on working
   * @returns the new key, undefined if there is no such partner
   */
  rotateKey(id: string, overlapHours = 0, now = Date.now()): Promise<string | undefined> {
    const parts = { database: this.#database, vault: this.#vault }
    return rotateMainKey({ column: 'partner_id', id }, { actor: 'operator', now, overlapHours }, parts)
  }

  async #update(id: string, values: Partial<Partner>): Promise<boolean> {
    const { numUpdatedRows } = await this.#database.db
      .updateTable('partners')
      .set(values)
      .where('id', '=', id)
      .executeTakeFirst()
    return numUpdatedRows > 0n
  }
}
