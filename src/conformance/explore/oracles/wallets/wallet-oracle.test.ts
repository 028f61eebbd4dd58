import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  groupConcurrentSteps,
  type OracleHistory,
  openHistory,
  runOracle,
  testBrokenStatements,
  testCorrectHistories,
} from '../../../../../test/support/conformance/oracle-history.ts'
import { wallets } from './wallet-oracle.ts'

const reload = { threshold_cents: 500, amount_cents: 5_000 }
const addWalletChange = (history: OracleHistory, cents: number, more = {}) =>
  history.control({ kind: 'wallet set', change: { balance_cents: cents, auto_reload: null, ...more } })

const addQuote = (history: OracleHistory, key: 'test' | 'live' = 'live', account_type = 'platform') =>
  history.call('createRates', {
    key,
    answer: {
      json: {
        rates: [
          { id: `rate_${key}`, rate_cents: 700, account_type },
          { id: `rate_${key}2`, rate_cents: 900, account_type },
        ],
      },
    },
  })

const createLabelResponse = (left: number, id = 'lbl_1', cents = 700) => ({
  status: 201,
  json: { id, rate_cents: cents, wallet_balance_after_cents: left },
})
const createRefusal = (status: number, code: string) => ({ status, json: { error: { code } } })

type Answer = { readonly status?: number; readonly json?: unknown } | null
const addPurchaseWithKey = (
  history: OracleHistory,
  key: 'test' | 'live',
  answer: Answer,
  rate = `rate_${key}`,
) => history.call('buyLabel', { key, body: { rate_id: rate }, answer })
const addPurchase = (history: OracleHistory, answer: Answer) => addPurchaseWithKey(history, 'live', answer)
const addWalletReading = (history: OracleHistory, cents: number) =>
  history.call('getWallet', { key: 'live', answer: { json: { balance_cents: cents } } })

const createItems = (count: number) =>
  Array.from({ length: count }, () => ({ rate_id: 'rate_live', rate_cents: 700 }))
const addBatch = (history: OracleHistory, left: number, key: 'test' | 'live' = 'live') =>
  history.call('createBatch', {
    key,
    body: { items: createItems(3) },
    answer: { json: { id: 'bat_1', total_cost_cents: 2_100, wallet_balance_after_cents: left } },
  })
const addBatchStart = (history: OracleHistory) =>
  history.call('buyBatch', { key: 'live', id: 'bat_1', answer: { status: 202 } })
const addVoid = (history: OracleHistory, id = 'lbl_1', key: 'test' | 'live' = 'live') =>
  history.call('voidLabel', { key, id })

