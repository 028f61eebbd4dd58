import { expectAccepted, expectError, expectSuccess } from '../../http/expect.ts'
import type { Rule } from '../../rule.ts'
import type { RuleContext } from '../../rule-context.ts'
import { rule, rulesOn } from '../support/rules-on.ts'

const needs = ['control:accounts', 'control:keys'] as const

/** Creates two test keys, `old` and `fresh`. The returned `revoke` revokes the old key. */
async function createOldAndNewKey(t: RuleContext) {
  const old = await t.account.keys.create({ environment: 'test' })
  const { key } = await t.account.keys.create({ environment: 'test' })
  return { old: { value: old.key }, fresh: { value: key }, revoke: () => t.account.keys.revoke(old.id) }
}

const makeVoidRule = rulesOn('voidLabel', { needs })

/** Rules that check that a new key can use the resources that a revoked key has created. */
export const rotationRules: readonly Rule[] = [
  rule('KEY-038', 'After the key that requested a rate is revoked, a new key can buy the rate.')
    .on('buyLabel', { needs })
    .judges('AUTHENTICATION-13')
    .by(async (t) => {
      const { old, fresh, revoke } = await createOldAndNewKey(t)
      const [rate] = await t.setup.rates({ key: old })
      await revoke()
      expectSuccess(await t.call('buyLabel', { body: { rate_id: rate?.id }, key: fresh }))
    }),
  makeVoidRule('KEY-039', 'After the key that bought a label is revoked, a new key can void the label.')
    .judges('AUTHENTICATION-13')
    .by(async (t) => {
      const { old, fresh, revoke } = await createOldAndNewKey(t)
      const { id } = await t.setup.label({ key: old })
      await revoke()
      expectAccepted(await t.call('voidLabel', { id, key: fresh }))
    }),
  makeVoidRule(
    'KEY-040',
    'If one key has voided a label, a second void with another key of the client is refused as already requested.',
  )
    .judges('AUTHENTICATION-13')
    .by(async (t) => {
      const { old, fresh } = await createOldAndNewKey(t)
      const { id } = await t.setup.label({ key: old })
      await t.setup.works('The void', t.call('voidLabel', { id, key: old }))
      expectError(await t.call('voidLabel', { id, key: fresh }), 'LABEL.VOID.ALREADY_REQUESTED')
    }),
  rule('KEY-041', 'After a live key is revoked, the test keys of the client still work.')
    .on('getWallet', { needs })
    .judges('AUTHENTICATION-34')
    .by(async (t) => {
      await t.setup.works('The wallet', t.call('getWallet'))
      const { id } = await t.account.keys.create({ environment: 'live' })
      await t.account.keys.revoke(id)
      expectSuccess(await t.call('getWallet'))
    }),
]
