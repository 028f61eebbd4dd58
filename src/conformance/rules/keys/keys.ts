import { randomBytes } from 'node:crypto'
import { expectAnswer, expectError, expectNoRedirect, expectSuccess, expectThat } from '../../http/expect.ts'
import type { Rule, RuleId } from '../../rule.ts'
import type { RuleContext } from '../../rule-context.ts'
import type { Judged } from '../../section.ts'
import { minutes, seconds } from '../../target/need.ts'
import { rule, rulesOn } from '../support/rules-on.ts'

const environments = ['test', 'live'] as const

const requireReadableWallet = (t: RuleContext) =>
  t.setup.works('The wallet with a good key', t.call('getWallet'))
const readWalletWithKey = (t: RuleContext, value: string) => t.call('getWallet', { key: { value } })

const makeKeyControlRule = rulesOn(null, { needs: ['control:keys'] })

/** Creates a rule that checks that the service refuses an unknown or malformed key as invalid. */
function makeInvalidKeyRule(
  id: RuleId,
  judges: Judged,
  what: string,
  makeKey: (t: RuleContext) => string | Promise<string>,
): Rule {
  return rule(id, `A key ${what} is refused as invalid.`)
    .on('getWallet')
    .judges(...judges)
    .by(async (t) => {
      await requireReadableWallet(t)
      expectError(await readWalletWithKey(t, await makeKey(t)), 'AUTH.KEY.INVALID')
    })
}

/** Creates a rule that checks that the service refuses an Authorization header without a bearer key. */
function makeWrongSchemeRule(
  id: RuleId,
  judges: Judged,
  what: string,
  header: (key: string) => string,
): Rule {
  return rule(id, `${what} in the Authorization header is refused.`)
    .on('getWallet')
    .judges(...judges)
    .by(async (t) => {
      await requireReadableWallet(t)
      const value = header(await t.key('test'))
      const answer = await t.call('getWallet', { key: null, headers: { Authorization: value } })
      expectError(answer, 'AUTH.KEY.INVALID', 'AUTH.KEY.MISSING')
    })
}

