import { describe, expect, it } from 'vitest'
import type { AccountState } from '../account-state.ts'
import { type ConfirmedState, createConfirmedState } from '../confirmed-state.ts'
import { checkAccount } from './check-account.ts'

/**
 * Tests the checks with an account with one live label of 700 cents whose event was delivered. Each case changes one
 * part of it.
 */

const noon = Date.parse('2030-03-04T12:00:00Z')

function createState(change: (facts: ConfirmedState) => void = () => undefined): ConfirmedState {
  const facts = createConfirmedState({ id: 'a', keys: { test: 't', live: 'l' }, startMs: noon })
  facts.webhookUrl = 'http://127.0.0.1/'
  facts.labels.push({
    id: 'lbl_1',
    environment: 'live',
    rateCents: 700,
    trackingNumber: '1Z',
    hasEvent: true,
    voided: false,
    checked: false,
    batch: null,
  })
  facts.faults.push({ id: 'flt_1', times: 2, target: 'api' })
  facts.triggers.api = 1
  change(facts)
  return facts
}

const label = { id: 'lbl_1', tracking_number: '1Z', rate_cents: 700, created_at: noon, void_status: null }
const shipment = {
  id: 'shp_1',
  label_id: 'lbl_1',
  environment: 'live' as const,
  tracking_number: '1Z',
  created_at: noon,
}
const delivery = {
  id: 'whd_1',
  label_id: 'lbl_1',
  environment: 'live' as const,
  status: 'succeeded' as const,
  attempts: 1,
  created_at: noon,
  last_attempt_at: noon,
  next_attempt_at: null,
}
const opening = {
  id: 'led_1',
  at: noon,
  kind: 'opening' as const,
  amount_cents: 100_000,
  balance_cents: 100_000,
  reference: null,
}
const charge = {
  id: 'led_2',
  at: noon,
  kind: 'charge' as const,
  amount_cents: -700,
  balance_cents: 99_300,
  reference: 'lbl_1',
}
const fault = { id: 'flt_1', target: 'api', times: 2, hits: 1, remaining: 1 }

function readState(change: Partial<AccountState> = {}): AccountState {
  return {
    keysOf: { test: 't', live: 'l' },
    clock: { now: noon, mode: 'frozen' },
    wallet: { balance_cents: 99_300, payment_method: 'valid' },
    ledger: [opening, charge],
    shipments: [shipment],
    labels: new Map([['lbl_1', label]]),
    trackers: new Map(),
    batches: new Map(),
    keys: [],
    faults: [fault],
    webhook: { url: 'http://127.0.0.1/' },
    deliveries: [delivery],
    ...change,
  }
}

const listProblems = (facts: ConfirmedState, found: AccountState) => [
  ...new Set(checkAccount(facts, found).map((problem) => `${problem.kind} ${problem.about}`)),
]

describe('the checks of the torture test', () => {
  it('the torture test reports no problem in the state of a correct simulator', () => {
    expect(checkAccount(createState(), readState())).toEqual([])
  })

  const cases: readonly (readonly [string, string, ConfirmedState, AccountState])[] = [
    ['a missing label', 'lost presence', createState(), readState({ shipments: [] })],
    [
      'a void that was lost',
      'lost presence',
      createState((facts) => Object.assign(facts.labels[0] ?? {}, { voided: true })),
      readState(),
    ],
    [
      'a label that was never bought',
      'broken presence',
      createState((facts) => facts.labels.pop()),
      readState(),
    ],
    [
      'a card with another state than it was given',
      'lost presence',
      createState((facts) => {
        facts.card = 'none'
      }),
      readState(),
    ],
    [
      'a missing tracker',
      'lost presence',
      createState((facts) =>
        facts.trackers.push({ id: 'trk_1', environment: 'test', trackingNumber: '*', events: 0 }),
      ),
      readState(),
    ],
    [
      'a missing key',
      'lost presence',
      createState((facts) => facts.keysMade.push({ id: 'key_1', value: 'x', revoked: false })),
      readState(),
    ],
    [
      'a balance that does not add up',
      'broken money',
      createState(),
      readState({ wallet: { balance_cents: 99_301, payment_method: 'valid' } }),
    ],
    [
      'a label charged twice',
      'broken money',
      createState(),
      readState({
        ledger: [opening, charge, { ...charge, id: 'led_3', balance_cents: 98_600 }],
        wallet: { balance_cents: 98_600, payment_method: 'valid' },
      }),
    ],
    [
      'a label that was not charged',
      'broken money',
      createState(),
      readState({ ledger: [opening], wallet: { balance_cents: 100_000, payment_method: 'valid' } }),
    ],
    ['a funding that was lost', 'lost money', createState((facts) => facts.fundings.push(500)), readState()],
    [
      'a clock that went back',
      'broken clock',
      createState((facts) => {
        facts.clockMs = noon + 1
      }),
      readState(),
    ],
    [
      'an attempt in the future',
      'broken clock',
      createState(),
      readState({ deliveries: [{ ...delivery, last_attempt_at: noon + 1 }] }),
    ],
    [
      'two deliveries with the same id',
      'broken ids',
      createState(),
      readState({ deliveries: [delivery, { ...delivery, label_id: 'lbl_2' }] }),
    ],
    ['an event that was lost', 'lost events', createState(), readState({ deliveries: [] })],
    [
      'two deliveries of one label',
      'broken events',
      createState(),
      readState({ deliveries: [delivery, { ...delivery, id: 'whd_2' }] }),
    ],
    [
      'a sixth attempt',
      'broken events',
      createState(),
      readState({ deliveries: [{ ...delivery, attempts: 6 }] }),
    ],
    [
      'a due delivery that is not attempted',
      'broken events',
      createState(),
      readState({ deliveries: [{ ...delivery, status: 'pending', next_attempt_at: noon }] }),
    ],
    [
      'a pending delivery without a next attempt',
      'broken events',
      createState(),
      readState({ deliveries: [{ ...delivery, status: 'pending' }] }),
    ],
    [
      'a fault with fewer hits than it triggered',
      'lost faults',
      createState(),
      readState({ faults: [{ ...fault, hits: 0, remaining: 2 }] }),
    ],
    [
      'a fault that triggered more often than its limit',
      'broken faults',
      createState((facts) => {
        facts.triggers.api = 3
      }),
      readState(),
    ],
  ]

  it.each(cases)('the torture test reports %s', (_, wanted, facts, found) => {
    expect(listProblems(facts, found)).toContain(wanted)
  })
})
