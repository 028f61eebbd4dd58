import { listOperationCodes } from '../../scripts/openapi/documented-codes.ts'
import { type DocumentedName, documentedOperations } from '../../scripts/openapi/service-operations.ts'
import { serviceResponses } from '../../src/simulator/bodies/service-responses.ts'
import { keysOf } from '../../src/simulator/specification/keys-of.ts'
import { carrierNames } from '../../src/simulator/specification/model.ts'
import type { Call } from './call.ts'
import { controlCalls } from './control-calls.ts'
import { drawAddress, drawItems, drawParcel } from './draw-bodies.ts'
import { drawId } from './pool.ts'

/** The request of a client for each operation of the service. */
const requestDrafts: Record<DocumentedName, Pick<Call, 'body' | 'weight' | 'idPrefix'>> = {
  validateAddress: { weight: 6, body: (_, draw) => drawAddress(draw) },
  createRates: {
    weight: 10,
    body: (_, draw) => ({
      from_address: drawAddress(draw),
      to_address: drawAddress(draw),
      parcel: drawParcel(draw),
    }),
  },
  buyLabel: { weight: 10, body: (pool, draw) => ({ rate_id: drawId(pool, draw, 'rate') }) },
  getLabel: { weight: 4, idPrefix: 'lbl' },
  voidLabel: { weight: 4, idPrefix: 'lbl' },
  registerTracker: {
    weight: 6,
    body: (_, draw) => ({
      tracking_number: `9999${draw.between(0, 9)}${draw.between(0, 999)}`,
      carrier: draw.pick([...carrierNames, 'usps']),
    }),
  },
  getTracker: { weight: 4, idPrefix: 'trk' },
  listCarrierAccounts: { weight: 2 },
  createBatch: { weight: 5, body: (_, draw) => ({ items: drawItems(draw) }) },
  buyBatch: { weight: 3, idPrefix: 'bat' },
  getBatch: { weight: 3, idPrefix: 'bat' },
  getWallet: { weight: 2 },
  listDeliveries: { weight: 2 },
  downloadLabel: { weight: 0.3, idPrefix: 'lbl' },
  downloadSandboxLabel: { weight: 0.3, idPrefix: 'lbl' },
}

const serviceCalls: readonly Call[] = documentedOperations.map((operation) => {
  const { name, method, path, successStatus } = operation
  const shape = keysOf(serviceResponses).find((each) => each === name)
  return {
    surface: 'service',
    method,
    path,
    successStatus,
    codes: new Set(listOperationCodes(operation)),
    shape: shape && serviceResponses[shape],
    ...requestDrafts[name],
  }
})

export const calls: readonly Call[] = [...serviceCalls, ...controlCalls]

/** Returns the calls with this path, for any method. A variable part matches anything without a slash. */
export function findCallsAtPath(path: string): readonly Call[] {
  return calls.filter((call) =>
    compilePathPattern(call.path).test(path === '/_drydock/' ? '/_drydock' : path),
  )
}

const patterns = new Map<string, RegExp>()

function compilePathPattern(path: string): RegExp {
  const known = patterns.get(path)
  if (known !== undefined) return known
  // Also matches the path of a sample PDF without its ending: the service then finds no label with this id.
  const made = new RegExp(`^${path.replace('.pdf', '(\\.pdf)?').replaceAll(/\{\w+\}/g, '[^/]+')}$`)
  patterns.set(path, made)
  return made
}
