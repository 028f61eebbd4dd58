import constants from '../../../fixtures/spec/constants.json' with { type: 'json' }
import { expectError, expectResource, expectThat, isSuccess, summary } from '../expect.ts'
import { hours, minutes } from '../need.ts'
import type { Rule, RuleId } from '../rule.ts'
import type { RuleContext } from '../rule-context.ts'
import type { ErrorCode } from '../spec-error.ts'
import { active } from './active.ts'
import { nobodys } from './requests.ts'

const creating = 'POST /v1/batches'
const buying = 'POST /v1/batches/{id}/buy'
const reading = 'GET /v1/batches/{id}'
const endpoints = 'Endpoints'
const states = 'States and transitions'

const create = (t: RuleContext, items: readonly unknown[], key: 'test' | 'live' = 'test') =>
  t.call('createBatch', { body: { items }, key })

/** Money is only ever taken from a wallet that was made for the rule. */
const ownMoney = ['control:accounts', 'control:wallet'] as const

/** A live batch: an account of the rule's own pays for it. */
async function liveItems(t: RuleContext, count: number) {
  await t.account.wallet.set({ balance_cents: 10_000_000, auto_reload: null })
  const items = await t.setup.batchItems(count, { key: 'live' })
  return { items, cost: items.reduce((sum, item) => sum + Number(item['rate_cents']), 0) }
}

const forMoney: readonly {
  readonly id: RuleId
  readonly code: ErrorCode
  readonly title: string
  readonly wallet: Parameters<RuleContext['account']['wallet']['set']>[0]
}[] = [
  {
    id: 'BATCH-201',
    code: 'WALLET.INSUFFICIENT_BALANCE',
    title: 'a wallet that has not enough',
    wallet: { balance_cents: 1, auto_reload: null },
  },
]

