import { readFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { conditionFields, modeFields } from '../../src/simulator/faults/fields.ts'
import { readFault } from '../../src/simulator/faults/read-fault.ts'
import {
  everyTarget,
  type FaultTarget,
  faultModes,
  faultTargets,
  listAllowedCodes,
  modesOf,
  operationsOf,
} from '../../src/simulator/faults/targets.ts'
import { errorCodes } from '../../src/simulator/specification/errors.ts'
import { projectFile } from '../support/project.ts'

/** Checks that the simulator and its OpenAPI document agree which faults are valid. */

const { schemas } = JSON.parse(readFileSync(projectFile('schemas/control-openapi.json'), 'utf8')).components
const ajv = new Ajv2020({ strict: false })
ajv.addSchema({ $id: 'document', components: { schemas } })
const isDescribed = ajv.compile({ $ref: 'document#/components/schemas/FaultRequest' })

type GivenFault = Readonly<Record<string, unknown>>

/** Returns the faults on which the document and the simulator disagree. */
function findDisagreements(faults: Iterable<GivenFault>): readonly string[] {
  const found: string[] = []
  for (const given of faults) {
    // JSON leaves out undefined values.
    const fault = JSON.parse(JSON.stringify(given))
    const isTaken = 'fault' in readFault(fault)
    if (isDescribed(fault) !== isTaken)
      found.push(`${JSON.stringify(fault)} is ${isTaken ? 'taken' : 'refused'}`)
    if (found.length === 20) break
  }
  return found
}

/** The targets of faults, except the carriers DHL, FedEx and USPS, for which UPS is tested. */
const targets = faultTargets.filter((target) => !/^carrier:(DHL|FedEx|USPS)$/.test(target))
const operations = [undefined, '*', 'nowhere', ...new Set(everyTarget.flatMap((target) => target.operations))]
const codes = [undefined, 'NONE.SUCH', 'REQUEST.INTERNAL.ERROR', ...errorCodes]

describe('the OpenAPI document and the simulator on valid faults', () => {
  it('the OpenAPI document and the simulator accept the same targets, modes and operations of a fault', () => {
    const all = [...faultTargets, 'carrier:Pigeon', 'nothing'].flatMap((target) =>
      [...faultModes, 'none'].flatMap((mode) => operations.map((operation) => ({ target, mode, operation }))),
    )
    expect(all.length).toBeGreaterThan(3_000)
    expect(findDisagreements(all)).toEqual([])
  })

  it('the OpenAPI document and the simulator accept the same modes, operations and error codes of a fault', () => {
    const all = targets.flatMap((target) =>
      modesOf(target).flatMap((mode) =>
        operations.flatMap((operation) => codes.map((code) => ({ target, mode, operation, code }))),
      ),
    )
    expect(all.length).toBeGreaterThan(15_000)
    expect(findDisagreements(all)).toEqual([])
  })

  it('the OpenAPI document and the simulator accept the same values for each field of a fault', () => {
    const all = targets.flatMap((target) =>
      modesOf(target).flatMap((mode) =>
        fields.flatMap((field) =>
          oddValues.map((value) => ({ ...createValidFault(target, mode), [field]: value })),
        ),
      ),
    )
    expect(all.length).toBeGreaterThan(5_000)
    expect(findDisagreements(all)).toEqual([])
  })

  it('the OpenAPI document and the simulator accept the same random faults', () => {
    const drawSome = <Value>(list: readonly Value[]) => fc.constantFrom(...list)
    const fault = drawSome(
      targets.flatMap((target) => modesOf(target).map((mode) => ({ target, mode }))),
    ).chain(({ target, mode }) =>
      fc.record(
        {
          target: fc.constant(target),
          mode: fc.constant(mode),
          operation: drawSome([undefined, ...operationsOf(target)]),
          code: drawSome(listCodes(target)),
          ...Object.fromEntries(
            validFieldValues.map(([field, value]) => [field, drawSome([value, ...oddValues])]),
          ),
        },
        { requiredKeys: ['target', 'mode'] },
      ),
    )
    fc.assert(
      fc.property(fault, (given) => {
        expect(findDisagreements([given])).toEqual([])
      }),
      { numRuns: 3_000 },
    )
  })
})

const fields = [
  ...Object.keys({ ...modeFields, ...conditionFields }),
  'surplus',
  'target',
  'mode',
  'operation',
]

const validFieldValues = Object.entries({
  phase: 'after',
  status: 503,
  latency_ms: 1,
  message: 'no',
  probability: 0.5,
  times: 1,
  after: 0,
  starts_in: '10m',
  lasts: '1h',
})

function listCodes(target: FaultTarget): readonly (string | undefined)[] {
  return [undefined, ...listAllowedCodes({ target, operation: '*', mode: 'error' })]
}

/** Values that are valid for one field and invalid for another, or just outside the bounds. */
const oddValues: readonly unknown[] = [
  'before',
  'after',
  'During',
  '',
  ' ',
  'x'.repeat(500),
  'x'.repeat(501),
  '10m',
  '1d12h',
  '1.5h',
  '12h1d',
  '10',
  '-1s',
  '0s',
  '0d0h',
  '0.0m',
  '365000d',
  '*',
  'api',
  'down',
  'labels',
  -1,
  0,
  0.5,
  1,
  1.5,
  199,
  200,
  599,
  600,
  2 ** 31 - 1,
  2 ** 31,
  true,
  null,
  [],
  {},
]

/** Returns a valid fault with this target and mode. */
function createValidFault(target: FaultTarget, mode: string): GivenFault {
  return { target, mode, ...(mode === 'reject' && { code: 'CARRIER.ERROR.UNKNOWN' }) }
}
