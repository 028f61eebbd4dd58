import { randomBytes } from 'node:crypto'
import { expectError, expectNoRedirect, expectSuccess, expectThat, summary } from '../../http/expect.ts'
import type { Rule, RuleId } from '../../rule.ts'
import type { RuleContext } from '../../rule-context.ts'
import { minutes, seconds } from '../../target/need.ts'
import { active } from '../support/active.ts'

const section = 'Authentication'
const wallet = 'GET /v1/wallet'
const environments = ['test', 'live'] as const

const walletWorks = (t: RuleContext) => t.setup.works('The wallet with a good key', t.call('getWallet'))
const walletWith = (t: RuleContext, value: string) => t.call('getWallet', { key: { value } })

/** A key that is refused as unknown or malformed. */
function invalidKey(id: RuleId, what: string, makeKey: (t: RuleContext) => string | Promise<string>): Rule {
  return active({
    id,
    title: `A key ${what} is refused as invalid.`,
    section,
    endpoint: wallet,
    sends: `The wallet with a good key, then with one ${what}.`,
    requests: { getWallet: 2 },
    run: async (t) => {
      await walletWorks(t)
      expectError(await walletWith(t, await makeKey(t)), 'AUTH.KEY.INVALID')
    },
  })
}

/** Authorization headers that hold no bearer key. */
function otherScheme(id: RuleId, what: string, header: (key: string) => string): Rule {
  return active({
    id,
    title: `${what} in the Authorization header lets nobody in.`,
    section,
    endpoint: wallet,
    basis: 'derived',
    sends: 'The wallet with a good key as a bearer, then with the same key otherwise.',
    requests: { getWallet: 2 },
    run: async (t) => {
      await walletWorks(t)
      const value = header(await t.key('test'))
      const answer = await t.call('getWallet', { key: null, headers: { Authorization: value } })
      expectError(answer, 'AUTH.KEY.INVALID', 'AUTH.KEY.MISSING')
    },
  })
}

