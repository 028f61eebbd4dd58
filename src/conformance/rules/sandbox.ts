import type { Rule } from '../rule.ts'
import type { RuleContext } from '../rule-context.ts'
import { expectSuccess, expectThat } from '../wire/expect.ts'
import { active } from './active.ts'
import { expectPdf, openLabelUrl } from './downloads.ts'
import { changesSince, changesText, isOtherTime, type Still, stillOf } from './parts.ts'

const section = 'What the service does'
const buying = 'POST /v1/labels'

const readWallet = async (t: RuleContext, key: 'test' | 'live' = 'test') =>
  (await t.setup.works(`The ${key} wallet`, t.call('getWallet', { key }))).json

/** The wallet before a purchase. */
async function stillWallet(t: RuleContext, key?: 'live'): Promise<Still> {
  const still = stillOf(await readWallet(t, key), await readWallet(t, key))
  const isShown = [...still.parts.keys()].some((place) => place !== '' && !still.restless.has(place))
  if (!isShown) t.notJudged('nothing in the wallet stays as it is')
  return still
}

/** What a purchase has done to the wallet, but for times in it. */
async function expectUntouched(t: RuleContext, before: Still, key: 'test' | 'live' = 'test'): Promise<void> {
  const answer = await t.call('getWallet', { key })
  const changes = changesSince(before, expectSuccess(answer)).filter((each) => !isOtherTime(each))
  expectThat(changes.length === 0, {
    expected: 'the wallet as it was',
    actual: changesText(changes),
    answer,
  })
}

export const sandboxRules: readonly Rule[] = [
  active({
    id: 'SAND-001',
    title: 'A label bought with a test key is a sandbox label and costs nothing.',
    section: 'Authentication',
    endpoint: buying,
    basis: 'table',
    sends: 'The wallet, one purchase with the test key, and the wallet again.',
    canary: true,
    requests: { getWallet: 3, createRates: 1, buyLabel: 1 },
    run: async (t) => {
      const before = await stillWallet(t)
      const { fields, trackingNumber, answer } = await t.setup.label()
      const sandbox = fields.raw('sandbox')
      expectThat(sandbox === true, { expected: 'sandbox to be true', actual: sandbox, answer })
      expectThat(trackingNumber.startsWith('9999'), {
        expected: 'a tracking number that begins with 9999',
        actual: trackingNumber,
        answer,
      })
      await expectUntouched(t, before)
    },
  }),
  active({
    id: 'SAND-002',
    title: 'A label bought with a test key is marked as sandbox.',
    section: 'Resources and their fields',
    endpoint: buying,
    basis: 'table',
    sends: 'A purchase with the test key.',
    requests: { createRates: 1, buyLabel: 1 },
    run: async (t) => {
      const { fields, answer } = await t.setup.label()
      expectThat(fields.boolean('sandbox'), { expected: 'true', actual: 'false', answer })
    },
  }),
  active({
    id: 'SAND-003',
    title: 'The tracking number of a sandbox label begins with 9999.',
    section,
    endpoint: buying,
    sends: 'A purchase with the test key.',
    requests: { createRates: 1, buyLabel: 1 },
    run: async (t) => {
      const { trackingNumber, answer } = await t.setup.label()
      expectThat(trackingNumber.startsWith('9999'), { expected: '9999…', actual: trackingNumber, answer })
    },
  }),
  active({
    id: 'SAND-004',
    title: 'The label_url of a sandbox label is under /v1/sandbox/labels/.',
    section,
    endpoint: buying,
    sends: 'A purchase with the test key.',
    requests: { createRates: 1, buyLabel: 1 },
    run: async (t) => {
      const { labelUrl, answer } = await t.setup.label()
      const path = URL.canParse(labelUrl) ? new URL(labelUrl).pathname : ''
      expectThat(/\/v1\/sandbox\/labels\/./.test(path), {
        expected: 'a URL under /v1/sandbox/labels/',
        actual: labelUrl,
        answer,
      })
    },
  }),
  active({
    id: 'SAND-005',
    title: 'The label_url of a sandbox label leads to a PDF.',
    section,
    endpoint: buying,
    sends: 'A purchase with the test key, and what its label_url leads to.',
    requests: { createRates: 1, buyLabel: 1, other: 1 },
    run: async (t) => {
      const { labelUrl } = await t.setup.label()
      expectPdf(t, await openLabelUrl(t, labelUrl, 'test'))
    },
  }),
  active({
    id: 'SAND-006',
    title: 'The wallet of the sandbox never gets less: two purchases leave the same balance.',
    section,
    endpoint: buying,
    sends: 'Two purchases with the test key.',
    alone: true,
    requests: { createRates: 2, buyLabel: 2 },
    run: async (t) => {
      const first = await t.setup.label()
      const second = await t.setup.label()
      const before = first.fields.integer('wallet_balance_after_cents')
      const after = second.fields.integer('wallet_balance_after_cents')
      expectThat(after === before, {
        expected: `a balance of ${before}`,
        actual: after,
        answer: second.answer,
      })
    },
  }),
  active({
    id: 'SAND-007',
    title: 'A test key buys labels however empty the live wallet is.',
    section,
    endpoint: buying,
    sends: 'A purchase with the test key while the live wallet is empty and has no card.',
    needs: ['control:wallet'],
    requests: { createRates: 1, buyLabel: 1 },
    run: async (t) => {
      await t.account.wallet.set({ balance_cents: 0, payment_method: 'none', auto_reload: null })
      const rate = await t.setup.rate()
      expectSuccess(await t.call('buyLabel', { body: { rate_id: rate.id } }))
    },
  }),
  active({
    id: 'SAND-008',
    title: 'A purchase with a test key leaves the live wallet as it was.',
    section: 'Authentication',
    endpoint: buying,
    basis: 'table',
    sends: 'The live wallet before and after a purchase with the test key.',
    needs: ['key:test', 'key:live'],
    alone: true,
    requests: { getWallet: 3, createRates: 1, buyLabel: 1 },
    run: async (t) => {
      const before = await stillWallet(t, 'live')
      await t.setup.label()
      await expectUntouched(t, before, 'live')
    },
  }),
  active({
    id: 'SAND-009',
    title: 'A label bought with a live key is no sandbox label.',
    section: 'Resources and their fields',
    endpoint: buying,
    basis: 'table',
    sends: 'A purchase with the live key.',
    needs: ['key:live', 'spend'],
    charges: 1,
    alone: true,
    requests: { createRates: 1, buyLabel: 1 },
    run: async (t) => {
      const { fields, answer } = await t.setup.label({ key: 'live' })
      expectThat(fields.raw('sandbox') === false, {
        expected: 'sandbox to be false',
        actual: fields.raw('sandbox'),
        answer,
      })
    },
  }),
]
