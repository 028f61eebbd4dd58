import {
  describeAnswer,
  expectAccepted,
  expectAnswer,
  expectError,
  expectResource,
  expectThat,
  isSuccess,
} from '../../http/expect.ts'
import { ControlFailed } from '../../http/failures.ts'
import { expectList } from '../../http/lists.ts'
import type { Rule } from '../../rule.ts'
import type { RuleContext } from '../../rule-context.ts'
import { hours } from '../../target/need.ts'
import { maxCarriers, requestCheapestOfEachCarrier } from '../support/each-carrier.ts'
import {
  findAlteredText,
  findPartsShownExactly,
  isTextRefusal,
  makeTextShipments,
  type TextShipment,
} from '../support/kept-texts.ts'
import { fillWallet, isolatedWallet, readWalletBalance } from '../support/money/isolated-wallet.ts'
import { rule, rulesOn } from '../support/rules-on.ts'
import { settleAll } from '../support/settle-all.ts'
import { expectBatchLabelsMade, listLabelsInHistory } from './bought-batch.ts'

const purchasesAtOnce = 10
const processingNeeds = ['control:accounts', 'control:clock', 'control:shipments'] as const
const liveBatchNeeds = [...isolatedWallet, 'control:clock', 'control:shipments'] as const
type BatchItems = Awaited<ReturnType<RuleContext['setup']['batchItems']>>

/**
 * Sets the wallet to the cost of a batch plus an additional amount, and returns this amount in cents. The amount is more
 * than 31 bits can hold, or a small one if the wallet cannot hold that much.
 */
async function setWalletForBatch(t: RuleContext, costCents: number): Promise<number> {
  for (const left of [2 ** 31 + 12_345, 12_345]) {
    const balance_cents = costCents + left
    const isHeld = await t.account.wallet.set({ balance_cents, auto_reload: null }).then(
      async () => (await readWalletBalance(t)) === balance_cents,
      (error: unknown) => {
        if (error instanceof ControlFailed) return false
        throw error
      },
    )
    if (isHeld) return left
  }
  return t.notJudged(
    `the control protocol cannot set the wallet to the ${costCents} cents that the batch costs`,
  )
}

const makeBatchPurchaseRule = rulesOn('buyBatch', { needs: [...processingNeeds, 'control:faults'] })

