import { v7 as uuid } from 'uuid'
import { isAtLeast } from '../../contract/index.ts'
import type { Account } from '../database/index.ts'
import { conflict, invalid, HttpError } from '../api/errors.ts'
import { insertDownRule } from '../alerts/index.ts'
import { actorOf, recordEvent, recordPartnerEvent } from '../events/index.ts'
import type { AccountCall, Handlers } from '../api/handler.ts'
import { addHolder, generatePassword, moveHolder, welcomeHolder } from '../people/index.ts'
import { hashOf, newKey } from '../secrets/index.ts'
import { discardMonitors } from '../monitoring/index.ts'
import { hurryMail, releaseMail, welcomeMailOf } from '../mail/index.ts'
import { insertSite, placeholderHost, planSite } from '../sites/index.ts'
import { assessmentUrl, previewUrl } from '../configuration/addresses.ts'
import { accountList } from './list.ts'
import { isEmailTaken } from './queries.ts'
import { accountName, creationRefusals } from './rules.ts'

type HandledEndpoints =
  | 'partner.read'
  | 'partner.accounts.list'
  | 'partner.accounts.create'
  | 'partner.accounts.read'
  | 'partner.accounts.delete'
  | 'partner.accounts.updateEmail'
  | 'partner.accounts.sendWelcome'
  | 'user.email'

