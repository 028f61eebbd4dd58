import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import scripts from '../../../fixtures/tracking/scripts.json' with { type: 'json' }
import { type Address, carrierNames, type TrackingStatus } from '../specification/model.ts'
import { normaliseStatus } from './normalise.ts'
import {
  createScans,
  describeScript,
  findScanMessage,
  findScript,
  isScriptName,
  type ScriptName,
  scriptNames,
} from './script.ts'

const hourMs = 3_600_000
const startMs = 1_750_000_000_000
const chicago: Address = { street1: '1 Main St', city: 'Chicago', state: 'IL', zip: '60601', country: 'US' }
const toronto: Address = {
  street1: '2 King St',
  city: 'Toronto ',
  state: 'on',
  zip: 'M5H 1A1',
  country: 'CA',
}

function createTestScans(script: ScriptName) {
  return createScans({ script, carrier: 'UPS', startMs })
}

function findStatusAfter(script: ScriptName, hours: number): TrackingStatus | undefined {
  const last = createTestScans(script).findLast(({ atMs }) => atMs <= startMs + hours * hourMs)
  return last && normaliseStatus('UPS', last.message)
}

function listStatuses(script: ScriptName): readonly TrackingStatus[] {
  const all = createTestScans(script).map(({ message }) => normaliseStatus('UPS', message))
  return all.filter((status, index) => status !== all[index - 1])
}

describe('the script of a magic tracking number', () => {
  it.each([
    ['99990', 'standard'],
    ['99991', 'never_scanned'],
    ['99992', 'in_transit'],
    ['99993', 'out_for_delivery'],
    ['99994', 'delivered'],
    ['99995', 'returned'],
    ['99996', 'exception_then_delivered'],
    ['99997', 'unknown'],
    ['99998', 'lost'],
    ['99999', 'held'],
    ['9999412345678901234567', 'delivered'],
    ['99995-ABC', 'returned'],
  ])('the magic tracking number %s follows the script %s', (number, script) => {
    expect(findScript(number)).toBe(script)
  })

  it.each(['', '9999', '9999X', '999', '1Z99990', ' 99990', '9998 0', '9999٣'])(
    'the text %j is no magic tracking number',
    (number) => {
      expect(findScript(number)).toBeUndefined()
    },
  )
})

describe('the tracking scripts', () => {
  it('there are ten tracking scripts', () => {
    expect(Object.keys(scripts)).toEqual([...scriptNames])
    expect(scriptNames.every(isScriptName)).toBe(true)
    expect(['Standard', 'toString', ''].some(isScriptName)).toBe(false)
  })

  it.each([...scriptNames])(
    'the tracking script %s has steps in the order of time and ends with its final status',
    (script) => {
      const hours = scripts[script].steps.map(({ afterHours }) => afterHours)
      expect(hours).toEqual([...hours].sort((left, right) => left - right))
      expect(['none', 'origin', 'hub', 'destination']).toEqual(
        expect.arrayContaining([...new Set(scripts[script].steps.map(({ place }) => place))]),
      )
      expect(describeScript(script)).not.toBe('')
    },
  )

  it.each<[ScriptName, TrackingStatus]>([
    ['standard', 'pre_transit'],
    ['never_scanned', 'pre_transit'],
    ['in_transit', 'in_transit'],
    ['out_for_delivery', 'out_for_delivery'],
    ['delivered', 'delivered'],
    ['returned', 'in_transit'],
    ['exception_then_delivered', 'in_transit'],
    ['unknown', 'unknown'],
    ['lost', 'in_transit'],
    ['held', 'in_transit'],
  ])('the tracking script %s begins with the status %s', (script, status) => {
    expect(findStatusAfter(script, 0)).toBe(status)
  })

  it.each<[ScriptName, readonly TrackingStatus[]]>([
    ['standard', ['pre_transit', 'in_transit', 'out_for_delivery', 'delivered']],
    ['never_scanned', ['pre_transit']],
    ['in_transit', ['pre_transit', 'in_transit']],
    ['out_for_delivery', ['pre_transit', 'in_transit', 'out_for_delivery']],
    ['delivered', ['pre_transit', 'in_transit', 'out_for_delivery', 'delivered']],
    ['returned', ['pre_transit', 'in_transit', 'exception']],
    [
      'exception_then_delivered',
      ['pre_transit', 'in_transit', 'exception', 'in_transit', 'out_for_delivery', 'delivered'],
    ],
    ['unknown', ['unknown']],
    ['lost', ['pre_transit', 'in_transit']],
    ['held', ['pre_transit', 'in_transit', 'exception', 'delivered']],
  ])('the tracking script %s passes through the statuses %j', (script, statuses) => {
    expect(listStatuses(script)).toEqual(statuses)
  })

  it('the tracking script standard has its first scan after four hours and delivers within three days', () => {
    const firstScan = createTestScans('standard').find(({ moving }) => moving)
    expect(firstScan?.atMs).toBeGreaterThan(startMs + 4 * hourMs)
    expect(findStatusAfter('standard', 68)).toBe('out_for_delivery')
    expect(findStatusAfter('standard', 72)).toBe('delivered')
  })

  it('the tracking script in_transit has scans for two weeks, and the script lost has no scan after the third day', () => {
    expect(createTestScans('in_transit').at(-1)?.atMs).toBeGreaterThanOrEqual(startMs + 13 * 24 * hourMs)
    const lastOfLost = createTestScans('lost').at(-1)?.atMs ?? 0
    expect(lastOfLost).toBeGreaterThan(startMs + 48 * hourMs)
    expect(lastOfLost).toBeLessThan(startMs + 72 * hourMs)
  })

  it.each<ScriptName>(['returned', 'exception_then_delivered', 'held'])(
    'the tracking script %s reaches the status "exception" before the first poll',
    (script) => {
      expect(findStatusAfter(script, 4)).toBe('exception')
    },
  )

  it('a parcel is with its carrier from the first scan of the tracking script on, not from the purchase of the label', () => {
    for (const script of scriptNames) {
      const [first, ...rest] = createTestScans(script)
      expect(first?.moving).toBe(script === 'unknown')
      expect(rest.every(({ moving }) => moving)).toBe(true)
    }
  })
})