/** Rules about batches while carriers fail or the wallet changes, about items that fail, and about many requests at once. */
export const changingBatchRules: readonly Rule[] = [
  makeBatchPurchaseRule('BATCH-033', 'If some items of a batch fail, all other items still get their labels.')
    .judges('SERVICE-15')
    .by(async (t) => {
      const quoted = await t.setup.batchItems(100)
      const carriers = [...new Set(quoted.map((item) => item['carrier']))].slice(0, maxCarriers)
      if (carriers.length < 2)
        t.notJudged('the quote had rates of only one carrier, but the rule needs two carriers')
      const items = [0, 1].flatMap((round) =>
        carriers.flatMap((carrier) =>
          quoted.filter((item) => item['carrier'] === carrier).slice(round, round + 1),
        ),
      )
      const made = await t.setup.works('The batch', t.call('createBatch', { body: { items } }))
      const id = expectResource(made, 'batch').text('id')
      const before = (await listLabelsInHistory(t)).length
      await t.account.faults.add({ target: `carrier:${carriers[1]}`, operation: 'labels', mode: 'down' })
      await t.setup.works('The purchase of the batch', t.call('buyBatch', { id }))
      const due = items.filter((item) => item['carrier'] !== carriers[1]).length
      await expectBatchLabelsMade(t, { before, due })
    }),
  rule('BATCH-034', 'The labels of a batch keep unusual address texts, ZIP codes, states and countries.')
    .on('createBatch', { needs: processingNeeds })
    .judges('RESOURCES-107')
    .by(async (t) => {
      const { from, to } = t.profile.addresses
      const plain = await t.setup.label({ from, to })
      const kept = findPartsShownExactly({ from, to }, plain.fields)
      const [rate] = await t.setup.rates()
      if (rate === undefined) return t.notJudged('the target quoted no rate, so the rule had nothing to buy')
      const sent: TextShipment[] = []
      const items: BatchItems[number][] = []
      for (const each of makeTextShipments(t)) {
        const body = t.setup.ratesBody(each.shipment)
        const asked = await t.call('createRates', { body })
        if (isTextRefusal(asked)) continue
        const quoted = Object(expectList(asked, 'rates')[0])
        const { id: rate_id, carrier, service, rate_cents } = quoted
        sent.push(each)
        items.push({ ...body, rate_id, carrier, service, rate_cents })
      }
      if (items.length === 0)
        t.notJudged('the target refused all shipments with unusual texts, so no batch of them can be created')
      const made = await t.call('createBatch', { body: { items } })
      expectAnswer(made, made.status < 500, 'a batch, or a refusal')
      if (isTextRefusal(made))
        t.notJudged(`the target refused a batch with unusual texts: ${describeAnswer(made)}`)
      const id = expectResource(made, 'batch').text('id')
      const before = new Set(await listLabelsInHistory(t))
      await t.setup.works('The purchase of the batch', t.call('buyBatch', { id }))
      await t.passTime(hours(1))
      const labels = []
      for (const label of (await listLabelsInHistory(t)).filter((each) => !before.has(each))) {
        labels.push(expectResource(await t.call('getLabel', { id: label }), 'label'))
      }
      if (labels.some((label) => !label.has('from_address') || !label.has('to_address'))) return
      for (const each of sent) {
        const wrong = labels.map((label) => findAlteredText(each.shipment, [label], kept))
        expectThat(wrong.includes(undefined), {
          expected: `a label with ${each.what} as sent: ${wrong[0]?.given}`,
          actual: `labels with ${wrong.map((other) => other?.actual.slice(0, 80)).join('; ')}`,
        })
      }
    }),
  makeBatchPurchaseRule(
    'BATCH-036',
    'A batch that is created while a carrier fails makes its labels if it is bought after the carrier works again.',
  )
    .judges('ENDPOINTS-90')
    .by(async (t) => {
      const items = await t.setup.batchItems(3)
      await t.account.faults.add({ target: 'carrier:*', operation: 'labels', mode: 'down' })
      const made = await t.call('createBatch', { body: { items } })
      if (!isSuccess(made))
        t.notJudged(`the target creates no batch while carriers fail: ${describeAnswer(made)}`)
      const id = expectResource(made, 'batch').text('id')
      await t.account.faults.clear()
      const before = (await listLabelsInHistory(t)).length
      expectAccepted(await t.call('buyBatch', { id }))
      await expectBatchLabelsMade(t, { before, due: items.length })
    }),
  rule('BATCH-037', 'If ten requests buy a batch at once, one is accepted, and each item gets one label.')
    .on('buyBatch', { needs: processingNeeds })
    .judges('STATES-23')
    .by(async (t) => {
      await t.account.clock.freeze()
      const { id } = await t.setup.batch(3)
      const before = (await listLabelsInHistory(t)).length
      const answers = await settleAll(
        Array.from({ length: purchasesAtOnce }, () => t.call('buyBatch', { id })),
      )
      const accepted = answers.filter(isSuccess)
      const read = expectResource(await t.call('getBatch', { id }), 'batch')
      const percent = read.raw('estimated_completion_percentage')
      // If the batch is already finished, the service may accept another purchase, which the specification does not forbid.
      const isUnderWay = typeof percent === 'number' && percent < 100
      expectThat(accepted.length === 1 || (!isUnderWay && accepted.length > 0), {
        expected: `1 of ${purchasesAtOnce} purchases accepted`,
        actual: `${accepted.length} accepted`,
        answer: accepted[1] ?? answers[0],
      })
      for (const answer of answers) {
        if (!isSuccess(answer)) expectError(answer, 'BATCH.ALREADY_PROCESSING')
      }
      if (isUnderWay) await expectBatchLabelsMade(t, { before, due: 3 })
    }),
  rule(
    'BATCH-120',
    'A live batch, which is paid at its creation, makes its labels a day later even if the wallet is then empty and has no card.',
  )
    .on('buyBatch', { needs: liveBatchNeeds })
    .judges('ENDPOINTS-87')
    .by(async (t) => {
      await fillWallet(t)
      const { id } = await t.setup.batch(3, { key: 'live' })
      const before = (await listLabelsInHistory(t)).length
      await t.account.wallet.set({ balance_cents: 0, payment_method: 'none' })
      await t.passTime(hours(25))
      expectAccepted(await t.call('buyBatch', { id, key: 'live' }))
      await expectBatchLabelsMade(t, { before, due: 3 })
    }),
  rule(
    'BATCH-118',
    'If five live batches are created at once, the wallet pays for as many as its balance covers.',
  )
    .on('createBatch', { needs: isolatedWallet })
    .judges('STATES-19')
    .by(async (t) => {
      const rate = (await requestCheapestOfEachCarrier(t, 'live')).find(({ rateCents }) => rateCents > 1)
      if (rate === undefined) return t.notJudged('no quoted rate costs more than 1 cent')
      const { carrier, service, rateCents } = rate
      const item = { ...t.setup.ratesBody(), rate_id: rate.id, carrier, service, rate_cents: rateCents }
      await t.account.wallet.set({ balance_cents: 2 * rateCents, auto_reload: null })
      const answers = await settleAll(
        Array.from({ length: 5 }, () => t.call('createBatch', { body: { items: [item] }, key: 'live' })),
      )
      const paid = answers.filter(isSuccess).length
      const left = await readWalletBalance(t)
      expectThat(paid <= 2 && left === (2 - paid) * rateCents, {
        expected: `at most 2 batches created, and ${rateCents} cents taken for each`,
        actual: `${paid} created, and ${left} cents in the wallet`,
        answer: answers[0],
      })
      // A sandbox batch costs nothing, so the service must create it whatever the live wallet has left.
      const items = await t.setup.batchItems(1)
      expectAccepted(await t.call('createBatch', { body: { items } }))
    }),
  rule('BATCH-119', 'A live batch whose cost in cents exceeds 31 bits is charged and reported to the cent.')
    .on('createBatch', {
      needs: isolatedWallet,
      requests: { createRates: 2, createBatch: 1, getBatch: 1 },
    })
    .judges('RESOURCES-92')
    .by(async (t) => {
      const { overweight } = t.profile.parcels
      const parcel = { ...overweight, weight_oz: overweight.weight_oz * 1_000 }
      const asked = await t.call('createRates', { body: t.setup.ratesBody({ parcel }), key: 'live' })
      if (!isSuccess(asked))
        t.notJudged(`the target quotes no rates for a heavy parcel: ${describeAnswer(asked)}`)
      const dearest = Object(expectList(asked, 'rates').at(-1))
      const { id: rate_id, carrier, service, rate_cents } = dearest
      const count = Math.ceil((2 ** 31 + 1) / Number(rate_cents))
      if (!(count <= 200))
        t.notJudged(
          `200 items cost too little for this rule, which needs a batch of more than 2^31 cents: the most expensive rate for ${parcel.weight_oz} oz is ${rate_cents} cents`,
        )
      const cost = count * Number(rate_cents)
      // If the wallet can hold enough, the remaining balance exceeds 31 bits, like the cost.
      const left = await setWalletForBatch(t, cost)
      const item = { ...t.setup.ratesBody({ parcel }), rate_id, carrier, service, rate_cents }
      const made = await t.call('createBatch', {
        body: { items: Array.from({ length: count }, () => item) },
        key: 'live',
      })
      expectAnswer(made, made.status < 500, 'a batch, or a refusal')
      if (!isSuccess(made))
        t.notJudged(`the target refuses a batch that costs ${cost} cents: ${describeAnswer(made)}`)
      const batch = expectResource(made, 'batch')
      const told = [
        batch.integer('total_cost_cents'),
        batch.integer('wallet_balance_after_cents'),
        await readWalletBalance(t),
      ]
      expectThat(told.join() === [cost, left, left].join(), {
        expected: `a cost of ${cost} cents, and ${left} cents left in the response and in the wallet`,
        actual: told.join(', '),
        answer: made,
      })
    }),
]
