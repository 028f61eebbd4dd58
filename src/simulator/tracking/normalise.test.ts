import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import constants from '../../../fixtures/spec/constants.json' with { type: 'json' }
import {
  type CarrierName,
  carrierNames,
  type TrackingStatus,
  trackingStatuses,
} from '../specification/model.ts'
import { carrierWords } from './carrier-words.ts'
import { findStatusMessage, normaliseStatus } from './normalise.ts'
import { createScans, scriptNames } from './script.ts'

describe('normaliseStatus', () => {
  it('normaliseStatus knows every carrier message of every tracking script, except of the script named unknown', () => {
    for (const carrier of carrierNames) {
      for (const script of scriptNames) {
        for (const { message } of createScans({ script, carrier, startMs: 0 })) {
          expect([carrier, script, message, normaliseStatus(carrier, message) === 'unknown']).toEqual([
            carrier,
            script,
            message,
            script === 'unknown',
          ])
        }
      }
    }
  })

  it.each([...carrierNames])('normaliseStatus gives each message of %s exactly one status', (carrier) => {
    const messages = Object.values(carrierWords[carrier].normalise)
      .flat()
      .map((message) => message.toLowerCase())
    expect(new Set(messages).size).toBe(messages.length)
    for (const [status, ownMessages] of Object.entries(carrierWords[carrier].normalise)) {
      for (const message of ownMessages) expect(normaliseStatus(carrier, message)).toBe(status)
    }
  })

  it('normaliseStatus ignores letter case and spacing', () => {
    const anySpace = fc.constantFrom(' ', '  ', '\t', '\n', ' \u00a0')
    const anyCase = fc.constantFrom('upper', 'lower', 'as it is')
    fc.assert(
      fc.property(
        fc.constantFrom(...carrierNames),
        fc.constantFrom(...trackingStatuses),
        anySpace,
        anyCase,
        (carrier, status, space, letters) => {
          const spaced = `${space}${findStatusMessage(carrier, status).replaceAll(' ', space)}${space}`
          const message =
            letters === 'upper' ? spaced.toUpperCase() : letters === 'lower' ? spaced.toLowerCase() : spaced
          expect(normaliseStatus(carrier, message)).toBe(status)
        },
      ),
    )
  })

  it('normaliseStatus returns unknown for a message of another carrier', () => {
    expect(normaliseStatus('USPS', '')).toBe('unknown')
    expect(normaliseStatus('USPS', 'constructor')).toBe('unknown')
    expect(normaliseStatus('USPS', findStatusMessage('FedEx', 'delivered'))).toBe('unknown')
    expect(normaliseStatus('USPS', `${findStatusMessage('USPS', 'delivered')}!`)).toBe('unknown')
  })
})

describe('findStatusMessage', () => {
  it("findStatusMessage returns the carrier's own words for each of the six statuses", () => {
    expect(trackingStatuses).toEqual(constants.trackingStatuses)
    const pairs = carrierNames.flatMap((carrier) =>
      trackingStatuses.map((status): [CarrierName, TrackingStatus] => [carrier, status]),
    )
    for (const [carrier, status] of pairs)
      expect(normaliseStatus(carrier, findStatusMessage(carrier, status))).toBe(status)
    expect(new Set(pairs.map(([carrier, status]) => findStatusMessage(carrier, status))).size).toBe(
      pairs.length,
    )
  })
})
