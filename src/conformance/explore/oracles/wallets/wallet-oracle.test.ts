import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  atOnce,
  findsBroken,
  findsNothing,
  judgedOn,
  type ToldHistory,
  toldHistory,
} from '../../../../../test/support/oracle-history.ts'
import { wallets } from './wallet-oracle.ts'

const reload = { threshold_cents: 500, amount_cents: 5_000 }
const setTo = (told: ToldHistory, cents: number, more = {}) =>
  told.control({ kind: 'wallet set', change: { balance_cents: cents, auto_reload: null, ...more } })

const quote = (told: ToldHistory, key: 'test' | 'live' = 'live', account_type = 'platform') =>
  told.call('createRates', {
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

const labelOf = (left: number, id = 'lbl_1', cents = 700) => ({
  status: 201,
  json: { id, rate_cents: cents, wallet_balance_after_cents: left },
})
const refusal = (status: number, code: string) => ({ status, json: { error: { code } } })

type Answer = { readonly status?: number; readonly json?: unknown } | null
const buyWith = (told: ToldHistory, key: 'test' | 'live', answer: Answer, rate = `rate_${key}`) =>
  told.call('buyLabel', { key, body: { rate_id: rate }, answer })
const buy = (told: ToldHistory, answer: Answer) => buyWith(told, 'live', answer)
const read = (told: ToldHistory, cents: number) =>
  told.call('getWallet', { key: 'live', answer: { json: { balance_cents: cents } } })

const items = (count: number) =>
  Array.from({ length: count }, () => ({ rate_id: 'rate_live', rate_cents: 700 }))
const batch = (told: ToldHistory, left: number, key: 'test' | 'live' = 'live') =>
  told.call('createBatch', {
    key,
    body: { items: items(3) },
    answer: { json: { id: 'bat_1', total_cost_cents: 2_100, wallet_balance_after_cents: left } },
  })
const start = (told: ToldHistory) =>
  told.call('buyBatch', { key: 'live', id: 'bat_1', answer: { status: 202 } })
const voided = (told: ToldHistory, id = 'lbl_1', key: 'test' | 'live' = 'live') =>
  told.call('voidLabel', { key, id })

describe('the judge of wallets', () => {
  findsBroken(wallets, [
    {
      statement: 'STATES-6',
      what: 'a live purchase takes its price',
      steps: (told, isRight) => [
        setTo(told, 10_000),
        quote(told),
        buy(told, labelOf(isRight ? 9_300 : 9_299)),
      ],
    },
    {
      statement: 'STATES-6',
      what: 'the second purchase takes its price, too',
      steps: (told, isRight) => [
        setTo(told, 10_000),
        quote(told),
        buy(told, labelOf(9_300)),
        buyWith(told, 'live', labelOf(isRight ? 8_400 : 9_300, 'lbl_2', 900), 'rate_live2'),
      ],
    },
    {
      statement: 'STATES-7',
      what: 'a purchase in the sandbox takes nothing from the live wallet',
      steps: (told, isRight) => [
        setTo(told, 10_000),
        quote(told, 'test'),
        buyWith(told, 'test', labelOf(1)),
        read(told, isRight ? 10_000 : 9_300),
      ],
    },
    {
      statement: 'STATES-7',
      what: 'what the sandbox shows as its balance stays as it is',
      steps: (told, isRight) => [
        quote(told, 'test'),
        setTo(told, 10_000),
        buyWith(told, 'test', labelOf(5_000)),
        buyWith(told, 'test', labelOf(isRight ? 5_000 : 4_300)),
      ],
    },
    {
      statement: 'STATES-7',
      what: 'the wallet of the sandbox, where it is another, loses nothing by a live purchase',
      steps: (told, isRight) => [
        setTo(told, 10_000),
        read(told, 10_000),
        told.call('getWallet', { answer: { json: { balance_cents: 500_000 } } }),
        quote(told),
        buy(told, labelOf(9_300)),
        told.call('getWallet', { answer: { json: { balance_cents: isRight ? 500_000 : 9_300 } } }),
      ],
    },
    {
      statement: 'SERVICE-31',
      what: 'a reload has come an hour after money was wanting',
      steps: (told, isRight) => {
        const short = [
          setTo(told, 1, { auto_reload: reload, payment_method: 'valid' }),
          quote(told),
          buy(told, refusal(402, 'WALLET.INSUFFICIENT_BALANCE')),
        ]
        return [
          ...short,
          told.advance(isRight ? 60 : 3_600),
          quote(told),
          buy(told, refusal(402, 'WALLET.INSUFFICIENT_BALANCE')),
        ]
      },
    },
    {
      statement: 'STATES-20',
      what: 'a batch of the sandbox takes nothing',
      steps: (told, isRight) => [
        setTo(told, 10_000),
        quote(told, 'test'),
        buyWith(told, 'test', labelOf(5_000)),
        batch(told, isRight ? 5_000 : 2_900, 'test'),
      ],
    },
    {
      statement: 'SERVICE-27',
      what: 'the sandbox never lacks money',
      steps: (told, isRight) => [
        setTo(told, 0),
        quote(told, 'test'),
        buyWith(told, 'test', isRight ? labelOf(5_000) : refusal(402, 'WALLET.INSUFFICIENT_BALANCE')),
      ],
    },
    {
      statement: 'STATES-10',
      what: 'a refusal takes nothing',
      steps: (told, isRight) => [
        setTo(told, 10_000),
        quote(told),
        buy(told, refusal(422, 'LABEL.SERVICE.UNAVAILABLE')),
        read(told, isRight ? 10_000 : 9_300),
      ],
    },
    {
      statement: 'STATES-10',
      what: 'a creation that failed takes nothing',
      steps: (told, isRight) => [
        setTo(told, 10_000),
        quote(told),
        buy(told, refusal(500, 'LABEL.CREATION.FAILED')),
        read(told, isRight ? 10_000 : 9_300),
      ],
    },
    {
      statement: 'STATES-5',
      what: 'what the wallet can pay to the cent is sold',
      steps: (told, isRight) => [
        setTo(told, 700),
        quote(told),
        buy(told, isRight ? labelOf(0) : refusal(402, 'WALLET.INSUFFICIENT_BALANCE')),
      ],
    },
    {
      statement: 'ERRORS-57',
      what: 'what is a cent too dear is not sold',
      steps: (told, isRight) => [
        setTo(told, 699),
        quote(told),
        buy(told, isRight ? refusal(402, 'WALLET.INSUFFICIENT_BALANCE') : labelOf(0)),
      ],
    },
    {
      statement: 'ERRORS-57',
      what: 'want of money is told by its code',
      steps: (told, isRight) => [
        setTo(told, 699),
        quote(told),
        buy(told, refusal(402, isRight ? 'WALLET.INSUFFICIENT_BALANCE' : 'WALLET.EMPTY')),
      ],
    },
    {
      statement: 'ERRORS-59',
      what: 'a card that is good is not declined',
      steps: (told, isRight) => [
        setTo(told, 1, { auto_reload: reload, payment_method: isRight ? 'declined' : 'valid' }),
        quote(told),
        buy(told, refusal(402, 'WALLET.PAYMENT.FAILED')),
      ],
    },
    {
      statement: 'ERRORS-61',
      what: 'a card that is there is not missing',
      steps: (told, isRight) => [
        setTo(told, 1, { auto_reload: reload, payment_method: isRight ? 'none' : 'valid' }),
        quote(told),
        buy(told, refusal(402, 'WALLET.PAYMENT_METHOD.MISSING')),
      ],
    },
    {
      statement: 'STATES-6',
      what: 'reloads come in their amount alone',
      steps: (told, isRight) => [
        setTo(told, 600, { auto_reload: reload, payment_method: 'valid' }),
        quote(told),
        buy(told, labelOf(isRight ? 4_900 : 5_000)),
      ],
    },
    {
      statement: 'STATES-6',
      what: 'a wallet with enough reloads nothing',
      steps: (told, isRight) => [
        setTo(told, 10_000, { auto_reload: reload, payment_method: 'valid' }),
        quote(told),
        buy(told, labelOf(isRight ? 9_300 : 14_300)),
      ],
    },
    {
      statement: 'STATES-19',
      what: 'a batch takes the cost of all its items',
      steps: (told, isRight) => [setTo(told, 10_000), quote(told), batch(told, isRight ? 7_900 : 9_300)],
    },
    {
      statement: 'STATES-21',
      what: 'a batch that is refused takes nothing',
      steps: (told, isRight) => [
        setTo(told, 1_400),
        told.call('createBatch', {
          key: 'live',
          body: { items: items(3) },
          answer: refusal(402, 'WALLET.INSUFFICIENT_BALANCE'),
        }),
        read(told, isRight ? 1_400 : 0),
      ],
    },
    {
      statement: 'ENDPOINTS-87',
      what: 'the start of a batch takes nothing more',
      steps: (told, isRight) => [
        setTo(told, 10_000),
        batch(told, 7_900),
        start(told),
        told.advance(60),
        read(told, isRight ? 7_900 : 5_800),
      ],
    },
    {
      statement: 'STATES-13',
      what: 'a void takes nothing, and gives back the price at most',
      steps: (told, isRight) => [
        setTo(told, 10_000),
        quote(told),
        buy(told, labelOf(9_300)),
        voided(told),
        read(told, isRight ? 10_000 : 10_001),
      ],
    },
    {
      statement: 'STATES-13',
      what: 'a void gives back once',
      steps: (told, isRight) => [
        setTo(told, 10_000),
        quote(told),
        buy(told, labelOf(9_300)),
        voided(told),
        read(told, 10_000),
        voided(told),
        read(told, isRight ? 10_000 : 10_700),
      ],
    },
    {
      statement: 'STATES-13',
      what: 'a void in the sandbox gives nothing back',
      steps: (told, isRight) => [
        setTo(told, 10_000),
        quote(told, 'test'),
        buyWith(told, 'test', labelOf(5_000)),
        voided(told, 'lbl_1', 'test'),
        read(told, isRight ? 10_000 : 10_700),
      ],
    },
    {
      statement: 'ENDPOINTS-99',
      what: 'the wallet reads as it is, also in time',
      steps: (told, isRight) => [
        setTo(told, 10_000),
        told.advance(86_400),
        read(told, isRight ? 10_000 : 9_999),
      ],
    },
    {
      statement: 'ENDPOINTS-99',
      what: 'the wallet of another client is not moved',
      steps: (told, isRight) => [
        told.control({ kind: 'wallet set', change: { balance_cents: 400, auto_reload: null } }, 'b'),
        setTo(told, 10_000),
        quote(told),
        buy(told, labelOf(9_300)),
        told.call('getWallet', {
          client: 'b',
          key: { client: 'b', environment: 'live' },
          answer: { json: { balance_cents: isRight ? 400 : 9_300 } },
        }),
      ],
    },
  ])

  findsNothing(wallets, [
    [
      'the carrier bills the client itself',
      (told) => [
        setTo(told, 100),
        quote(told, 'live', 'byoa'),
        buy(told, labelOf(100, 'lbl_1', 0)),
        read(told, 100),
      ],
    ],
    [
      'a reload begins with the purchase that failed',
      (told) => [
        setTo(told, 600, { auto_reload: reload, payment_method: 'valid' }),
        quote(told),
        buy(told, refusal(402, 'WALLET.INSUFFICIENT_BALANCE')),
        read(told, 5_600),
        buy(told, labelOf(4_900)),
      ],
    ],
    [
      'another client’s void was lost, and the owner’s gives the price back',
      (told) => [
        setTo(told, 10_000),
        quote(told),
        buy(told, labelOf(9_300)),
        told.call('voidLabel', {
          client: 'b',
          key: { client: 'b', environment: 'live' },
          id: 'lbl_1',
          answer: null,
        }),
        voided(told),
        read(told, 10_000),
      ],
    ],
    [
      'a void was lost and not done, and the next gives the price back',
      (told) => [
        setTo(told, 10_000),
        quote(told),
        buy(told, labelOf(9_300)),
        told.call('voidLabel', { key: 'live', id: 'lbl_1', answer: null }),
        read(told, 9_300),
        voided(told),
        read(told, 10_000),
      ],
    ],
    [
      'a void gives part of the price back in a month',
      (told) => [
        setTo(told, 10_000),
        quote(told),
        buy(told, labelOf(9_300)),
        voided(told),
        read(told, 9_300),
        told.advance(2_592_000),
        read(told, 9_950),
      ],
    ],
    [
      'items of a batch fail and are paid back',
      (told) => [setTo(told, 10_000), batch(told, 7_900), start(told), told.advance(60), read(told, 9_300)],
    ],
    [
      'a fault is set to refuse purchases',
      (told) => [
        setTo(told, 10_000),
        told.control({
          kind: 'fault added',
          fault: { target: 'carrier:*', mode: 'reject', code: 'WALLET.PAYMENT.FAILED' },
        }),
        quote(told),
        buy(told, refusal(402, 'WALLET.PAYMENT.FAILED')),
      ],
    ],
  ])

  it('goes on with both where an answer was lost, until the wallet tells', () => {
    for (const [left, count] of [
      [10_000, 0],
      [9_300, 0],
      [9_000, 1],
    ] as const) {
      const told = toldHistory()
      const steps = [setTo(told, 10_000), quote(told), buy(told, null), read(told, left)]
      expect(judgedOn(wallets, steps).findings).toHaveLength(count)
    }
  })

  it('takes any order of what was sent at once, and no cent is lost in it', () => {
    const run = (first: number, second: number) => {
      const told = toldHistory()
      const begin = [setTo(told, 10_000), quote(told)]
      const one = buy(told, labelOf(first))
      const other = buyWith(told, 'live', labelOf(second, 'lbl_2', 900), 'rate_live2')
      return judgedOn(wallets, [...begin, atOnce(one, other)]).findings
    }
    expect(run(9_300, 8_400)).toEqual([])
    expect(run(8_400, 9_100)).toEqual([])
    expect(run(9_300, 9_100)).toHaveLength(1)
  })

  it('counts every purchase of any ledger, and misses no cent', () => {
    const ledger = fc.array(fc.record({ cents: fc.integer({ min: 0, max: 900 }), isVoided: fc.boolean() }), {
      minLength: 1,
      maxLength: 12,
    })
    fc.assert(
      fc.property(ledger, fc.integer({ min: 1, max: 50 }), (purchases, wrong) => {
        const told = toldHistory()
        let left = 20_000
        const steps = [setTo(told, left)]
        for (const [index, { cents, isVoided }] of purchases.entries()) {
          const id = `lbl_${index}`
          steps.push(
            told.call('createRates', {
              key: 'live',
              answer: { json: { rates: [{ id: `rate_${index}`, rate_cents: cents }] } },
            }),
          )
          left -= cents
          steps.push(buyWith(told, 'live', labelOf(left, id, cents), `rate_${index}`))
          if (!isVoided) continue
          left += cents
          steps.push(voided(told, id), read(told, left))
        }
        expect(judgedOn(wallets, steps).findings).toEqual([])
        expect(judgedOn(wallets, [...steps, read(told, left - wrong)]).findings).toHaveLength(1)
        expect(judgedOn(wallets, [...steps, read(told, left + wrong)]).findings).toHaveLength(1)
      }),
      { numRuns: 60 },
    )
  })
})