export const accountHandlers: Handlers<HandledEndpoints> = {
  'partner.read': async (_, { partner: { id, name, email, reseller, addon } }) => ({
    id,
    name,
    email,
    reseller: reseller === 1,
    addon: addon === 1,
  }),

  'partner.accounts.list': ({ query }, call) => accountList(query, call),

  async 'partner.accounts.create'({ body }, { partner, person, key: used, role, services }) {
    const { database, vault, world, settings } = services
    const refused = creationRefusals(partner, body)
    if (await isEmailTaken(partner, body.email, database)) refused['email'] = 'is already used by another account'
    const options = {
      field: 'site',
      ignoreSslCheck: body.ignore_ssl_check,
      deferred: body.deferred_host,
      caller: partner.id,
      reseller: partner.reseller === 1,
    }
    const plan = await planSite(body.site ?? placeholderHost(), options, services).catch((error: unknown) => {
      // one reply names everything that is wrong
      if (error instanceof HttpError && error.fields) throw invalid({ ...refused, ...error.fields })
      throw Object.keys(refused).length > 0 ? invalid(refused) : error
    })
    if (Object.keys(refused).length > 0) throw invalid(refused)

    const key = newKey()
    const generated = await generatePassword()
    const actor = actorOf({ partner, person, key: used })
    const now = world.clock.now()
    const account: Account = {
      id: uuid(),
      partner_id: partner.id,
      name: accountName(body),
      name_lower: accountName(body).toLowerCase(),
      email: body.email,
      email_lower: body.email.toLowerCase(),
      first_name: body.first_name || null,
      last_name: body.last_name || null,
      company: body.company || null,
      phone: body.phone || null,
      plan: body.plan ?? 'free',
      factor_required: 0,
      key_hash: hashOf(key),
      key_sealed: vault.seal(key),
      created_at: now,
      last_sign_in_at: null,
    }
    const site = await database.db.transaction().execute(async (trx) => {
      await trx.insertInto('accounts').values(account).execute()
      await recordEvent(trx, {
        kind: 'account.created',
        actor,
        accountId: account.id,
        at: now,
        detail: { email: account.email },
      })
      await addHolder(trx, account, { generated, held: body.deferred_creation }, services)
      // until then, the address is not the customer's
      if (body.down_alerts && !body.deferred_creation) await insertDownRule(trx, account)
      return insertSite(trx, plan, { account, first: true, actor }, services)
    })
    services.wake()
    services.wakeMail()
    return {
      email: account.email,
      user_id: account.id,
      site_id: site.id,
      host: site.host,
      ...(partner.reseller === 1 ? { service_cname: plan.deferred ? null : site.service_cname } : {}),
      ...keyFor({ role, person }, key),
      assessment_url: plan.deferred ? null : assessmentUrl(settings, site.id),
      preview_url: plan.deferred ? null : previewUrl(settings, site.preview_host),
    }
  },

  'partner.accounts.read': async (_, { account, role, person, services }) => ({
    id: account.id,
    name: account.name,
    email: account.email,
    created_at: new Date(account.created_at).toISOString(),
    last_sign_in_at: account.last_sign_in_at === null ? null : new Date(account.last_sign_in_at).toISOString(),
    ...keyFor({ role, person }, services.vault.open(account.key_sealed)),
    company: account.company,
    phone: account.phone,
    welcome_email: await welcomeMailOf(services.database.db, account.id),
  }),

  async 'partner.accounts.delete'(_, { account, services, ...call }) {
    const { id, name, email } = account
    await services.database.db.transaction().execute(async (trx) => {
      const sites = await trx
        .selectFrom('sites')
        .select('host')
        .where('account_id', '=', account.id)
        .orderBy('id')
        .execute()
      if (sites.length > 0) {
        throw conflict(`The account still has sites: ${sites.map(({ host }) => host).join(', ')}. Delete them first.`)
      }
      await discardMonitors(trx, services.database.kind, { accountId: account.id }, services.world.clock.now())
      await trx.deleteFrom('accounts').where('id', '=', account.id).execute()
      await recordPartnerEvent(trx, {
        kind: 'account.deleted',
        partnerId: call.partner.id,
        actor: actorOf(call),
        at: services.world.clock.now(),
        detail: { name, email },
      })
    })
    return { id, name, email }
  },

  async 'partner.accounts.updateEmail'({ body }, { partner, account, person, key, services }) {
    const email = body.new_email
    if (await isEmailTaken(partner, email, services.database, account.id))
      throw invalid({ new_email: 'is already used by another account' })
    const { database, world } = services
    const generated = await generatePassword()
    await database.db.transaction().execute(async (trx) => {
      const found = trx.selectFrom('accounts').select('email').where('id', '=', account.id)
      const before = await (database.kind === 'postgres' ? found.forNoKeyUpdate() : found).executeTakeFirst()
      await trx
        .updateTable('accounts')
        .set({ email, email_lower: email.toLowerCase() })
        .where('id', '=', account.id)
        .execute()
      if (before && before.email !== email) {
        const moved = { ...account, email, email_lower: email.toLowerCase() }
        await moveHolder(trx, { account: moved, before: before.email }, generated, services)
        await recordEvent(trx, {
          kind: 'account.email',
          actor: actorOf({ partner, person, key }),
          accountId: account.id,
          at: world.clock.now(),
          detail: { from: before.email, to: email },
        })
      }
      await releaseMail(trx, account.id, services)
    })
    services.wakeMail()
    return { email, id: account.id, name: account.name }
  },

  async 'partner.accounts.sendWelcome'(_, { partner, account, person, key, services }) {
    await services.limits.welcomes.count(account.id)
    const generated = await generatePassword()
    const isNew = await services.database.db.transaction().execute(async (trx) => {
      // two at once would send two passwords, of which one doesn't hold
      if (services.database.kind === 'postgres')
        await trx.selectFrom('accounts').select('id').where('id', '=', account.id).forNoKeyUpdate().execute()
      if (await hurryMail(trx, account.id, services)) return false
      if (!(await welcomeHolder(trx, account, generated, services))) return false
      await recordEvent(trx, {
        kind: 'account.password',
        actor: actorOf({ partner, person, key }),
        accountId: account.id,
        at: services.world.clock.now(),
        detail: { email: account.email },
      })
      return true
    })
    services.wakeMail()
    return { email: account.email, new_password: isNew }
  },

  'user.email': async (_, { account }) => ({ user_id: account.id, email: account.email }),
}

/** The key opens all that an owner may do, so nobody else gets it, nor an owner who only reads until they change their password. */
function keyFor({ role, person }: Pick<AccountCall, 'role' | 'person'>, key: string): { api_key?: string } {
  return isAtLeast(role, 'owner') && person?.password_is_generated !== 1 ? { api_key: key } : {}
}