describe('the scans of a tracking script', () => {
  it('createScans names the towns of the addresses and the hubs of the carrier', () => {
    const locations = createScans({
      script: 'standard',
      carrier: 'FedEx',
      startMs,
      from: chicago,
      to: toronto,
    }).map(({ location }) => location)
    expect([...new Set(locations)]).toEqual([null, 'CHICAGO, IL', 'MEMPHIS, TN', 'TORONTO, ON, CA'])
  })

  it('createScans names no town if the address is unknown', () => {
    const locations = createTestScans('returned').map(({ location }) => location)
    expect([...new Set(locations)]).toEqual([null, 'LOUISVILLE, KY'])
  })

  it('createScans brings a returned parcel back to its origin', () => {
    const last = createScans({ script: 'returned', carrier: 'DHL', startMs, from: chicago, to: toronto }).at(
      -1,
    )
    expect(last).toEqual({
      atMs: startMs + 75 * hourMs,
      message: findScanMessage('DHL', 'returned'),
      location: 'CHICAGO, IL',
      moving: true,
    })
  })

  it('createScans compresses a tracking history that would begin before the given time, in the same order', () => {
    const every = createTestScans('delivered')
    const notBeforeMs = startMs - 37 * hourMs
    const bounded = createScans({ script: 'delivered', carrier: 'UPS', startMs, notBeforeMs })
    expect(bounded.map(({ message }) => message)).toEqual(every.map(({ message }) => message))
    expect(bounded.map(({ atMs }) => atMs)).toEqual(every.map(({ atMs }) => startMs - (startMs - atMs) / 2))
    expect(bounded[0]?.atMs).toBe(notBeforeMs)
  })

  it('createScans does not change a tracking history that begins after the given time, nor scans in the future', () => {
    const notBeforeMs = startMs - 1000 * hourMs
    expect(createScans({ script: 'held', carrier: 'UPS', startMs, notBeforeMs })).toEqual(
      createTestScans('held'),
    )
    const atOnce = createScans({ script: 'held', carrier: 'UPS', startMs, notBeforeMs: startMs })
    expect(atOnce.map(({ atMs }) => atMs)).toEqual(
      createTestScans('held').map(({ atMs }) => Math.max(atMs, startMs)),
    )
  })

  it('createScans always returns the same scans in the order of time for a script, a carrier and a start', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...scriptNames),
        fc.constantFrom(...carrierNames),
        fc.integer({ min: 0, max: 4e12 }),
        (script, carrier, anyStartMs) => {
          const result = createScans({ script, carrier, startMs: anyStartMs })
          const times = result.map(({ atMs }) => atMs)
          expect(times).toEqual([...times].sort((left, right) => left - right))
          expect(createScans({ script, carrier, startMs: anyStartMs })).toEqual(result)
        },
      ),
    )
  })

  it('createScans throws for a scan that the carrier does not have', () => {
    expect(() => findScanMessage('UPS', 'teleported')).toThrow('UPS has no words for teleported')
    expect(() => findScanMessage('UPS', 'constructor')).toThrow('UPS has no words for constructor')
  })
})
