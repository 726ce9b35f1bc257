import { describe, expect, test } from 'vitest'
import { readFactors, removePasskey, replaceRecoveryCodes } from '../../contract/index.ts'
import { addKey, byCode, factorsIn, secondIn, withApp } from '../test/factors.ts'
import { peopleWorld, sessionIn } from '../test/people-world.ts'

describe('recovery codes', () => {
  test('sign in once each, are counted and mailed, and stored nowhere', async () => {
    const { here, browser, owner, db, mailed } = await withApp()
    const { codes } = (await here.ask(replaceRecoveryCodes)).body as { codes: string[] }
    expect(new Set(codes).size).toBe(10)
    const rows = JSON.stringify(await db.selectFrom('recovery_codes').selectAll().execute())
    for (const code of codes) expect(rows).not.toContain(code)
    const [first = '', second = ''] = codes
    const there = browser()
    expect(secondIn(await there.signIn(owner.email))).toMatchObject({ kinds: ['authenticator', 'recovery_code'] })
    expect(sessionIn(await byCode(there, ` ${first.toUpperCase()} `, 'recovery_code'))).not.toBeNull()
    expect(factorsIn(await there.ask(readFactors)).recovery_codes).toMatchObject({ left: 9 })
    expect(await mailed(owner.email, /Codes left:\s+(\d+)/)).toBe('9')
    const again = browser()
    await again.signIn(owner.email)
    expect((await byCode(again, first, 'recovery_code')).status).toBe(422)
    await here.ask(replaceRecoveryCodes)
    expect((await byCode(again, second, 'recovery_code')).status).toBe(422)
  })

  test('need a factor that they stand in for, and go with the last one', async () => {
    const { signedIn, db } = await peopleWorld()
    const here = await signedIn()
    expect((await here.ask(replaceRecoveryCodes)).status).toBe(409)
    const { id } = await addKey(here)
    await here.ask(replaceRecoveryCodes)
    await here.ask(removePasskey, { path: { passkey_id: id } })
    expect(await db.selectFrom('recovery_codes').selectAll().execute()).toEqual([])
  })
})