describe('the wallet oracle', () => {
  testBrokenStatements(wallets, [
    {
      statement: 'STATES-6',
      what: 'a live purchase takes its price from the wallet',
      steps: (history, isRight) => [
        addWalletChange(history, 10_000),
        addQuote(history),
        addPurchase(history, createLabelResponse(isRight ? 9_300 : 9_299)),
      ],
    },
    {
      statement: 'STATES-6',
      what: 'a second live purchase also takes its price from the wallet',
      steps: (history, isRight) => [
        addWalletChange(history, 10_000),
        addQuote(history),
        addPurchase(history, createLabelResponse(9_300)),
        addPurchaseWithKey(
          history,
          'live',
          createLabelResponse(isRight ? 8_400 : 9_300, 'lbl_2', 900),
          'rate_live2',
        ),
      ],
    },
    {
      statement: 'STATES-7',
      what: 'a purchase in the sandbox takes nothing from the live wallet',
      steps: (history, isRight) => [
        addWalletChange(history, 10_000),
        addQuote(history, 'test'),
        addPurchaseWithKey(history, 'test', createLabelResponse(1)),
        addWalletReading(history, isRight ? 10_000 : 9_300),
      ],
    },
    {
      statement: 'STATES-7',
      what: 'the sandbox balance does not change',
      steps: (history, isRight) => [
        addQuote(history, 'test'),
        addWalletChange(history, 10_000),
        addPurchaseWithKey(history, 'test', createLabelResponse(5_000)),
        addPurchaseWithKey(history, 'test', createLabelResponse(isRight ? 5_000 : 4_300)),
      ],
    },
    {
      statement: 'STATES-7',
      what: 'a live purchase takes nothing from a separate sandbox wallet',
      steps: (history, isRight) => [
        addWalletChange(history, 10_000),
        addWalletReading(history, 10_000),
        history.call('getWallet', { answer: { json: { balance_cents: 500_000 } } }),
        addQuote(history),
        addPurchase(history, createLabelResponse(9_300)),
        history.call('getWallet', { answer: { json: { balance_cents: isRight ? 500_000 : 9_300 } } }),
      ],
    },
    {
      statement: 'SERVICE-31',
      what: 'the wallet reloads within an hour after a purchase failed for lack of money',
      steps: (history, isRight) => {
        const short = [
          addWalletChange(history, 1, { auto_reload: reload, payment_method: 'valid' }),
          addQuote(history),
          addPurchase(history, createRefusal(402, 'WALLET.INSUFFICIENT_BALANCE')),
        ]
        return [
          ...short,
          history.advance(isRight ? 60 : 3_600),
          addQuote(history),
          addPurchase(history, createRefusal(402, 'WALLET.INSUFFICIENT_BALANCE')),
        ]
      },
    },
    {
      statement: 'STATES-20',
      what: 'a batch with a test key takes nothing from the wallet',
      steps: (history, isRight) => [
        addWalletChange(history, 10_000),
        addQuote(history, 'test'),
        addPurchaseWithKey(history, 'test', createLabelResponse(5_000)),
        addBatch(history, isRight ? 5_000 : 2_900, 'test'),
      ],
    },
    {
      statement: 'SERVICE-27',
      what: 'a purchase in the sandbox never fails for lack of money',
      steps: (history, isRight) => [
        addWalletChange(history, 0),
        addQuote(history, 'test'),
        addPurchaseWithKey(
          history,
          'test',
          isRight ? createLabelResponse(5_000) : createRefusal(402, 'WALLET.INSUFFICIENT_BALANCE'),
        ),
      ],
    },
    {
      statement: 'STATES-10',
      what: 'a refused purchase takes nothing from the wallet',
      steps: (history, isRight) => [
        addWalletChange(history, 10_000),
        addQuote(history),
        addPurchase(history, createRefusal(422, 'LABEL.SERVICE.UNAVAILABLE')),
        addWalletReading(history, isRight ? 10_000 : 9_300),
      ],
    },
    {
      statement: 'STATES-10',
      what: 'a label creation that failed takes nothing from the wallet',
      steps: (history, isRight) => [
        addWalletChange(history, 10_000),
        addQuote(history),
        addPurchase(history, createRefusal(500, 'LABEL.CREATION.FAILED')),
        addWalletReading(history, isRight ? 10_000 : 9_300),
      ],
    },
    {
      statement: 'STATES-5',
      what: 'a purchase whose price is the whole balance succeeds',
      steps: (history, isRight) => [
        addWalletChange(history, 700),
        addQuote(history),
        addPurchase(
          history,
          isRight ? createLabelResponse(0) : createRefusal(402, 'WALLET.INSUFFICIENT_BALANCE'),
        ),
      ],
    },
    {
      statement: 'ERRORS-57',
      what: 'a purchase a cent above the balance fails',
      steps: (history, isRight) => [
        addWalletChange(history, 699),
        addQuote(history),
        addPurchase(
          history,
          isRight ? createRefusal(402, 'WALLET.INSUFFICIENT_BALANCE') : createLabelResponse(0),
        ),
      ],
    },
    {
      statement: 'ERRORS-57',
      what: 'a purchase that fails for lack of money gets the error code for this',
      steps: (history, isRight) => [
        addWalletChange(history, 699),
        addQuote(history),
        addPurchase(history, createRefusal(402, isRight ? 'WALLET.INSUFFICIENT_BALANCE' : 'WALLET.EMPTY')),
      ],
    },
    {
      statement: 'ERRORS-59',
      what: 'a purchase with a valid card does not fail because of the card',
      steps: (history, isRight) => [
        addWalletChange(history, 1, { auto_reload: reload, payment_method: isRight ? 'declined' : 'valid' }),
        addQuote(history),
        addPurchase(history, createRefusal(402, 'WALLET.PAYMENT.FAILED')),
      ],
    },
    {
      statement: 'ERRORS-61',
      what: 'a purchase with a stored card does not fail because no card is stored',
      steps: (history, isRight) => [
        addWalletChange(history, 1, { auto_reload: reload, payment_method: isRight ? 'none' : 'valid' }),
        addQuote(history),
        addPurchase(history, createRefusal(402, 'WALLET.PAYMENT_METHOD.MISSING')),
      ],
    },
    {
      statement: 'STATES-6',
      what: 'an automatic reload adds exactly its amount to the wallet',
      steps: (history, isRight) => [
        addWalletChange(history, 600, { auto_reload: reload, payment_method: 'valid' }),
        addQuote(history),
        addPurchase(history, createLabelResponse(isRight ? 4_900 : 5_000)),
      ],
    },
    {
      statement: 'STATES-6',
      what: 'a wallet with enough money does not reload',
      steps: (history, isRight) => [
        addWalletChange(history, 10_000, { auto_reload: reload, payment_method: 'valid' }),
        addQuote(history),
        addPurchase(history, createLabelResponse(isRight ? 9_300 : 14_300)),
      ],
    },
    {
      statement: 'STATES-19',
      what: 'a batch takes the cost of all its items from the wallet',
      steps: (history, isRight) => [
        addWalletChange(history, 10_000),
        addQuote(history),
        addBatch(history, isRight ? 7_900 : 9_300),
      ],
    },
    {
      statement: 'STATES-21',
      what: 'a refused batch takes nothing from the wallet',
      steps: (history, isRight) => [
        addWalletChange(history, 1_400),
        history.call('createBatch', {
          key: 'live',
          body: { items: createItems(3) },
          answer: createRefusal(402, 'WALLET.INSUFFICIENT_BALANCE'),
        }),
        addWalletReading(history, isRight ? 1_400 : 0),
      ],
    },
    {
      statement: 'ENDPOINTS-87',
      what: 'the start of a batch takes nothing more from the wallet',
      steps: (history, isRight) => [
        addWalletChange(history, 10_000),
        addBatch(history, 7_900),
        addBatchStart(history),
        history.advance(60),
        addWalletReading(history, isRight ? 7_900 : 5_800),
      ],
    },
    {
      statement: 'STATES-13',
      what: 'a void refunds at most the price of the label',
      steps: (history, isRight) => [
        addWalletChange(history, 10_000),
        addQuote(history),
        addPurchase(history, createLabelResponse(9_300)),
        addVoid(history),
        addWalletReading(history, isRight ? 10_000 : 10_001),
      ],
    },
    {
      statement: 'STATES-13',
      what: 'a void refunds the price of the label only once',
      steps: (history, isRight) => [
        addWalletChange(history, 10_000),
        addQuote(history),
        addPurchase(history, createLabelResponse(9_300)),
        addVoid(history),
        addWalletReading(history, 10_000),
        addVoid(history),
        addWalletReading(history, isRight ? 10_000 : 10_700),
      ],
    },
    {
      statement: 'STATES-13',
      what: 'a void of a sandbox label refunds nothing',
      steps: (history, isRight) => [
        addWalletChange(history, 10_000),
        addQuote(history, 'test'),
        addPurchaseWithKey(history, 'test', createLabelResponse(5_000)),
        addVoid(history, 'lbl_1', 'test'),
        addWalletReading(history, isRight ? 10_000 : 10_700),
      ],
    },
    {
      statement: 'ENDPOINTS-99',
      what: 'the balance of the wallet does not change by time alone',
      steps: (history, isRight) => [
        addWalletChange(history, 10_000),
        history.advance(86_400),
        addWalletReading(history, isRight ? 10_000 : 9_999),
      ],
    },
    {
      statement: 'ENDPOINTS-99',
      what: 'a purchase does not change the wallet of another client',
      steps: (history, isRight) => [
        history.control({ kind: 'wallet set', change: { balance_cents: 400, auto_reload: null } }, 'b'),
        addWalletChange(history, 10_000),
        addQuote(history),
        addPurchase(history, createLabelResponse(9_300)),
        history.call('getWallet', {
          client: 'b',
          key: { client: 'b', environment: 'live' },
          answer: { json: { balance_cents: isRight ? 400 : 9_300 } },
        }),
      ],
    },
  ])

  testCorrectHistories(wallets, [
    [
      'a label on a carrier account of the client is billed by the carrier and not charged to the wallet',
      (history) => [
        addWalletChange(history, 100),
        addQuote(history, 'live', 'byoa'),
        addPurchase(history, createLabelResponse(100, 'lbl_1', 0)),
        addWalletReading(history, 100),
      ],
    ],
    [
      'the wallet begins an automatic reload at a purchase that fails',
      (history) => [
        addWalletChange(history, 600, { auto_reload: reload, payment_method: 'valid' }),
        addQuote(history),
        addPurchase(history, createRefusal(402, 'WALLET.INSUFFICIENT_BALANCE')),
        addWalletReading(history, 5_600),
        addPurchase(history, createLabelResponse(4_900)),
      ],
    ],
    [
      'the response to another client’s void was lost, and the void by the owner refunds the price',
      (history) => [
        addWalletChange(history, 10_000),
        addQuote(history),
        addPurchase(history, createLabelResponse(9_300)),
        history.call('voidLabel', {
          client: 'b',
          key: { client: 'b', environment: 'live' },
          id: 'lbl_1',
          answer: null,
        }),
        addVoid(history),
        addWalletReading(history, 10_000),
      ],
    ],
    [
      'a void whose response was lost was not carried out, and the next void refunds the price',
      (history) => [
        addWalletChange(history, 10_000),
        addQuote(history),
        addPurchase(history, createLabelResponse(9_300)),
        history.call('voidLabel', { key: 'live', id: 'lbl_1', answer: null }),
        addWalletReading(history, 9_300),
        addVoid(history),
        addWalletReading(history, 10_000),
      ],
    ],
    [
      'a void refunds part of the price after a month',
      (history) => [
        addWalletChange(history, 10_000),
        addQuote(history),
        addPurchase(history, createLabelResponse(9_300)),
        addVoid(history),
        addWalletReading(history, 9_300),
        history.advance(2_592_000),
        addWalletReading(history, 9_950),
      ],
    ],
    [
      'items of a batch fail and are refunded',
      (history) => [
        addWalletChange(history, 10_000),
        addBatch(history, 7_900),
        addBatchStart(history),
        history.advance(60),
        addWalletReading(history, 9_300),
      ],
    ],
    [
      'a fault is set to refuse purchases',
      (history) => [
        addWalletChange(history, 10_000),
        history.control({
          kind: 'fault added',
          fault: { target: 'carrier:*', mode: 'reject', code: 'WALLET.PAYMENT.FAILED' },
        }),
        addQuote(history),
        addPurchase(history, createRefusal(402, 'WALLET.PAYMENT.FAILED')),
      ],
    ],
  ])

  it('the wallet oracle allows two balances after a lost response, until a request for the wallet shows the correct balance', () => {
    for (const [left, count] of [
      [10_000, 0],
      [9_300, 0],
      [9_000, 1],
    ] as const) {
      const history = openHistory()
      const steps = [
        addWalletChange(history, 10_000),
        addQuote(history),
        addPurchase(history, null),
        addWalletReading(history, left),
      ]
      expect(runOracle(wallets, steps).findings).toHaveLength(count)
    }
  })

  it('the wallet oracle accepts any order of concurrent purchases, and reports a balance that is wrong by one cent', () => {
    const checkConcurrentPurchases = (first: number, second: number) => {
      const history = openHistory()
      const begin = [addWalletChange(history, 10_000), addQuote(history)]
      const one = addPurchase(history, createLabelResponse(first))
      const other = addPurchaseWithKey(
        history,
        'live',
        createLabelResponse(second, 'lbl_2', 900),
        'rate_live2',
      )
      return runOracle(wallets, [...begin, groupConcurrentSteps(one, other)]).findings
    }
    expect(checkConcurrentPurchases(9_300, 8_400)).toEqual([])
    expect(checkConcurrentPurchases(8_400, 9_100)).toEqual([])
    expect(checkConcurrentPurchases(9_300, 9_100)).toHaveLength(1)
  })

  it('the wallet oracle accepts random sequences of correct purchases, and reports a balance that is wrong by one cent', () => {
    const ledger = fc.array(fc.record({ cents: fc.integer({ min: 0, max: 900 }), isVoided: fc.boolean() }), {
      minLength: 1,
      maxLength: 12,
    })
    fc.assert(
      fc.property(ledger, fc.integer({ min: 1, max: 50 }), (purchases, wrong) => {
        const history = openHistory()
        let left = 20_000
        const steps = [addWalletChange(history, left)]
        for (const [index, { cents, isVoided }] of purchases.entries()) {
          const id = `lbl_${index}`
          steps.push(
            history.call('createRates', {
              key: 'live',
              answer: { json: { rates: [{ id: `rate_${index}`, rate_cents: cents }] } },
            }),
          )
          left -= cents
          steps.push(
            addPurchaseWithKey(history, 'live', createLabelResponse(left, id, cents), `rate_${index}`),
          )
          if (!isVoided) continue
          left += cents
          steps.push(addVoid(history, id), addWalletReading(history, left))
        }
        expect(runOracle(wallets, steps).findings).toEqual([])
        expect(runOracle(wallets, [...steps, addWalletReading(history, left - wrong)]).findings).toHaveLength(
          1,
        )
        expect(runOracle(wallets, [...steps, addWalletReading(history, left + wrong)]).findings).toHaveLength(
          1,
        )
      }),
      { numRuns: 60 },
    )
  })
})
