import { describe, expect, it } from 'vitest'
import { type Facts, newFacts } from '../facts.ts'
import type { Seen } from '../seen.ts'
import { judge } from './judge.ts'

/** One live label of 700 cents with its event delivered, at noon: all well, until a case changes one thing. */

const noon = Date.parse('2030-03-04T12:00:00Z')

function known(change: (facts: Facts) => void = () => undefined): Facts {
  const facts = newFacts({ id: 'a', keys: { test: 't', live: 'l' }, startMs: noon })
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
  facts.bites.api = 1
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

function seen(change: Partial<Seen> = {}): Seen {
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

const about = (facts: Facts, found: Seen) => [
  ...new Set(judge(facts, found).map((problem) => `${problem.kind} ${problem.about}`)),
]

describe('the judges', () => {
  it('the judges find nothing in a sound run', () => {
    expect(judge(known(), seen())).toEqual([])
  })

  const cases: readonly (readonly [string, string, Facts, Seen])[] = [
    ['a label that is gone', 'lost presence', known(), seen({ shipments: [] })],
    [
      'a void that is gone',
      'lost presence',
      known((facts) => Object.assign(facts.labels[0] ?? {}, { voided: true })),
      seen(),
    ],
    ['a label nobody bought', 'broken presence', known((facts) => facts.labels.pop()), seen()],
    [
      'a card that is another',
      'lost presence',
      known((facts) => {
        facts.card = 'none'
      }),
      seen(),
    ],
    [
      'a tracker that is gone',
      'lost presence',
      known((facts) =>
        facts.trackers.push({ id: 'trk_1', environment: 'test', trackingNumber: '*', events: 0 }),
      ),
      seen(),
    ],
    [
      'a key that is gone',
      'lost presence',
      known((facts) => facts.keysMade.push({ id: 'key_1', value: 'x', revoked: false })),
      seen(),
    ],
    [
      'a balance that does not add up',
      'broken money',
      known(),
      seen({ wallet: { balance_cents: 99_301, payment_method: 'valid' } }),
    ],
    [
      'a label charged twice',
      'broken money',
      known(),
      seen({
        ledger: [opening, charge, { ...charge, id: 'led_3', balance_cents: 98_600 }],
        wallet: { balance_cents: 98_600, payment_method: 'valid' },
      }),
    ],
    [
      'a label that was free',
      'broken money',
      known(),
      seen({ ledger: [opening], wallet: { balance_cents: 100_000, payment_method: 'valid' } }),
    ],
    ['money paid in that is gone', 'lost money', known((facts) => facts.fundings.push(500)), seen()],
    [
      'a clock that went back',
      'broken clock',
      known((facts) => {
        facts.clockMs = noon + 1
      }),
      seen(),
    ],
    [
      'an attempt in the future',
      'broken clock',
      known(),
      seen({ deliveries: [{ ...delivery, last_attempt_at: noon + 1 }] }),
    ],
    [
      'an id given twice',
      'broken ids',
      known(),
      seen({ deliveries: [delivery, { ...delivery, label_id: 'lbl_2' }] }),
    ],
    ['an event that is gone', 'lost events', known(), seen({ deliveries: [] })],
    [
      'an event twice',
      'broken events',
      known(),
      seen({ deliveries: [delivery, { ...delivery, id: 'whd_2' }] }),
    ],
    ['a sixth attempt', 'broken events', known(), seen({ deliveries: [{ ...delivery, attempts: 6 }] })],
    [
      'a delivery nobody attempts',
      'broken events',
      known(),
      seen({ deliveries: [{ ...delivery, status: 'pending', next_attempt_at: noon }] }),
    ],
    [
      'a delivery that waits for nothing',
      'broken events',
      known(),
      seen({ deliveries: [{ ...delivery, status: 'pending' }] }),
    ],
    [
      'a bite that is forgotten',
      'lost faults',
      known(),
      seen({ faults: [{ ...fault, hits: 0, remaining: 2 }] }),
    ],
    [
      'a bite too many',
      'broken faults',
      known((facts) => {
        facts.bites.api = 3
      }),
      seen(),
    ],
  ]

  it.each(cases)('the judges find %s', (_, wanted, facts, found) => {
    expect(about(facts, found)).toContain(wanted)
  })
})
