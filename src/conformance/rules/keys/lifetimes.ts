import type { CallRequest } from '../../call-request.ts'
import { expectAccepted, expectAnswer, expectError, expectSuccess } from '../../http/expect.ts'
import { type OperationName, operationNames } from '../../http/operation.ts'
import type { Rule } from '../../rule.ts'
import type { RuleContext } from '../../rule-context.ts'
import { hours, minutes, seconds } from '../../target/need.ts'
import { findNewYearAndLeapDayMidnights, waitUntilInstant } from '../support/calendar-turns.ts'
import { downloadPathOf } from '../support/downloads.ts'
import { fillWallet, isolatedWallet } from '../support/money/isolated-wallet.ts'
import { rule } from '../support/rules-on.ts'

const repetitions = 11

/** Operations that a key with only `wallet:read` may use: the wallet, and the operations without a documented scope. */
const operationsForWalletScope: readonly OperationName[] = ['registerTracker', 'listDeliveries', 'getWallet']

/** Builds a valid request for each operation, without sending it. Creates the resources that the requests need, with the live key. */
async function buildLiveKeyRequests(t: RuleContext) {
  const key = { key: 'live' } as const
  const { trackingNumber, carrier, id } = await t.setup.label(key)
  const body = { tracking_number: trackingNumber, carrier }
  const batch = { id: (await t.setup.batch(1, key)).id }
  const items = await t.setup.batchItems(1, key)
  const none = {}
  return {
    validateAddress: { body: t.profile.addresses.commercial },
    createRates: { body: t.setup.ratesBody() },
    buyLabel: { body: { rate_id: (await t.setup.rate(key)).id } },
    ...{ getLabel: { id }, voidLabel: { id }, registerTracker: { body } },
    getTracker: { id: (await t.setup.tracker(key)).id },
    ...{ listCarrierAccounts: none, getWallet: none, listDeliveries: none },
    ...{ createBatch: { body: { items } }, buyBatch: batch, getBatch: batch },
  } satisfies Record<OperationName, CallRequest>
}

/** Rules about keys with short and long lifetimes, and about valid requests after refused keys. */
export const keyLifetimeRules: readonly Rule[] = [
  rule(
    'KEY-046',
    'Test and live keys of any lifetime work until a second before they expire, and are refused a second after they expire.',
  )
    .on('getWallet', { needs: ['control:accounts', 'control:keys', 'control:clock'] })
    .judges('AUTHENTICATION-36')
    .by(async (t) => {
      await t.account.clock.freeze()
      const now = await t.now()
      const ends = [
        now + minutes(1),
        now + minutes(10),
        now + hours(25),
        now + hours(24 * 31),
        ...findNewYearAndLeapDayMidnights(now),
      ]
      const keys: { readonly key: string; readonly endMs: number }[] = []
      for (const [index, endMs] of ends.toSorted((a, b) => a - b).entries()) {
        const environment = index % 2 === 0 ? 'live' : 'test'
        const expires_at = new Date(endMs).toISOString()
        keys.push({ endMs, key: (await t.account.keys.create({ environment, expires_at })).key })
      }
      for (const { key: value, endMs } of keys) {
        await waitUntilInstant(t, endMs - seconds(1))
        expectSuccess(await t.call('getWallet', { key: { value } }))
        await t.passTime(seconds(2))
        expectError(await t.call('getWallet', { key: { value } }), 'AUTH.KEY.EXPIRED')
      }
    }),
  rule(
    'KEY-044',
    `After ${repetitions} refusals of a key that is unknown or lacks the scope, valid requests succeed as before.`,
  )
    .with({ needs: ['control:accounts', 'control:keys'] })
    .judges('AUTHENTICATION-1')
    .by(async (t) => {
      const { key: value } = await t.account.keys.create({ environment: 'test', scopes: ['wallet:read'] })
      const limited = { value }
      const unknown = { value: `pr_test_${'0a'.repeat(16)}` }
      const refused = [
        () => t.call('createRates', { body: t.setup.ratesBody(), key: limited }),
        () => t.call('listDeliveries', { key: unknown }),
      ]
      for (const ask of refused) {
        for (let count = 0; count < repetitions; count += 1) {
          const answer = await ask()
          expectAnswer(answer, answer.status >= 400 && answer.status < 500, 'the same refusal as before')
        }
        expectSuccess(await t.call('createRates', { body: t.setup.ratesBody() }))
      }
      for (const key of [limited, 'test'] as const) expectSuccess(await t.call('getWallet', { key }))
    }),
  rule(
    'KEY-047',
    'A live key that is revoked, has expired or lacks the scope is refused at every endpoint and at the download.',
  )
    .with({
      needs: [...isolatedWallet, 'control:keys', 'control:clock'],
      requests: {
        ...Object.fromEntries(operationNames.map((name) => [name, 3])),
        ...{ createRates: 8, buyLabel: 5, registerTracker: 4, createBatch: 4, other: 3 },
      },
    })
    .judges('AUTHENTICATION-34')
    .by(async (t) => {
      await fillWallet(t)
      const { keys } = t.account
      const revoked = await keys.create({ environment: 'live' })
      const expires_at = new Date((await t.now()) + minutes(1)).toISOString()
      const expired = await keys.create({ environment: 'live', expires_at })
      const limited = await keys.create({ environment: 'live', scopes: ['wallet:read'] })
      const requests = await buildLiveKeyRequests(t)
      await keys.revoke(revoked.id)
      await t.passTime(minutes(2))
      for (const [key, code] of [
        [{ value: revoked.key }, 'AUTH.KEY.REVOKED'],
        [{ value: expired.key }, 'AUTH.KEY.EXPIRED'],
        [{ value: limited.key }, 'AUTH.KEY.INSUFFICIENT_SCOPE'],
      ] as const) {
        const needsNoScope = (name: OperationName): boolean =>
          key.value === limited.key && operationsForWalletScope.includes(name)
        for (const operation of operationNames.filter((name) => !needsNoScope(name)))
          expectError(await t.call(operation, { ...requests[operation], key }), code)
        const path = downloadPathOf(requests.getLabel.id)
        expectError(await t.send({ method: 'GET', path, key }), code)
      }
    }),
  rule('KEY-045', 'A key that is created a day later can read all earlier resources.')
    .with({ needs: ['control:accounts', 'control:keys', 'control:clock', 'control:webhook', 'inbox'] })
    .judges('AUTHENTICATION-38')
    .by(async (t) => {
      await t.inbox()
      const label = await t.setup.label()
      const body = { tracking_number: label.trackingNumber, carrier: label.carrier }
      const tracker = await t.setup.works('The registration', t.call('registerTracker', { body }))
      const { id: batch } = await t.setup.batch()
      await t.passTime(hours(24))
      const logged = await t.setup.works('The log', t.call('listDeliveries'))
      const { key: value } = await t.account.keys.create({ environment: 'test' })
      const key = { value }
      const id = String(Object(Object(tracker.json)['tracker'] ?? tracker.json)['id'])
      expectAccepted(await t.call('getLabel', { id: label.id, key }))
      expectAccepted(await t.call('getTracker', { id, key }))
      expectAccepted(await t.call('getBatch', { id: batch, key }))
      const answer = await t.call('listDeliveries', { key })
      const hasLabelId = (text: string): boolean => text.includes(label.id)
      expectAnswer(
        answer,
        hasLabelId(answer.text) || !hasLabelId(logged.text),
        `the delivery of ${label.id} in the log, as for the older key`,
      )
    }),
]
