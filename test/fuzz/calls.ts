import errorTable from '../../fixtures/spec/errors.json' with { type: 'json' }
import operationTable from '../../fixtures/spec/operations.json' with { type: 'json' }
import { serviceResponses } from '../../src/simulator/bodies/service-responses.ts'
import { carrierNames } from '../../src/simulator/specification/model.ts'
import type { Call } from './call.ts'
import { controlCalls } from './control-calls.ts'
import { address, items, parcelOf } from './pieces.ts'
import { drawId } from './pool.ts'

type OperationName = keyof typeof operationTable

/** How a client asks for each operation of the service. */
const asked: Record<OperationName, Pick<Call, 'body' | 'weight' | 'idPrefix'>> = {
  validateAddress: { weight: 6, body: (_, draw) => address(draw) },
  createRates: {
    weight: 10,
    body: (_, draw) => ({ from_address: address(draw), to_address: address(draw), parcel: parcelOf(draw) }),
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
  createBatch: { weight: 5, body: (_, draw) => ({ items: items(draw) }) },
  buyBatch: { weight: 3, idPrefix: 'bat' },
  getBatch: { weight: 3, idPrefix: 'bat' },
  getWallet: { weight: 2 },
  listDeliveries: { weight: 2 },
}

const serviceCalls: readonly Call[] = operationNames().map((name) => {
  const { method, path, successStatus, errors } = operationTable[name]
  const codes = new Set<string>(errors)
  return {
    surface: 'service',
    method,
    path,
    successStatus,
    codes,
    shape: serviceResponses[name],
    ...asked[name],
  }
})

const downloads: readonly Call[] = ['/v1/labels/{id}/download', '/v1/sandbox/labels/{id}.pdf'].map(
  (path) => ({
    surface: 'service',
    method: 'GET',
    path,
    idPrefix: 'lbl',
    weight: 0.3,
    successStatus: 200,
    shape: undefined,
    codes: new Set(['LABEL.NOT_FOUND', 'AUTH.KEY.SANDBOX_IN_PRODUCTION']),
  }),
)

export const calls: readonly Call[] = [...serviceCalls, ...downloads, ...controlCalls]

/** The documented status of every code of the service. */
export const documentedStatus: ReadonlyMap<string, number> = new Map(
  Object.entries(errorTable).map(([code, { status }]) => [code, status]),
)

/** The calls a path belongs to, whatever the method; a part that varies matches anything without a slash. */
export function callsAt(path: string): readonly Call[] {
  return calls.filter((call) => patternOf(call.path).test(path === '/_drydock/' ? '/_drydock' : path))
}

const patterns = new Map<string, RegExp>()

function patternOf(path: string): RegExp {
  const known = patterns.get(path)
  if (known !== undefined) return known
  // A sample's ending may be missing: what is there is then not found.
  const made = new RegExp(`^${path.replace('.pdf', '(\\.pdf)?').replaceAll(/\{\w+\}/g, '[^/]+')}$`)
  patterns.set(path, made)
  return made
}

function operationNames(): OperationName[] {
  return Object.keys(operationTable).filter((name): name is OperationName => name in operationTable)
}