export const keyRules: readonly Rule[] = [
  rule('KEY-001', 'A request with a valid key as its bearer token is accepted.')
    .on('getWallet')
    .judges('AUTHENTICATION-1', 'ENDPOINTS-1')
    .by(async (t) => {
      const closed = await t.call('getWallet', { key: null })
      expectNoRedirect(closed)
      expectAnswer(closed, closed.status === 401, '401 without a key')
      expectSuccess(await t.call('getWallet'))
    }),
  makeInvalidKeyRule(
    'KEY-002',
    ['AUTHENTICATION-32', 'ERRORS-20', 'ERRORS-21'],
    'with the form of a test key that does not exist',
    () => `pr_test_${randomBytes(16).toString('hex')}`,
  ),
  makeInvalidKeyRule(
    'KEY-003',
    ['AUTHENTICATION-32'],
    'with the form of a live key that does not exist',
    () => `pr_live_${randomBytes(16).toString('hex')}`,
  ),
  makeInvalidKeyRule(
    'KEY-004',
    ['AUTHENTICATION-33', 'ERRORS-21'],
    'that is too short',
    () => 'pr_test_0123456789abcdef',
  ),
  makeInvalidKeyRule(
    'KEY-005',
    ['AUTHENTICATION-33'],
    'with digits that are not hexadecimal',
    () => `pr_test_${'xyz0'.repeat(8)}`,
  ),
  makeInvalidKeyRule(
    'KEY-006',
    ['AUTHENTICATION-33'],
    'with another prefix than pr_test_ or pr_live_',
    () => `sk_test_${randomBytes(16).toString('hex')}`,
  ),
  makeInvalidKeyRule(
    'KEY-030',
    ['AUTHENTICATION-33'],
    'that is valid except for an added character',
    async (t) => `${await t.key('test')}a`,
  ),
  makeInvalidKeyRule(
    'KEY-031',
    ['AUTHENTICATION-32'],
    'that is valid except for its last digit',
    async (t) => {
      const key = await t.key('test')
      // The rule changes the last character of the key. In a key of another form, this character may have no meaning.
      if (!/^pr_test_[0-9a-f]{32}$/.test(key))
        t.notJudged(
          'the test key has not the form pr_test_ with 32 hexadecimal digits, so a key with another last character may be valid, too',
        )
      return `${key.slice(0, -1)}${key.endsWith('0') ? '1' : '0'}`
    },
  ),
  makeWrongSchemeRule(
    'KEY-007',
    ['AUTHENTICATION-1', 'ENDPOINTS-1'],
    'A key with the Basic scheme',
    (key) => `Basic ${Buffer.from(`${key}:`).toString('base64')}`,
  ),
  makeWrongSchemeRule('KEY-008', ['AUTHENTICATION-1', 'ENDPOINTS-1'], 'A key without a scheme', (key) => key),
  rule('KEY-009', 'A revoked key is refused as revoked.')
    .on('getWallet', { needs: ['key:test', 'key:revoked'] })
    .judges('AUTHENTICATION-34', 'ERRORS-22', 'ERRORS-23')
    .by(async (t) => {
      await requireReadableWallet(t)
      expectError(await readWalletWithKey(t, await t.key('revoked')), 'AUTH.KEY.REVOKED')
    }),
  makeKeyControlRule('KEY-010', 'A key is refused from the instant it is revoked.')
    .judges('AUTHENTICATION-35', 'ERRORS-23')
    .by(async (t) => {
      const body = t.setup.ratesBody()
      for (const environment of environments) {
        const { id, key } = await t.account.keys.create({ environment })
        const requestRatesWithKey = () => t.call('createRates', { body, key: { value: key } })
        for (let count = 0; count < 3; count += 1) {
          await t.setup.works('The wallet with the new key', readWalletWithKey(t, key))
        }
        await t.setup.works('Rates with the new key', requestRatesWithKey())
        await t.account.keys.revoke(id)
        expectError(await readWalletWithKey(t, key), 'AUTH.KEY.REVOKED')
        expectError(await requestRatesWithKey(), 'AUTH.KEY.REVOKED')
      }
    }),
  rule('KEY-011', 'A key past its expiration is refused as expired.')
    .on('getWallet', { needs: ['key:test', 'key:expired'] })
    .judges('AUTHENTICATION-36', 'RESOURCES-116', 'ERRORS-24', 'ERRORS-25')
    .by(async (t) => {
      await requireReadableWallet(t)
      expectError(await readWalletWithKey(t, await t.key('expired')), 'AUTH.KEY.EXPIRED')
    }),
  rule('KEY-012', 'A key works until its expiration, and is refused after it.')
    .on('getWallet', { needs: ['control:keys', 'control:clock'] })
    .judges('AUTHENTICATION-36', 'RESOURCES-116', 'ERRORS-25')
    .by(async (t) => {
      const expires_at = new Date((await t.now()) + minutes(10)).toISOString()
      const keys: string[] = []
      for (const environment of environments) {
        keys.push((await t.account.keys.create({ environment, expires_at })).key)
      }
      for (const key of keys) await t.setup.works('The wallet with the new key', readWalletWithKey(t, key))
      await t.passTime(minutes(9.5))
      for (const key of keys) expectSuccess(await readWalletWithKey(t, key))
      await t.passTime(seconds(32))
      for (const key of keys) expectError(await readWalletWithKey(t, key), 'AUTH.KEY.EXPIRED')
    }),
  rule('KEY-015', 'A second key of an account can read a label that the first one bought.')
    .on('getLabel', { needs: ['key:any-scope'] })
    .judges('AUTHENTICATION-13')
    .by(async (t) => {
      const { id } = await t.setup.label()
      const { key } = await t.account.keys.create({ environment: 'test' })
      expectSuccess(await t.call('getLabel', { id, key: { value: key } }))
    }),
  rule('KEY-016', 'Keys can be rotated: the new one works before and after the old one is revoked.')
    .on('getWallet', { needs: ['control:keys'] })
    .judges('AUTHENTICATION-13')
    .by(async (t) => {
      const old = await t.account.keys.create({ environment: 'test', scopes: ['wallet:read'] })
      await t.setup.works('The wallet with the old key', readWalletWithKey(t, old.key))
      const { key } = await t.account.keys.create({ environment: 'test', scopes: ['wallet:read'] })
      expectSuccess(await readWalletWithKey(t, key))
      await t.account.keys.revoke(old.id)
      expectError(await readWalletWithKey(t, old.key), 'AUTH.KEY.REVOKED')
      expectSuccess(await readWalletWithKey(t, key))
    }),
  rule('KEY-017', 'A test key consists of pr_test_ and 32 hexadecimal digits.')
    .judges('RESOURCES-112', 'RESOURCES-113', 'AUTHENTICATION-5')
    .by((t) => expectKeyForm(t, 'test')),
  rule('KEY-018', 'A live key consists of pr_live_ and 32 hexadecimal digits.')
    .with({ needs: ['key:live'] })
    .judges('RESOURCES-112', 'SERVICE-21', 'RESOURCES-113', 'AUTHENTICATION-2')
    .by((t) => expectKeyForm(t, 'live')),
  makeKeyControlRule(
    'KEY-029',
    'The value of a key is shown in the response that creates the key, and not in the list of keys.',
  )
    .judges('AUTHENTICATION-12')
    .by(async (t) => {
      const { id, key } = await t.account.keys.create({ environment: 'test' })
      const list = JSON.stringify(await t.account.call('GET', '/keys'))
      await t.setup.of('The list of keys', async () =>
        expectThat(list.includes(id), {
          expected: `the key ${id} in the list of keys`,
          actual: `a list without ${id}`,
        }),
      )
      expectThat(!list.includes(key), {
        expected: 'a list of keys without their values',
        actual: 'a list with the value of a key',
      })
    }),
]

/** Checks that the key of an environment has the documented form. Throws RuleBroken. */
async function expectKeyForm(t: RuleContext, environment: 'test' | 'live'): Promise<void> {
  await t.setup.works('The wallet with the key', t.call('getWallet', { key: environment }))
  const key = await t.key(environment)
  // safe regex: takes linear time, as it is a literal prefix and exactly 32 characters, between anchors.
  expectThat(new RegExp(`^pr_${environment}_[0-9a-fA-F]{32}$`).test(key), {
    expected: `pr_${environment}_ and 32 hexadecimal digits`,
    actual: `a key of ${key.length} characters that does not have this form`,
  })
}
