import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { zodMessages } from '../../../test/support/original-wording.ts'
import { readFault } from './read-fault.ts'
import { faultTargets, findMode, listAllowedCodes, modesOf, operationsOf } from './targets.ts'

describe('readFault', () => {
  it('readFault reads a fault with every field of its mode', () => {
    const carrierFault = {
      target: 'carrier:UPS',
      operation: 'labels',
      mode: 'timeout',
      code: 'LABEL.CREATION.FAILED',
      latency_ms: 0,
      message: 'No answer',
      probability: 0.25,
      times: 3,
      after: 0,
      starts_in: '0s',
      lasts: '10m',
    }
    const apiFault = {
      target: 'api',
      operation: 'POST /v1/labels',
      mode: 'error',
      phase: 'after',
      status: 502,
    }
    expect(readFault(carrierFault)).toEqual({ fault: carrierFault })
    expect(readFault(apiFault)).toEqual({ fault: apiFault })
  })

  it('readFault changes the letter case of the carrier to that of the simulator, and adds no field', () => {
    expect(readFault({ target: 'carrier:fedex', mode: 'down' })).toEqual({
      fault: { target: 'carrier:FedEx', mode: 'down' },
    })
    expect(readFault({ target: 'webhook', mode: 'drop', times: undefined })).toEqual({
      fault: { target: 'webhook', mode: 'drop' },
    })
  })

  it('readFault reads every documented target, operation, mode and code', () => {
    let count = 0
    for (const target of faultTargets) {
      for (const mode of modesOf(target)) {
        for (const operation of operationsOf(target)) {
          const [code] = listAllowedCodes({ target, operation, mode })
          const fault = {
            target,
            mode,
            operation,
            ...(findMode(target, mode)?.needsCodeOn?.includes(operation) && { code }),
          }
          expect(readFault(fault)).toEqual({ fault })
          count += 1
        }
      }
    }
    expect(count).toBe(5 * 6 * 5 + 2 + 1 + 4 + 7 * 14)
  })

  it.each<[string, Record<string, unknown>, string]>([
    ['no target', { mode: 'down' }, 'target'],
    ['an unknown carrier', { target: 'carrier:acme', mode: 'down' }, 'target'],
    ['a target that is no text', { target: 7, mode: 'down' }, 'target'],
    ['no mode', { target: 'webhook' }, 'mode'],
    ['a mode of another target', { target: 'webhook', mode: 'down' }, 'mode'],
    ['an unknown operation', { target: 'carrier:UPS', operation: 'refunds', mode: 'down' }, 'operation'],
    ['an operation of another target', { target: 'webhook', operation: 'rates', mode: 'drop' }, 'operation'],
    ['an unknown endpoint', { target: 'api', operation: 'GET /v1/labels', mode: 'reset' }, 'operation'],
    ['an unknown code', { target: 'carrier:UPS', mode: 'reject', code: 'LABEL.TOO.NICE' }, 'code'],
    [
      'a code no carrier causes',
      { target: 'carrier:UPS', mode: 'reject', code: 'WALLET.PAYMENT.FAILED' },
      'code',
    ],
    [
      'a code the endpoint does not document',
      { target: 'api', operation: 'GET /v1/wallet', mode: 'error', code: 'RATE.EXPIRED' },
      'code',
    ],
    ['a rejection without a code', { target: 'carrier:UPS', mode: 'reject' }, 'code'],
    [
      'a rejected purchase without a code',
      { target: 'carrier:UPS', mode: 'reject', operation: 'labels' },
      'code',
    ],
    [
      'a rejected account without a code',
      { target: 'carrier:*', mode: 'reject', operation: 'accounts' },
      'code',
    ],
    ['a code that is no text', { target: 'carrier:UPS', mode: 'reject', code: null }, 'code'],
    ['a code where the mode takes none', { target: 'webhook', mode: 'drop', code: 'RATE.EXPIRED' }, 'code'],
    ['a phase of a carrier', { target: 'carrier:UPS', mode: 'down', phase: 'after' }, 'phase'],
    ['an unknown phase', { target: 'api', mode: 'reset', phase: 'during' }, 'phase'],
    ['a status no server sends', { target: 'api', mode: 'error', status: 600 }, 'status'],
    ['a latency where the mode takes none', { target: 'webhook', mode: 'drop', latency_ms: 5 }, 'latency_ms'],
    ['a negative latency', { target: 'carrier:*', mode: 'slow', latency_ms: -1 }, 'latency_ms'],
    [
      'a latency longer than a timer can wait',
      { target: 'carrier:*', mode: 'slow', latency_ms: 2 ** 31 },
      'latency_ms',
    ],
    ['a message too long', { target: 'carrier:*', mode: 'down', message: 'x'.repeat(501) }, 'message'],
    ['an empty message', { target: 'carrier:*', mode: 'down', message: '' }, 'message'],
    ['a probability over 1', { target: 'webhook', mode: 'drop', probability: 1.01 }, 'probability'],
    [
      'a probability that is no number',
      { target: 'webhook', mode: 'drop', probability: Number.NaN },
      'probability',
    ],
    ['a fault that triggers 0 times', { target: 'webhook', mode: 'drop', times: 0 }, 'times'],
    ['a fraction as the number of skipped calls', { target: 'webhook', mode: 'drop', after: 0.5 }, 'after'],
    ['a start that is no duration', { target: 'webhook', mode: 'drop', starts_in: 10 }, 'starts_in'],
    ['a duration of zero', { target: 'webhook', mode: 'drop', lasts: '0s' }, 'lasts'],
    ['an unknown field', { target: 'webhook', mode: 'drop', chance: 1 }, 'chance'],
    [
      'a field from a prototype',
      Object.fromEntries([
        ['target', 'webhook'],
        ['mode', 'drop'],
        ['__proto__', {}],
      ]),
      '__proto__',
    ],
  ])('readFault refuses %s', (_what, fields, field) => {
    const result = readFault(fields)
    expect('problems' in result && result.problems.map((problem) => problem.field)).toEqual([field])
  })

  it('readFault names the accepted values when it refuses a fault', () => {
    const result = readFault({
      target: 'carrier:UPS',
      operation: 'tracking',
      mode: 'reject',
      code: 'LABEL.NOT_FOUND',
    })
    expect(result).toEqual({
      problems: [
        {
          field: 'code',
          reason: 'LABEL.NOT_FOUND is no code of carrier:UPS tracking; those are CARRIER.ERROR.UNKNOWN',
        },
      ],
    })
  })

  it('readFault reports all problems of a fault at once', () => {
    const result = readFault({ target: 'api', mode: 'reset', phase: 'never', times: -1, lasts: 'soon' })
    expect('problems' in result && result.problems.map(({ field }) => field)).toEqual([
      'times',
      'lasts',
      'phase',
    ])
  })

  it('readFault returns a valid fault or at least one problem for any object', () => {
    const fields = ['target', 'mode', 'operation', 'code', 'status', 'times', 'lasts', 'other']
    const anything = fc.dictionary(
      fc.constantFrom(...fields),
      fc.oneof(fc.anything(), fc.constantFrom('api', 'error', '*')),
    )
    fc.assert(
      fc.property(anything, (record) => {
        const result = readFault(record)
        expect('fault' in result || result.problems.length > 0).toBe(true)
        const reasons = 'problems' in result ? result.problems.map(({ reason }) => reason) : []
        expect(reasons.filter((reason) => zodMessages.test(reason))).toEqual([])
      }),
    )
  })
})
