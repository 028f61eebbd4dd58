import type { CallAction, ClientName } from '../step.ts'
import { clientStateOf, faultName, referenceTo } from '../walk-world.ts'
import { forOwnKeys } from './askers.ts'
import { createCall, createPurchase, createUsualQuote } from './calls.ts'
import {
  type Choice,
  type ChoiceContext,
  controlChoice,
  findFreshRate,
  latestOfEach,
  otherClientFeatures,
  withFollowUp,
} from './choice.ts'

type Fault = Readonly<Record<string, unknown>>

/** Lists address validations, carrier accounts and faults. */
export function faultChoices(context: ChoiceContext): readonly Choice[] {
  const { can } = context
  return can.clients.flatMap((client) => [
    ...validationChoices(context, client),
    ...carrierAccountChoices(context, client),
    ...(can.faults ? choicesOfFaults(context, client) : []),
  ])
}

function validationChoices(context: ChoiceContext, client: ClientName): readonly Choice[] {
  const { can, world } = context
  const isDown = clientStateOf(world, client).faults.some((each) => each.startsWith('address_validation'))
  return can.environments.flatMap((environment) =>
    forOwnKeys(context, { client, environment }, 'validateAddress', (who) =>
      (who === 'owner' ? (['residential', 'undeliverable', 'ambiguous'] as const) : (['to'] as const)).map(
        (take) => ({
          state: `${take}${isDown ? ', service down' : ''}`,
          features: ['addresses', ...otherClientFeatures(client)],
          body: { $: 'profile', take },
          weight: 0.25,
        }),
      ),
    ),
  )
}

function carrierAccountChoices(context: ChoiceContext, client: ClientName): readonly Choice[] {
  const { can, world, draw } = context
  const own = latestOfEach(world, 'account').filter((account) => account.client === client)
  const connected = own.filter((account) => !account.marks.includes('carrier disconnected'))
  const state = connected.length === 0 ? (own.length === 0 ? 'none' : 'gone') : 'connected'
  const listed = can.environments.flatMap((environment) =>
    forOwnKeys(context, { client, environment }, 'listCarrierAccounts', () => [
      { state, features: ['carrier accounts', ...otherClientFeatures(client)], weight: 0.3 },
    ]),
  )
  if (!can.carrierAccounts) return listed
  const carrier = draw.pick(can.carriers, 'carrier', world.resources.length) ?? 'UPS'
  return [
    ...listed,
    ...(['valid', 'rejected'] as const).map((credentials) =>
      controlChoice(
        `connect carrier / ${credentials}, ${state} / ${client}`,
        'carrier accounts',
        { do: 'connect carrier', client, carrier, credentials },
        { weight: connected.length > 1 ? 0 : credentials === 'valid' ? 0.5 : 0.15 },
      ),
    ),
    ...connected.map((about) =>
      controlChoice(
        `disconnect carrier / ${state} / ${client}`,
        'carrier accounts',
        { do: 'disconnect carrier', client, account: referenceTo(about) },
        { about, weight: 0.4 },
      ),
    ),
  ]
}

/** Lists faults that end by themselves, so that walks also see what follows them. */
function choicesOfFaults(context: ChoiceContext, client: ClientName): readonly Choice[] {
  const { can, world, draw } = context
  const { faults: current, webhook } = clientStateOf(world, client)
  const purpose = `${world.resources.length} ${current.length}`
  const carrier = draw.pick(can.carriers, 'broken carrier', purpose) ?? 'UPS'
  const times = draw.chance(0.5, 'times', purpose) ? 1 : 2
  const possible: readonly Fault[] = [
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
  // Slow faults delay the response, and the service still carries out the request.
  const late: readonly Fault[] = [
    { target: 'carrier:*', operation: 'rates', mode: 'slow', latency_ms: 40, times },
    { target: 'carrier:*', operation: 'labels', mode: 'slow', latency_ms: 40, times },
    { target: 'address_validation', mode: 'slow', latency_ms: 40, times: 1 },
  ]
  return [
    ...[...possible, ...late].flatMap((fault) => {
      const where = [fault['operation'], fault['phase']].filter((each) => each !== undefined).join(' ')
      const target = String(fault['target']).replace(/^carrier:[^*]+$/, 'a carrier')
      const choice: Choice = {
        cell: `add fault / ${target} ${where} ${fault['mode']} / ${client}`,
        features: [fault['mode'] === 'slow' ? 'unusual' : 'faults', ...otherClientFeatures(client)],
        actions: [{ do: 'add fault', client, fault }],
        weight: current.includes(faultName(fault)) || current.length > 2 ? 0 : 0.25,
      }
      return withFollowUp(choice, callsAffectedBy(fault, context, client))
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

/** Returns the calls that show a fault, and the same calls without it. */
function callsAffectedBy(
  fault: Fault,
  { world, can }: ChoiceContext,
  client: ClientName,
): readonly CallAction[] {
  const rate = findFreshRate(world, client)
  const key = rate?.environment ?? 'test'
  if (fault['operation'] === 'rates') return [createUsualQuote(client, key), createUsualQuote(client, key)]
  if (rate === undefined || !can.buying) return []
  const isOfPurchases =
    fault['target'] === 'label_creation' ||
    fault['target'] === 'webhook' ||
    fault['operation'] === 'labels' ||
    fault['operation'] === 'POST /v1/labels'
  return isOfPurchases
    ? [createPurchase(rate), createCall(client, key, 'getWallet'), createPurchase(rate)]
    : []
}
