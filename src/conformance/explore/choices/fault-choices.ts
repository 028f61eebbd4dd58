import type { CallAction, ClientName } from '../step.ts'
import { clientStateOf, nameFault, referenceTo } from '../walk-world.ts'
import { listCallsWithEachKey } from './askers.ts'
import { createCall, createPurchaseCall, createUsualRatesCall } from './calls.ts'
import {
  type Choice,
  type ChoiceContext,
  createControlChoice,
  findFreshRate,
  findLatestOfEachPhase,
  listChoicesWithFollowUps,
  listFeaturesForClient,
} from './choice.ts'

type Fault = Readonly<Record<string, unknown>>

/** Lists the choices of a random walk that validate addresses, connect carrier accounts and add faults. */
export function listFaultChoices(context: ChoiceContext): readonly Choice[] {
  const { can } = context
  return can.clients.flatMap((client) => [
    ...listValidationChoices(context, client),
    ...listCarrierAccountChoices(context, client),
    ...(can.faults ? listFaultChanges(context, client) : []),
  ])
}

function listValidationChoices(context: ChoiceContext, client: ClientName): readonly Choice[] {
  const { can, world } = context
  const isDown = clientStateOf(world, client).faults.some((each) => each.startsWith('address_validation'))
  return can.environments.flatMap((environment) =>
    listCallsWithEachKey(context, { client, environment }, 'validateAddress', (who) =>
      (who === 'owner' ? (['residential', 'undeliverable', 'ambiguous'] as const) : (['to'] as const)).map(
        (take) => ({
          state: `${take}${isDown ? ', service down' : ''}`,
          features: ['addresses', ...listFeaturesForClient(client)],
          body: { $: 'profile', take },
          weight: 0.25,
        }),
      ),
    ),
  )
}

function listCarrierAccountChoices(context: ChoiceContext, client: ClientName): readonly Choice[] {
  const { can, world, draw } = context
  const own = findLatestOfEachPhase(world, 'account').filter((account) => account.client === client)
  const connected = own.filter((account) => !account.marks.includes('carrier disconnected'))
  const state = connected.length === 0 ? (own.length === 0 ? 'none' : 'gone') : 'connected'
  const listed = can.environments.flatMap((environment) =>
    listCallsWithEachKey(context, { client, environment }, 'listCarrierAccounts', () => [
      { state, features: ['carrier accounts', ...listFeaturesForClient(client)], weight: 0.3 },
    ]),
  )
  if (!can.carrierAccounts) return listed
  const carrier = draw.pick(can.carriers, 'carrier', world.resources.length) ?? 'UPS'
  return [
    ...listed,
    ...(['valid', 'rejected'] as const).map((credentials) =>
      createControlChoice(
        `connect carrier / ${credentials}, ${state} / ${client}`,
        'carrier accounts',
        { do: 'connect carrier', client, carrier, credentials },
        { weight: connected.length > 1 ? 0 : credentials === 'valid' ? 0.5 : 0.15 },
      ),
    ),
    ...connected.map((about) =>
      createControlChoice(
        `disconnect carrier / ${state} / ${client}`,
        'carrier accounts',
        { do: 'disconnect carrier', client, account: referenceTo(about) },
        { about, weight: 0.4 },
      ),
    ),
  ]
}

/** Lists the choices that add or clear faults. A fault ends after one or two triggers, so that walks also test the time after it. */
function listFaultChanges(context: ChoiceContext, client: ClientName): readonly Choice[] {
  const { can, world, draw } = context
  const { faults: current, webhook } = clientStateOf(world, client)
  const purpose = `${world.resources.length} ${current.length}`
  const carrier = draw.pick(can.carriers, 'broken carrier', purpose) ?? 'UPS'
  const times = draw.chance(0.5, 'times', purpose) ? 1 : 2
  const failures: readonly Fault[] = [
    { target: `carrier:${carrier}`, operation: 'rates', mode: 'down', times },
    { target: `carrier:${carrier}`, operation: 'rates', mode: 'error', times },
    { target: `carrier:${carrier}`, operation: 'rates', mode: 'malformed', times },
    { target: 'carrier:*', operation: 'rates', mode: 'down', times },
    { target: 'carrier:*', operation: 'labels', mode: 'error', times },
    { target: 'carrier:*', operation: 'labels', mode: 'reject', code: 'LABEL.SERVICE.UNAVAILABLE', times },
    { target: 'carrier:*', operation: 'tracking', mode: 'down', times },
    { target: 'carrier:*', operation: 'accounts', mode: 'error', times: 1 },
    { target: 'label_creation', mode: 'error', times },
    { target: 'address_validation', mode: 'down', times: 1 },
    { target: 'api', operation: 'POST /v1/labels', mode: 'reset', phase: 'before', times: 1 },
    { target: 'api', operation: 'POST /v1/labels', mode: 'reset', phase: 'after', times: 1 },
    { target: 'api', operation: 'POST /v1/batches', mode: 'reset', phase: 'after', times: 1 },
    { target: 'api', operation: 'DELETE /v1/labels/{id}', mode: 'reset', phase: 'after', times: 1 },
    ...(webhook === 'set'
      ? [
          { target: 'webhook', mode: 'drop', times },
          { target: 'webhook', mode: 'duplicate', times: 1 },
        ]
      : []),
  ]
  // These faults only delay the response: the service still carries out the request.
  const delays: readonly Fault[] = [
    { target: 'carrier:*', operation: 'rates', mode: 'slow', latency_ms: 40, times },
    { target: 'carrier:*', operation: 'labels', mode: 'slow', latency_ms: 40, times },
    { target: 'address_validation', mode: 'slow', latency_ms: 40, times: 1 },
  ]
  return [
    ...[...failures, ...delays].flatMap((fault) => {
      const where = [fault['operation'], fault['phase']].filter((each) => each !== undefined).join(' ')
      const target = String(fault['target']).replace(/^carrier:[^*]+$/, 'a carrier')
      const choice: Choice = {
        cell: `add fault / ${target} ${where} ${fault['mode']} / ${client}`,
        features: [fault['mode'] === 'slow' ? 'unusual' : 'faults', ...listFeaturesForClient(client)],
        actions: [{ do: 'add fault', client, fault }],
        weight: current.includes(nameFault(fault)) || current.length > 2 ? 0 : 0.25,
      }
      return listChoicesWithFollowUps(choice, listCallsAffectedByFault(fault, context, client))
    }),
    ...(current.length === 0
      ? []
      : [
          {
            cell: `clear faults / ${current.length > 1 ? 'several' : 'one'} / ${client}`,
            features: ['faults'],
            actions: [{ do: 'clear faults', client }],
            weight: 0.4,
          } as const satisfies Choice,
        ]),
  ]
}

/**
 * Lists requests that make a fault trigger, each twice: if the fault ends after one trigger, the second request shows
 * the service without the fault.
 */
function listCallsAffectedByFault(
  fault: Fault,
  { world, can }: ChoiceContext,
  client: ClientName,
): readonly CallAction[] {
  const rate = findFreshRate(world, client)
  const key = rate?.environment ?? 'test'
  if (fault['operation'] === 'rates')
    return [createUsualRatesCall(client, key), createUsualRatesCall(client, key)]
  if (rate === undefined || !can.buying) return []
  const isOfPurchases =
    fault['target'] === 'label_creation' ||
    fault['target'] === 'webhook' ||
    fault['operation'] === 'labels' ||
    fault['operation'] === 'POST /v1/labels'
  return isOfPurchases
    ? [createPurchaseCall(rate), createCall(client, key, 'getWallet'), createPurchaseCall(rate)]
    : []
}