export const batchRules: readonly Rule[] = [
  active({
    id: 'BATCH-001',
    title: 'A batch of one item can be created, and has an id.',
    section: endpoints,
    endpoint: creating,
    basis: 'table',
    sends: 'A batch of one item.',
    requests: { createRates: 1, createBatch: 1 },
    run: async (t) => {
      const answer = await create(t, await t.setup.batchItems(1))
      expectResource(answer, 'batch').text('id')
    },
  }),
  active({
    id: 'BATCH-002',
    title: 'A batch costs as much as its items together.',
    section: 'Resources and their fields',
    endpoint: creating,
    basis: 'table',
    sends: 'A batch of three items.',
    requests: { createRates: 1, createBatch: 1 },
    run: async (t) => {
      const items = await t.setup.batchItems(3)
      const cost = items.reduce((sum, item) => sum + Number(item['rate_cents']), 0)
      const answer = await create(t, items)
      const told = expectResource(answer, 'batch').integer('total_cost_cents')
      expectThat(told === cost, { expected: `${cost} cents`, actual: told, answer })
    },
  }),
  active({
    id: 'BATCH-003',
    title: 'A batch says in whole cents what is left in the wallet.',
    section: 'Resources and their fields',
    endpoint: creating,
    basis: 'table',
    sends: 'A batch of one item.',
    requests: { createRates: 1, createBatch: 1 },
    run: async (t) => {
      const answer = await create(t, await t.setup.batchItems(1))
      expectResource(answer, 'batch').integer('wallet_balance_after_cents')
    },
  }),
  active({
    id: 'BATCH-004',
    title: 'A batch without items is refused.',
    section: endpoints,
    endpoint: creating,
    sends: 'A batch of one item, then one of none.',
    requests: { createRates: 1, createBatch: 2 },
    run: async (t) => {
      await t.setup.batch()
      expectError(await create(t, []), 'BATCH.ITEMS.REQUIRED')
    },
  }),
  active({
    id: 'BATCH-005',
    title: 'A batch of 5,001 items is refused.',
    section: endpoints,
    endpoint: creating,
    sends: 'A batch of one item, then one of 5,001.',
    requests: { createRates: 1, createBatch: 2 },
    run: async (t) => {
      const [item] = await t.setup.batchItems(1)
      await t.setup.works('A batch of one item', create(t, [item]))
      const answer = await create(
        t,
        Array.from({ length: constants.batchMaxItems + 1 }, () => item),
      )
      expectError(answer, 'BATCH.SIZE.EXCEEDED')
    },
  }),
  active({
    id: 'BATCH-006',
    title: 'A batch of 5,000 items is accepted.',
    section: endpoints,
    endpoint: creating,
    basis: 'table',
    sends: 'A batch of 5,000 items.',
    needs: ['key:test', 'control:accounts'],
    requests: { createRates: 1, createBatch: 1 },
    run: async (t) => {
      const items = await t.setup.batchItems(constants.batchMaxItems)
      const answer = await create(t, items)
      expectResource(answer, 'batch').text('id')
    },
  }),
  active({
    id: 'BATCH-007',
    title: 'A batch that was created can be read.',
    section: endpoints,
    endpoint: reading,
    basis: 'table',
    sends: 'A batch created, bought and read.',
    requests: { createRates: 1, createBatch: 1, buyBatch: 1, getBatch: 1 },
    run: async (t) => {
      const { id } = await bought(t)
      const answer = await t.call('getBatch', { id })
      const batch = expectResource(answer, 'batch')
      expectThat(!batch.has('id') || batch.raw('id') === id, {
        expected: id,
        actual: batch.raw('id'),
        answer,
      })
    },
  }),
  active({
    id: 'BATCH-008',
    title: 'A batch that was bought tells how much of it is done, from 0 to 100.',
    section: 'Resources and their fields',
    endpoint: reading,
    basis: 'table',
    sends: 'A batch created, bought and read.',
    requests: { createRates: 1, createBatch: 1, buyBatch: 1, getBatch: 1 },
    run: async (t) => {
      const { id } = await bought(t)
      const answer = await t.call('getBatch', { id })
      const done = expectResource(answer, 'batch').number('estimated_completion_percentage')
      expectThat(done >= 0 && done <= 100, { expected: 'from 0 to 100', actual: done, answer })
    },
  }),
  active({
    id: 'BATCH-009',
    title: 'A batch that was bought tells how many seconds are left.',
    section: 'Resources and their fields',
    endpoint: reading,
    basis: 'table',
    sends: 'A batch created, bought and read.',
    requests: { createRates: 1, createBatch: 1, buyBatch: 1, getBatch: 1 },
    run: async (t) => {
      const { id } = await bought(t)
      const answer = await t.call('getBatch', { id })
      const left = expectResource(answer, 'batch').number('estimated_time_remaining_seconds')
      expectThat(left >= 0, { expected: '0 or more', actual: left, answer })
    },
  }),
  active({
    id: 'BATCH-010',
    title: 'Buying a batch is accepted.',
    section: states,
    endpoint: buying,
    basis: 'table',
    sends: 'A batch created and bought.',
    requests: { createRates: 1, createBatch: 1, buyBatch: 1 },
    run: async (t) => {
      const { id } = await t.setup.batch()
      const answer = await t.call('buyBatch', { id })
      expectThat(isSuccess(answer), { expected: 'a 2xx answer', actual: summary(answer), answer })
    },
  }),
  active({
    id: 'BATCH-011',
    title: 'Buying a batch that is already being processed is refused.',
    section: states,
    endpoint: buying,
    basis: 'table',
    sends: 'A batch bought twice at once, while its time stands still.',
    needs: ['control:accounts', 'control:clock'],
    requests: { createRates: 1, createBatch: 1, buyBatch: 2 },
    run: async (t) => {
      await t.account.clock.freeze()
      const { id } = await t.setup.batch(5)
      const first = await t.call('buyBatch', { id })
      await t.setup.of('The first purchase', async () =>
        expectThat(isSuccess(first), { expected: 'a 2xx answer', actual: summary(first) }),
      )
      expectError(await t.call('buyBatch', { id }), 'BATCH.ALREADY_PROCESSING')
    },
  }),
  active({
    id: 'BATCH-012',
    title: 'Buying a batch that is not there is answered as not found.',
    section: endpoints,
    endpoint: buying,
    sends: 'A batch created and bought, then an id that nobody was given.',
    requests: { createRates: 1, createBatch: 1, buyBatch: 2 },
    run: async (t) => {
      await bought(t)
      expectError(await t.call('buyBatch', { id: nobodys.batch }), 'BATCH.NOT_FOUND')
    },
  }),
  active({
    id: 'BATCH-013',
    title: 'Reading a batch that is not there is answered as not found.',
    section: endpoints,
    endpoint: reading,
    sends: 'A batch created, bought and read, then an id that nobody was given.',
    requests: { createRates: 1, createBatch: 1, buyBatch: 1, getBatch: 2 },
    run: async (t) => {
      const { id } = await bought(t)
      await t.setup.works('The batch', t.call('getBatch', { id }))
      expectError(await t.call('getBatch', { id: nobodys.batch }), 'BATCH.NOT_FOUND')
    },
  }),
  active({
    id: 'BATCH-014',
    title: 'The progress of a batch never falls.',
    section: 'Resources and their fields',
    endpoint: reading,
    basis: 'derived',
    sends: 'A batch bought, and read as its time passes.',
    needs: ['control:accounts', 'control:clock'],
    requests: { createRates: 1, createBatch: 1, buyBatch: 1, getBatch: 6 },
    run: async (t) => {
      await t.account.clock.freeze()
      const { id } = await bought(t, 200)
      const seen: number[] = []
      for (let count = 0; count < 5; count += 1) {
        const answer = await t.call('getBatch', { id })
        seen.push(expectResource(answer, 'batch').number('estimated_completion_percentage'))
        expectThat((seen.at(-1) ?? 0) >= (seen.at(-2) ?? 0), {
          expected: 'progress that never falls',
          actual: seen,
          answer,
        })
        await t.passTime(1_000)
      }
      // A day is enough for anything.
      await t.passTime(hours(24))
      const answer = await t.call('getBatch', { id })
      const done = expectResource(answer, 'batch').number('estimated_completion_percentage')
      expectThat(done >= (seen.at(-1) ?? 0), { expected: 'progress that never falls', actual: done, answer })
    },
  }),
  active({
    id: 'BATCH-015',
    title: 'A batch of the sandbox leaves the balance of the wallet as it was.',
    section: 'Authentication',
    endpoint: creating,
    basis: 'table',
    sends: 'A sandbox label and a batch, whose balances are compared.',
    alone: true,
    requests: { createRates: 2, buyLabel: 1, createBatch: 1 },
    run: async (t) => {
      const label = await t.setup.label()
      const answer = await create(t, await t.setup.batchItems(2))
      const left = expectResource(answer, 'batch').raw('wallet_balance_after_cents')
      const before = label.fields.raw('wallet_balance_after_cents')
      expectThat(left === before, { expected: `${before} cents`, actual: left, answer })
    },
  }),
  active({
    id: 'BATCH-101',
    title: 'The full cost of a live batch is taken from the wallet when it is created.',
    section: states,
    endpoint: creating,
    basis: 'table',
    sends: 'A live batch of three items, and the wallet after it.',
    needs: ownMoney,
    requests: { createRates: 1, createBatch: 1, getWallet: 1 },
    run: async (t) => {
      const { items, cost } = await liveItems(t, 3)
      const made = await create(t, items, 'live')
      await t.setup.of('The batch', async () => expectResource(made, 'batch'))
      const left = (await t.account.wallet.get()).integer('balance_cents')
      expectThat(left === 10_000_000 - cost, {
        expected: `10000000 - ${cost} = ${10_000_000 - cost} cents`,
        actual: left,
        answer: made,
      })
      const answer = await t.call('getWallet', { key: 'live' })
      expectThat(answer.text.includes(String(left)), {
        expected: `${left} cents`,
        actual: answer.json,
        answer,
      })
    },
  }),
  active({
    id: 'BATCH-102',
    title: 'A live batch says what is left in the wallet after its full cost.',
    section: 'Resources and their fields',
    endpoint: creating,
    basis: 'table',
    sends: 'A live batch of three items.',
    needs: ownMoney,
    requests: { createRates: 1, createBatch: 1 },
    run: async (t) => {
      const { items, cost } = await liveItems(t, 3)
      const answer = await create(t, items, 'live')
      const told = expectResource(answer, 'batch').raw('wallet_balance_after_cents')
      expectThat(told === 10_000_000 - cost, { expected: `${10_000_000 - cost} cents`, actual: told, answer })
    },
  }),
  active({
    id: 'BATCH-103',
    title: 'A live batch that is refused costs nothing.',
    section: states,
    endpoint: creating,
    basis: 'derived',
    sends: 'A live batch of no items and one of 5,001, and the wallet after them.',
    needs: ownMoney,
    requests: { createRates: 1, createBatch: 2 },
    run: async (t) => {
      const { items } = await liveItems(t, 1)
      for (const count of [0, constants.batchMaxItems + 1]) {
        const answer = await create(
          t,
          Array.from({ length: count }, () => items[0]),
          'live',
        )
        expectThat(!isSuccess(answer), { expected: 'a refusal', actual: summary(answer), answer })
        const left = (await t.account.wallet.get()).integer('balance_cents')
        expectThat(left === 10_000_000, { expected: '10000000 cents', actual: left, answer })
      }
    },
  }),
  active({
    id: 'BATCH-104',
    title: 'Buying a live batch takes nothing more: its cost was taken when it was created.',
    section: states,
    endpoint: buying,
    basis: 'derived',
    sends: 'A live batch created and bought, and the wallet before and after the purchase.',
    needs: [...ownMoney, 'control:clock'],
    requests: { createRates: 1, createBatch: 1, buyBatch: 1 },
    run: async (t) => {
      const { items } = await liveItems(t, 2)
      const { id } = await t.setup.of('The batch', async () => ({
        id: expectResource(await create(t, items, 'live'), 'batch').text('id'),
      }))
      const before = (await t.account.wallet.get()).integer('balance_cents')
      const answer = await t.call('buyBatch', { id, key: 'live' })
      await t.setup.of('The purchase', async () =>
        expectThat(isSuccess(answer), { expected: 'a 2xx answer', actual: summary(answer) }),
      )
      await t.passTime(minutes(10))
      const after = (await t.account.wallet.get()).integer('balance_cents')
      expectThat(after === before, { expected: `${before} cents`, actual: after, answer })
    },
  }),
  ...forMoney.map(({ id, code, title, wallet }) =>
    active({
      id,
      title: `A live batch from ${title} is refused with ${code}, and costs nothing.`,
      section: 'Errors',
      endpoint: creating,
      basis: 'derived',
      sends: 'A live batch, and another after the wallet has been changed.',
      needs: ownMoney,
      requests: { createRates: 1, createBatch: 2 },
      run: async (t) => {
        const { items } = await liveItems(t, 2)
        await t.setup.works('A batch that can be paid', create(t, items, 'live'))
        await t.account.wallet.set(wallet)
        const answer = await create(t, items, 'live')
        expectError(answer, code)
        const left = (await t.account.wallet.get()).integer('balance_cents')
        expectThat(left === wallet.balance_cents, {
          expected: `${wallet.balance_cents} cents`,
          actual: left,
          answer,
        })
      },
    }),
  ),
]

/** A batch that was created and bought, as a setup. */
async function bought(t: RuleContext, count = 1): Promise<{ readonly id: string }> {
  const { id } = await t.setup.batch(count)
  const answer = await t.call('buyBatch', { id })
  await t.setup.of('The purchase of the batch', async () =>
    expectThat(isSuccess(answer), { expected: 'a 2xx answer', actual: summary(answer) }),
  )
  return { id }
}
