import type { Answer } from '../../http/answer.ts'
import { expectAnswer, expectResource, expectThat, isSuccess } from '../../http/expect.ts'
import { showField } from '../../http/show.ts'
import type { RuleContext } from '../../rule-context.ts'
import type { QuotedRate } from '../../setup/prerequisites.ts'
import { expectLabelMatchesRate, expectPurchaseValues } from '../support/label-fields.ts'
import { settleAll } from '../support/settle-all.ts'

/** A request that is sent at the same time as other requests, and the function that checks its response. */
export interface SimultaneousRequest {
  ask(): Promise<Answer>
  /** Throws RuleBroken if the response is not that of this request. */
  judge(answer: Answer): void
}

const expectFieldValue = (name: string, due: unknown) => (answer: Answer) => {
  const fields = expectResource(answer, 'response')
  expectThat(fields.raw(name) === due || !fields.has(name), {
    expected: `${name} ${due}, as requested`,
    actual: showField(name, fields.raw(name)),
    answer,
  })
}

const makeBatchItem = (
  t: RuleContext,
  { id: rate_id, carrier, service, rateCents: rate_cents }: QuotedRate,
) => ({
  ...t.setup.ratesBody(),
  ...{ rate_id, carrier, service, rate_cents },
})

/** Creates two labels, two trackers and two batches, and returns requests that read them. */
async function makeReadRequests(
  t: RuleContext,
  rates: readonly QuotedRate[],
): Promise<readonly SimultaneousRequest[]> {
  const requests: SimultaneousRequest[] = []
  for (const [index, rate] of rates.slice(0, 2).entries()) {
    const label = await t.setup.labelOf(rate)
    const { id } = label
    requests.push({
      ask: () => t.call('getLabel', { id }),
      judge: (answer) => expectPurchaseValues(label.fields, answer),
    })
    const body = { tracking_number: label.trackingNumber, carrier: rate.carrier }
    const made = await t.setup.works('A registration', t.call('registerTracker', { body }))
    const tracker = expectResource(made, 'tracker').text('id')
    requests.push({
      ask: () => t.call('getTracker', { id: tracker }),
      judge: expectFieldValue('tracking_number', label.trackingNumber),
    })
    const items = rates.slice(2 + index, 3 + 3 * index).map((each) => makeBatchItem(t, each))
    const batch = await t.setup.works('A batch', t.call('createBatch', { body: { items } }))
    const batchId = expectResource(batch, 'batch').text('id')
    const cost = expectResource(batch, 'batch').raw('total_cost_cents')
    requests.push({
      ask: () => t.call('getBatch', { id: batchId }),
      judge: expectFieldValue('total_cost_cents', cost),
    })
  }
  return requests
}

/** Creates requests to validate two addresses, to read the wallets of two clients, and to create two of each kind of resource. */
async function makeCreationRequests(
  t: RuleContext,
  rates: readonly QuotedRate[],
): Promise<readonly SimultaneousRequest[]> {
  const { commercial, undeliverable } = t.profile.addresses
  const makeValidationRequest = (body: unknown, isGood: boolean): SimultaneousRequest => ({
    ask: () => t.call('validateAddress', { body }),
    judge: (answer) =>
      expectAnswer(answer, isSuccess(answer) === isGood, isGood ? 'a validation' : 'a refusal'),
  })
  const makeWalletRequest = (value: string, cents: number): SimultaneousRequest => ({
    ask: () => t.call('getWallet', { key: { value } }),
    judge: (answer) =>
      expectAnswer(answer, answer.text.includes(String(cents)), `a wallet with ${cents} cents`),
  })
  const own = Number((await t.account.wallet.get()).raw('balance_cents'))
  const other = (await t.getOtherClientKeys()).live
  const read = await t.setup.works('A wallet', t.call('getWallet', { key: { value: other } }))
  const others = /"balance_cents":\s*(\d+)/.exec(read.text)?.[1]
  return [
    makeValidationRequest(commercial, true),
    makeValidationRequest(undeliverable, false),
    makeWalletRequest(await t.key('live'), own),
    ...(others === undefined ? [] : [makeWalletRequest(other, Number(others))]),
    ...rates.map(
      (rate): SimultaneousRequest => ({
        ask: () => t.call('buyLabel', { body: { rate_id: rate.id } }),
        judge: (answer) =>
          expectLabelMatchesRate(expectResource(answer, 'label'), { rate, answer, mayBeFree: true }),
      }),
    ),
    ...[rates[0]?.carrier, rates.find(({ carrier }) => carrier !== rates[0]?.carrier)?.carrier].map(
      (carrier): SimultaneousRequest => ({
        ask: () => t.call('registerTracker', { body: { tracking_number: '99990000000000000000', carrier } }),
        judge: (answer) => {
          if (!isSuccess(answer)) return
          const told = expectResource(answer, 'tracker').raw('carrier')
          expectThat(told === undefined || String(told).toLowerCase() === carrier?.toLowerCase(), {
            expected: `carrier ${carrier}`,
            actual: showField('carrier', told),
            answer,
          })
        },
      }),
    ),
  ]
}

/** Sends requests of all kinds at once, in one order and then in the opposite order, and checks each response. Throws RuleBroken. */
export async function expectSimultaneousResponses(t: RuleContext): Promise<void> {
  const quoted = await t.setup.rates()
  if (quoted.length < 10) t.notJudged(`the quote had ${quoted.length} rates, but the rule needs at least ten`)
  const readRequests = await makeReadRequests(t, quoted)
  for (const isReversed of [false, true]) {
    const fresh = isReversed ? quoted.slice(6, 8) : quoted.slice(8, 10)
    const all = [...readRequests, ...(await makeCreationRequests(t, fresh))]
    const requests = isReversed ? all.toReversed() : all
    const answers = await settleAll(requests.map(({ ask }) => ask()))
    for (const [index, { judge }] of requests.entries()) {
      const answer = answers[index]
      if (answer !== undefined) judge(answer)
    }
  }
}
