import type { Answer } from '../../http/answer.ts'
import { expectAnswer, expectError, expectSuccess } from '../../http/expect.ts'
import type { Rule } from '../../rule.ts'
import type { RuleContext } from '../../rule-context.ts'
import { hours, minutes, seconds } from '../../target/need.ts'
import { rule, rulesOn } from '../support/rules-on.ts'

/** A week and an hour, in milliseconds. */
const weekMs = hours(24 * 7 + 1)
const monthsMs = hours(24 * 92)

/** Requests the wallet and rates with a key, and returns both responses. */
async function requestWalletAndRates(t: RuleContext, value: string): Promise<readonly Answer[]> {
  const key = { value }
  const wallet = await t.call('getWallet', { key })
  return [wallet, await t.call('createRates', { body: t.setup.ratesBody(), key })]
}

/** Freezes the clock, creates a key that expires in ten minutes, checks that the key works, and returns it. */
async function createExpiringKey(t: RuleContext): Promise<string> {
  await t.account.clock.freeze()
  const expires_at = new Date((await t.now()) + minutes(10)).toISOString()
  const { key } = await t.account.keys.create({ environment: 'test', expires_at })
  await t.setup.of('The new key', async () => {
    for (const answer of await requestWalletAndRates(t, key)) expectSuccess(answer)
  })
  return key
}

const needs = ['control:accounts', 'control:keys', 'control:clock'] as const

/** Begins rules about a key that expires in ten minutes. They may read the wallet once more, to learn the target's time. */
const makeExpiringKeyRule = rulesOn(null, {
  needs,
  requests: { getWallet: 3, createRates: 2 },
  given: createExpiringKey,
})

/** Rules about the last second in which a key is valid, and about the error long after its expiration. */
export const keyTimeRules: readonly Rule[] = [
  makeExpiringKeyRule('KEY-033', 'A key works until a second before its expiration.')
    .judges('AUTHENTICATION-36')
    .by(async (t, key) => {
      await t.passTime(minutes(10) - seconds(1))
      for (const answer of await requestWalletAndRates(t, key)) expectSuccess(answer)
    }),
  makeExpiringKeyRule('KEY-034', 'A key is refused as expired from a second after its expiration.')
    .judges('AUTHENTICATION-36')
    .by(async (t, key) => {
      await t.passTime(minutes(10) + seconds(1))
      for (const answer of await requestWalletAndRates(t, key)) expectError(answer, 'AUTH.KEY.EXPIRED')
    }),
  rule('KEY-035', 'A key that expired a week ago is still refused as expired.')
    .on('getWallet', { needs, requests: { getWallet: 4, createRates: 1 } })
    .judges('AUTHENTICATION-36')
    .by(async (t) => {
      const key = await createExpiringKey(t)
      for (const spanMs of [minutes(11), weekMs]) {
        await t.passTime(spanMs)
        expectError(await t.call('getWallet', { key: { value: key } }), 'AUTH.KEY.EXPIRED')
      }
    }),
  rule('KEY-042', 'A key that expired or was revoked three months ago is still refused.')
    .on('getWallet', { needs, requests: { getWallet: 5, createRates: 1 } })
    .judges('AUTHENTICATION-34', 'AUTHENTICATION-36')
    .by(async (t) => {
      const expiringKey = await createExpiringKey(t)
      const { id, key: revoked } = await t.account.keys.create({ environment: 'test' })
      const readWallet = (value: string) => t.call('getWallet', { key: { value } })
      await t.setup.works('The wallet with the new key', readWallet(revoked))
      await t.account.keys.revoke(id)
      await t.passTime(monthsMs)
      for (const value of [expiringKey, revoked]) {
        const answer = await readWallet(value)
        // The specification does not say how long a service remembers an expired key.
        expectAnswer(answer, answer.status === 401, 'a refusal with 401')
      }
    }),
  rule('KEY-036', 'A key that was revoked a week ago is still refused as revoked.')
    .on('getWallet', { needs })
    .judges('AUTHENTICATION-34')
    .by(async (t) => {
      const { id, key } = await t.account.keys.create({ environment: 'test' })
      const readWallet = () => t.call('getWallet', { key: { value: key } })
      await t.setup.works('The wallet with the new key', readWallet())
      await t.account.keys.revoke(id)
      expectError(await readWallet(), 'AUTH.KEY.REVOKED')
      await t.passTime(weekMs)
      expectError(await readWallet(), 'AUTH.KEY.REVOKED')
    }),
]
