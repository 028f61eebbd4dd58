import type { Answer } from '../answer.ts'
import { errorCodeOf, expectError, expectThat, isSuccess, summary } from '../expect.ts'
import { seconds, wait } from '../need.ts'
import { type OperationName, operationOf } from '../operation.ts'
import type { Rule, RuleId } from '../rule.ts'
import type { CallRequest, RuleContext } from '../rule-context.ts'
import { active } from './active.ts'
import { nobodys, plainRequest } from './requests.ts'

const section = 'Limits'

interface Row {
  readonly tells: RuleId
  readonly counts: RuleId
  readonly ends: RuleId
  readonly operation: OperationName
  /** What a limit can be exhausted with on somebody's own account without doing any harm. */
  readonly isHarmless: boolean
}

const rows: readonly Row[] = [
  { tells: 'LIMIT-001', counts: 'LIMIT-101', ends: 'LIMIT-201', operation: 'createRates', isHarmless: false },
  {
    tells: 'LIMIT-002',
    counts: 'LIMIT-102',
    ends: 'LIMIT-202',
    operation: 'validateAddress',
    isHarmless: false,
  },
  { tells: 'LIMIT-003', counts: 'LIMIT-103', ends: 'LIMIT-203', operation: 'buyLabel', isHarmless: false },
  { tells: 'LIMIT-004', counts: 'LIMIT-104', ends: 'LIMIT-204', operation: 'getLabel', isHarmless: true },
  { tells: 'LIMIT-005', counts: 'LIMIT-105', ends: 'LIMIT-205', operation: 'voidLabel', isHarmless: true },
  {
    tells: 'LIMIT-006',
    counts: 'LIMIT-106',
    ends: 'LIMIT-206',
    operation: 'registerTracker',
    isHarmless: false,
  },
  { tells: 'LIMIT-007', counts: 'LIMIT-107', ends: 'LIMIT-207', operation: 'getTracker', isHarmless: true },
  {
    tells: 'LIMIT-008',
    counts: 'LIMIT-108',
    ends: 'LIMIT-208',
    operation: 'listCarrierAccounts',
    isHarmless: true,
  },
  { tells: 'LIMIT-009', counts: 'LIMIT-109', ends: 'LIMIT-209', operation: 'createBatch', isHarmless: false },
  { tells: 'LIMIT-010', counts: 'LIMIT-110', ends: 'LIMIT-210', operation: 'getBatch', isHarmless: true },
  { tells: 'LIMIT-011', counts: 'LIMIT-111', ends: 'LIMIT-211', operation: 'buyBatch', isHarmless: true },
  { tells: 'LIMIT-012', counts: 'LIMIT-112', ends: 'LIMIT-212', operation: 'getWallet', isHarmless: true },
  {
    tells: 'LIMIT-013',
    counts: 'LIMIT-113',
    ends: 'LIMIT-213',
    operation: 'listDeliveries',
    isHarmless: true,
  },
]

const header = (answer: Answer, name: string): number => {
  const value = answer.headers[name.toLowerCase()]
  expectThat(value !== undefined && /^\d+$/.test(value), {
    expected: `a whole number in ${name}`,
    actual: value ?? 'no such header',
    answer,
  })
  return Number(value)
}
const limitOf = (answer: Answer): number => header(answer, 'X-RateLimit-Limit')
const remainingOf = (answer: Answer): number => header(answer, 'X-RateLimit-Remaining')
const resetOf = (answer: Answer): number => header(answer, 'X-RateLimit-Reset')

const documented = (t: RuleContext, operation: OperationName): { limit: number; isChanged: boolean } => {
  const { endpoint, limitPerMinute } = operationOf(operation)
  const changed = t.profile.limits[endpoint]
  return { limit: changed ?? limitPerMinute, isChanged: changed !== undefined }
}

/** Time stands still, so that no window turns while it is used up. */
const freeze = async (t: RuleContext): Promise<void> => {
  if (t.isOwnAccount && t.hasClock) await t.account.clock.freeze()
}

/** A request that does nothing where the operation would make something, the same for every count. */
async function repeatable(t: RuleContext, operation: OperationName): Promise<CallRequest> {
  if (operation === 'buyBatch' && t.isOwnAccount) return { id: (await t.setup.batch()).id }
  return plainRequest(t, operation)
}