export const keyRules: readonly Rule[] = [
  active({
    id: 'KEY-001',
    title: 'A good key as a bearer lets a request in.',
    section,
    endpoint: wallet,
    sends: 'The wallet without a key, then with one.',
    requests: { getWallet: 2 },
    run: async (t) => {
      const closed = await t.call('getWallet', { key: null })
      expectNoRedirect(closed)
      expectThat(closed.status === 401, {
        expected: '401 without a key',
        actual: summary(closed),
        answer: closed,
      })
      expectSuccess(await t.call('getWallet'))
    },
  }),
  invalidKey(
    'KEY-002',
    'of the right form that nobody has',
    () => `pr_test_${randomBytes(16).toString('hex')}`,
  ),
  invalidKey('KEY-003', 'for production that nobody has', () => `pr_live_${randomBytes(16).toString('hex')}`),
  invalidKey('KEY-004', 'that is too short', () => 'pr_test_0123456789abcdef'),
  invalidKey('KEY-005', 'with digits that are not hexadecimal', () => `pr_test_${'xyz0'.repeat(8)}`),
  invalidKey('KEY-006', 'with another prefix', () => `sk_test_${randomBytes(16).toString('hex')}`),
  invalidKey('KEY-030', 'that is a good one with a character more', async (t) => `${await t.key('test')}a`),
  invalidKey('KEY-031', 'that is a good one but for its last digit', async (t) => {
    const key = await t.key('test')
    // What the digits of another form mean is not stated.
    if (!/^pr_test_[0-9a-f]{32}$/.test(key)) t.notJudged('the test key is not of the documented form')
    return `${key.slice(0, -1)}${key.endsWith('0') ? '1' : '0'}`
  }),
  otherScheme(
    'KEY-007',
    'A key by the Basic scheme',
    (key) => `Basic ${Buffer.from(`${key}:`).toString('base64')}`,
  ),
  otherScheme('KEY-008', 'A key without a scheme', (key) => key),
  active({
    id: 'KEY-009',
    title: 'A revoked key is refused as revoked.',
    section,
    endpoint: wallet,
    sends: 'The wallet with a good key, then with a revoked one.',
    needs: ['key:test', 'key:revoked'],
    requests: { getWallet: 2 },
    run: async (t) => {
      await walletWorks(t)
      expectError(await walletWith(t, await t.key('revoked')), 'AUTH.KEY.REVOKED')
    },
  }),
  active({
    id: 'KEY-010',
    title: 'A key is refused from the instant it is revoked.',
    section,
    endpoint: null,
    sends:
      'The wallet three times and rates with a new test key and a new live key, and at once again after they are revoked.',
    needs: ['control:keys'],
    requests: { getWallet: 8, createRates: 4 },
    run: async (t) => {
      const body = t.setup.ratesBody()
      for (const environment of environments) {
        const { id, key } = await t.account.keys.create({ environment })
        const rates = () => t.call('createRates', { body, key: { value: key } })
        for (let count = 0; count < 3; count += 1) {
          await t.setup.works('The wallet with the new key', walletWith(t, key))
        }
        await t.setup.works('Rates with the new key', rates())
        await t.account.keys.revoke(id)
        expectError(await walletWith(t, key), 'AUTH.KEY.REVOKED')
        expectError(await rates(), 'AUTH.KEY.REVOKED')
      }
    },
  }),
  active({
    id: 'KEY-011',
    title: 'A key past its expiration is refused as expired.',
    section,
    endpoint: wallet,
    sends: 'The wallet with a good key, then with an expired one.',
    needs: ['key:test', 'key:expired'],
    requests: { getWallet: 2 },
    run: async (t) => {
      await walletWorks(t)
      expectError(await walletWith(t, await t.key('expired')), 'AUTH.KEY.EXPIRED')
    },
  }),
  active({
    id: 'KEY-012',
    title: 'A key that expires works until then, and not after.',
    section,
    endpoint: wallet,
    sends:
      'The wallet with a test key and a live key that have ten minutes left, with 30 seconds left, and two seconds too late.',
    needs: ['control:keys', 'control:clock'],
    requests: { getWallet: 6 },
    run: async (t) => {
      const expires_at = new Date((await t.now()) + minutes(10)).toISOString()
      const keys: string[] = []
      for (const environment of environments) {
        keys.push((await t.account.keys.create({ environment, expires_at })).key)
      }
      for (const key of keys) await t.setup.works('The wallet with the new key', walletWith(t, key))
      await t.passTime(minutes(9.5))
      for (const key of keys) expectSuccess(await walletWith(t, key))
      await t.passTime(seconds(32))
      for (const key of keys) expectError(await walletWith(t, key), 'AUTH.KEY.EXPIRED')
    },
  }),
  active({
    id: 'KEY-015',
    title: 'A second key of an account sees what the first one bought.',
    section,
    endpoint: 'GET /v1/labels/{id}',
    basis: 'derived',
    sends: 'A label bought with one key, read with a new one.',
    needs: ['key:any-scope'],
    requests: { createRates: 1, buyLabel: 1, getLabel: 1 },
    run: async (t) => {
      const { id } = await t.setup.label()
      const { key } = await t.account.keys.create({ environment: 'test' })
      expectSuccess(await t.call('getLabel', { id, key: { value: key } }))
    },
  }),
  active({
    id: 'KEY-016',
    title: 'Keys can be rotated: the new one works before and after the old one is revoked.',
    section,
    endpoint: wallet,
    sends: 'The wallet with an old and a new key, and with the new one after the old one is revoked.',
    needs: ['control:keys'],
    requests: { getWallet: 4 },
    run: async (t) => {
      const old = await t.account.keys.create({ environment: 'test', scopes: ['wallet:read'] })
      await t.setup.works('The wallet with the old key', walletWith(t, old.key))
      const { key } = await t.account.keys.create({ environment: 'test', scopes: ['wallet:read'] })
      expectSuccess(await walletWith(t, key))
      await t.account.keys.revoke(old.id)
      expectError(await walletWith(t, old.key), 'AUTH.KEY.REVOKED')
      expectSuccess(await walletWith(t, key))
    },
  }),
  active({
    id: 'KEY-017',
    title: 'A test key is pr_test_ and 32 hexadecimal digits.',
    section: 'Resources and their fields',
    endpoint: null,
    sends: 'The wallet with the key, to show that it is one.',
    requests: { getWallet: 1 },
    run: (t) => hasForm(t, 'test'),
  }),
  active({
    id: 'KEY-018',
    title: 'A live key is pr_live_ and 32 hexadecimal digits.',
    section: 'Resources and their fields',
    endpoint: null,
    sends: 'The wallet with the key, to show that it is one.',
    needs: ['key:live'],
    requests: { getWallet: 1 },
    run: (t) => hasForm(t, 'live'),
  }),
  active({
    id: 'KEY-029',
    title: 'The value of a key is shown where it is created, and not in the list of keys.',
    section,
    endpoint: null,
    sends: 'A new key and the list of keys, by the control protocol.',
    needs: ['control:keys'],
    requests: {},
    run: async (t) => {
      const { id, key } = await t.account.keys.create({ environment: 'test' })
      const list = JSON.stringify(await t.account.call('GET', '/keys'))
      await t.setup.of('The list of keys', async () =>
        expectThat(list.includes(id), {
          expected: `the key ${id} in the list of keys`,
          actual: 'a list without it',
        }),
      )
      expectThat(!list.includes(key), {
        expected: 'a list of keys without their values',
        actual: 'the value of a key in it',
      })
    },
  }),
]

async function hasForm(t: RuleContext, environment: 'test' | 'live'): Promise<void> {
  await t.setup.works('The wallet with the key', t.call('getWallet', { key: environment }))
  const key = await t.key(environment)
  // regex bound: a literal prefix and 32 characters, between anchors.
  expectThat(new RegExp(`^pr_${environment}_[0-9a-fA-F]{32}$`).test(key), {
    expected: `pr_${environment}_ and 32 hexadecimal digits`,
    actual: `a key of ${key.length} characters that is not of that form`,
  })
}
