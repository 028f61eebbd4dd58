import type { CallRequest } from '../call-request.ts'
import { errorCodeOf, isSuccess } from '../http/expect.ts'
import { OverBudget, TransportFailure } from '../http/failures.ts'
import { isObject } from '../http/fields.ts'
import { type OperationName, operationNames } from '../http/operation.ts'
import { findErrorCode } from '../http/spec-error.ts'
import type { ActiveRule } from '../rule.ts'
import type { RuleContext } from '../rule-context.ts'
import { describeAccessProblem } from '../target/access.ts'
import { NotBought } from './money/spending.ts'

const unknownLabelId = 'lbl_000000000000000000000000'

/**
 * Checks that the target does not give every request the same response, as rules that pass would then prove nothing.
 * The check is no rule of the suite. If a valid request, a request without a key and a request for an unknown label get
 * the same status, the check throws NotJudged.
 */
export const uniformResponseCheck: ActiveRule = {
  id: 'CONTRAST-0',
  judges: [],
  title: 'The target responds differently to different requests.',
  section: 'Conventions',
  endpoint: null,
  kind: 'active',
  needs: ['key:test'],
  requests: { getWallet: 2, getLabel: 1 },
  run: async (t) => {
    const statuses: number[] = []
    let lost: unknown
    for (const probe of probes) {
      const asked = await sendProbe(t, probe)
      if (typeof asked !== 'number') {
        lost = asked
        continue
      }
      statuses.push(asked)
      if (asked !== statuses[0]) return
      if (statuses.length === maxEqual) break
    }
    if (statuses.length < 2) throw lost
    t.notJudged(`the target responds ${statuses[0]} to every request, so that no result proves anything`)
  },
}

/** The check ends after this many responses with the same status. */
const maxEqual = 3

type Probe = readonly [operation: OperationName, request: Parameters<RuleContext['call']>[1]]

/**
 * The requests that test whether the target gives every request the same response. Usually the first three are sent.
 * The other requests replace requests that get no response.
 */
const probes: readonly Probe[] = [
  ['getWallet', { key: null }],
  ['getLabel', { id: unknownLabelId }],
  ['getWallet', {}],
  ['listCarrierAccounts', { key: null }],
  ['listCarrierAccounts', {}],
  ['listDeliveries', { key: null }],
  ['listDeliveries', {}],
]

/** Sends one of the requests in `probes`. Resolves with the status of the response, or with the transport failure if none came. */
async function sendProbe(t: RuleContext, [operation, request]: Probe): Promise<number | TransportFailure> {
  try {
    return (await t.call(operation, request)).status
  } catch (error) {
    if (error instanceof TransportFailure) return error
    throw error
  }
}

/**
 * Checks that the service itself responds, and that it accepts the test key. The check is no rule of the suite. Without
 * it, maintenance, a gateway or a wrong key would make all rules fail.
 */
export const accessCheck: ActiveRule = {
  ...uniformResponseCheck,
  id: 'ACCESS-0',
  title: 'The service responds, and accepts the key.',
  requests: { getWallet: 1 },
  run: async (t) => {
    const answer = await t.call('getWallet')
    const { status, text, headers } = answer
    const code = findErrorCode(errorCodeOf(answer))
    if (code?.startsWith('AUTH.KEY.') && status === 401 && !t.isOwnAccount) {
      t.notJudged(
        `The target refuses the key given as --key (401 ${code}), so nothing can be tested. Give a valid test key.`,
      )
    }
    if (code !== undefined) return
    const trouble = describeAccessProblem({ status, text, retryAfter: headers['retry-after'] })
    if (trouble !== undefined) t.notJudged(trouble)
  },
}

/**
 * Sends a request to every operation, and some requests that must be refused, so that rules about every response have
 * responses to check if no other rule runs. It checks nothing itself.
 */
export const sampleTraffic: ActiveRule = {
  id: 'TOUR-0',
  judges: [],
  title: 'Every operation is called once.',
  section: 'Endpoints',
  endpoint: null,
  kind: 'active',
  needs: ['key:test'],
  requests: Object.fromEntries(operationNames.map((name) => [name, 4])),
  run: async (t) => {
    const { addresses } = t.profile
    await callAndReadJson(t, 'validateAddress', { body: addresses.commercial })
    const rate = await readCreatedIds(callAndReadJson(t, 'createRates', { body: t.setup.ratesBody() }))
    const label = await readCreatedIds(callAndReadJson(t, 'buyLabel', { body: { rate_id: rate.first } }))
    await callAndReadJson(t, 'getLabel', { id: label.id })
    const tracked = { tracking_number: label.trackingNumber, carrier: label.carrier }
    const tracker = await readCreatedIds(callAndReadJson(t, 'registerTracker', { body: tracked }))
    await callAndReadJson(t, 'getTracker', { id: tracker.id })
    await callAndReadJson(t, 'voidLabel', { id: label.id })
    await callAndReadJson(t, 'listCarrierAccounts')
    const item = { ...t.setup.ratesBody(), ...rate.item }
    const batch = await readCreatedIds(callAndReadJson(t, 'createBatch', { body: { items: [item] } }))
    await callAndReadJson(t, 'buyBatch', { id: batch.id })
    await callAndReadJson(t, 'getBatch', { id: batch.id })
    await callAndReadJson(t, 'getWallet')
    await callAndReadJson(t, 'listDeliveries')
    await callAndReadJson(t, 'getWallet', { key: null })
    await callAndReadJson(t, 'getLabel', { id: unknownLabelId })
    await callAndReadJson(t, 'buyLabel', { body: { rate_id: 'rate_000000000000000000000000' } })
    await callAndReadJson(t, 'createBatch', { body: { items: [] } })
  },
}

type JsonOfResponse = Promise<Readonly<Record<string, unknown>> | undefined>

async function callAndReadJson(
  t: RuleContext,
  operation: OperationName,
  request?: CallRequest,
): JsonOfResponse {
  const answer = await t.call(operation, request).catch((error: unknown) => {
    if (error instanceof NotBought || error instanceof OverBudget) return undefined
    throw error
  })
  return answer !== undefined && isSuccess(answer) && isObject(answer.json) ? answer.json : undefined
}

/** Reads the ids that later requests need from a response. If the response has none, uses invented ids. */
async function readCreatedIds(response: JsonOfResponse) {
  const json = await response
  const readText = (name: string): string => (typeof json?.[name] === 'string' ? String(json[name]) : 'none')
  const rates = Array.isArray(json?.['rates']) ? json['rates'] : []
  const [rate] = rates.filter(isObject)
  return {
    id: readText('id'),
    first: typeof rate?.['id'] === 'string' ? rate['id'] : 'none',
    item: {
      rate_id: rate?.['id'],
      carrier: rate?.['carrier'],
      service: rate?.['service'],
      rate_cents: rate?.['rate_cents'],
    },
    trackingNumber: readText('tracking_number'),
    carrier: readText('carrier'),
  }
}