/** Uses up a limit, some requests at a time, and gives the answer that comes beyond it. */
async function exhaust(
  t: RuleContext,
  operation: OperationName,
  request: CallRequest,
): Promise<{ readonly limit: number; readonly served: number; readonly beyond: Answer }> {
  const first = await t.call(operation, { ...request, takes429: true })
  const limit = limitOf(first)
  const used = limit - remainingOf(first)
  let served = first.status === 429 ? 0 : Math.max(1, used)
  while (served < limit) {
    const count = Math.min(20, limit - served)
    const answers = await Promise.all(
      Array.from({ length: count }, () => t.call(operation, { ...request, takes429: true })),
    )
    const refused = answers.find(({ status }) => status === 429)
    served += answers.filter(({ status }) => status !== 429).length
    if (refused !== undefined) return { limit, served, beyond: refused }
  }
  return { limit, served, beyond: await t.call(operation, { ...request, takes429: true }) }
}

const enough = (operation: OperationName) => ({
  createRates: 1,
  createBatch: 1,
  [operation]: operationOf(operation).limitPerMinute + 22,
})

export const limitRules: readonly Rule[] = [
  ...rows.flatMap(({ tells, counts, ends, operation, isHarmless }) => {
    const { endpoint, limitPerMinute } = operationOf(operation)
    return [
      active({
        id: tells,
        title: `${endpoint} tells a limit of ${limitPerMinute} requests a minute.`,
        section,
        endpoint,
        basis: 'table',
        sends: 'One request, of which the headers are looked at.',
        requests: { [operation]: 1 },
        run: async (t) => {
          const answer = await t.call(operation, plainRequest(t, operation))
          const { limit, isChanged } = documented(t, operation)
          const told = limitOf(answer)
          // Support raises limits at no cost, so a higher one is nobody's fault.
          expectThat(isChanged ? told === limit : told >= limit, {
            expected: isChanged ? `${limit}, as the profile has it` : `${limit} or more`,
            actual: told,
            answer,
          })
        },
      }),
      active({
        id: counts,
        title: `Each request to ${endpoint} leaves one less in the window.`,
        section,
        endpoint,
        basis: 'table',
        sends: 'Three requests, of which the headers are looked at.',
        alone: true,
        requests: { [operation]: 3 },
        run: async (t) => {
          await freeze(t)
          const request = plainRequest(t, operation)
          const answers = [await t.call(operation, request)]
          for (let count = 0; count < 2; count += 1) answers.push(await t.call(operation, request))
          const [first, , last] = answers
          if (first === undefined || last === undefined) return
          if (resetOf(first) !== resetOf(last)) t.notJudged('the window turned between the requests')
          const left = answers.map(remainingOf)
          const [before = 0, between = 0, after = 0] = left
          // Others may use the same key; nobody gives requests back.
          const falls = t.isOwnAccount
            ? between === before - 1 && after === between - 1
            : between < before && after < between
          expectThat(falls, { expected: 'one less each time', actual: left, answer: last })
        },
      }),
      active({
        id: ends,
        title: `Beyond its limit, ${endpoint} answers 429 until the window resets.`,
        section,
        endpoint,
        basis: 'table',
        sends: 'As many requests as the limit allows, and one more.',
        needs: ['key:test', 'load', ...(isHarmless ? [] : (['control:accounts'] as const))],
        alone: true,
        requests: enough(operation),
        run: async (t) => {
          await freeze(t)
          const { limit, served, beyond } = await exhaust(t, operation, await repeatable(t, operation))
          const { limit: stated } = documented(t, operation)
          expectThat(beyond.status === 429, {
            expected: `429 beyond ${limit} requests`,
            actual: summary(beyond),
            answer: beyond,
          })
          expectError(beyond, 'AUTH.RATE_LIMIT.EXCEEDED')
          expectThat(!t.isOwnAccount || served >= stated, {
            expected: `${stated} requests served first`,
            actual: served,
            answer: beyond,
          })
        },
      }),
    ]
  }),
  active({
    id: 'LIMIT-301',
    title: 'A limit is per key: another key of the account still has all of its own.',
    section,
    endpoint: 'POST /v1/batches/{id}/buy',
    sends: 'The purchase of a batch that is not there until it is limited, then once with another key.',
    needs: ['key:any-scope', 'load'],
    alone: true,
    requests: enough('buyBatch'),
    run: async (t) => {
      await freeze(t)
      const request = { id: nobodys.batch }
      await expectLimited(t, request)
      const { key } = await t.account.keys.create({ environment: 'test' })
      const answer = await t.call('buyBatch', { ...request, key: { value: key }, takes429: true })
      expectThat(answer.status !== 429, {
        expected: 'no limit for another key',
        actual: summary(answer),
        answer,
      })
    },
  }),
  active({
    id: 'LIMIT-302',
    title: 'A limit is per endpoint: the others still answer.',
    section,
    endpoint: 'POST /v1/batches/{id}/buy',
    basis: 'table',
    sends: 'The purchase of a batch that is not there until it is limited, then the wallet and the batch.',
    needs: ['key:test', 'load'],
    alone: true,
    requests: { ...enough('buyBatch'), getWallet: 1, getBatch: 1 },
    run: async (t) => {
      await freeze(t)
      await expectLimited(t, { id: nobodys.batch })
      const wallet = await t.call('getWallet', { takes429: true })
      expectThat(isSuccess(wallet), { expected: 'the wallet', actual: summary(wallet), answer: wallet })
      const batch = await t.call('getBatch', { id: nobodys.batch, takes429: true })
      expectThat(batch.status !== 429, {
        expected: 'no limit on reading a batch',
        actual: summary(batch),
        answer: batch,
      })
    },
  }),
  active({
    id: 'LIMIT-303',
    title: 'After the seconds of Retry-After, requests are served again.',
    section,
    endpoint: 'POST /v1/batches/{id}/buy',
    sends: 'The purchase of a batch that is not there until it is limited, and again after Retry-After.',
    needs: ['key:test', 'load', wait(seconds(61))],
    alone: true,
    requests: { ...enough('buyBatch'), buyBatch: 34 },
    run: async (t) => {
      const beyond = await expectLimited(t, { id: nobodys.batch })
      const after = header(beyond, 'Retry-After')
      expectThat(after <= 60, { expected: 'at most a window of 60 seconds', actual: after, answer: beyond })
      await t.passTime(seconds(after) + 50)
      const answer = await t.call('buyBatch', { id: nobodys.batch, takes429: true })
      expectThat(answer.status !== 429, { expected: 'no limit any more', actual: summary(answer), answer })
    },
  }),
  active({
    id: 'LIMIT-304',
    title: 'A new window of a minute has all its requests again.',
    section,
    endpoint: 'GET /v1/wallet',
    sends: 'The wallet four times, and once more 61 seconds later.',
    needs: ['key:test', wait(seconds(61))],
    requests: { getWallet: 5 },
    run: async (t) => {
      let left = 0
      for (let count = 0; count < 4; count += 1) left = remainingOf(await t.call('getWallet'))
      await t.passTime(seconds(61))
      const answer = await t.call('getWallet')
      const now = remainingOf(answer)
      if (!t.isOwnAccount && now <= left) t.notJudged('others use the same key')
      expectThat(now > left, { expected: `more than ${left} left`, actual: now, answer })
    },
  }),
  active({
    id: 'LIMIT-305',
    title: 'The window of a limit resets within a minute of the request.',
    section,
    endpoint: 'GET /v1/wallet',
    sends: 'The wallet, of which the headers are looked at.',
    requests: { getWallet: 2 },
    run: async (t) => {
      const answer = await t.call('getWallet')
      // This machine's clock says nothing of the target's.
      if (!t.hasClock && answer.headers['date'] === undefined)
        t.notJudged('the target does not tell its time')
      const now = await t.now()
      const inSeconds = resetOf(answer) - now / 1_000
      // A little room for rounding and for the way.
      expectThat(inSeconds > -5 && inSeconds <= 65, {
        expected: 'a reset from now to 60 seconds ahead',
        actual: `${Math.round(inSeconds)} seconds ahead`,
        answer,
      })
    },
  }),
  active({
    id: 'LIMIT-306',
    title: 'At the limit, nothing is left in the window.',
    section,
    endpoint: 'POST /v1/batches/{id}/buy',
    basis: 'table',
    sends: 'The purchase of a batch that is not there until it is limited.',
    needs: ['key:test', 'load'],
    alone: true,
    requests: enough('buyBatch'),
    run: async (t) => {
      await freeze(t)
      const beyond = await expectLimited(t, { id: nobodys.batch })
      expectThat(remainingOf(beyond) === 0, {
        expected: '0 left',
        actual: remainingOf(beyond),
        answer: beyond,
      })
    },
  }),
]

/** Uses a limit up, as a setup: that it ends is for another rule to say. */
async function expectLimited(t: RuleContext, request: CallRequest): Promise<Answer> {
  return t.setup.of('The exhaustion of the limit', async () => {
    const { beyond } = await exhaust(t, 'buyBatch', request)
    expectThat(beyond.status === 429 && errorCodeOf(beyond) === 'AUTH.RATE_LIMIT.EXCEEDED', {
      expected: '429 AUTH.RATE_LIMIT.EXCEEDED',
      actual: summary(beyond),
      answer: beyond,
    })
    return beyond
  })
}
