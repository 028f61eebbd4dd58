import { isReference, stepIdsIn } from '../references.ts'
import { describePaymentPhase, phaseOf } from '../resource-phase.ts'
import type { CallAction, KeyName } from '../step.ts'
import { clientStateOf, nameResource, type Resource, type World } from '../walk-world.ts'

/** The coverage of a request: its cell (operation, state, kind of key), and the previous operation on the resource with the new one. */
export interface CoveredCall {
  readonly cell: string
  readonly pair: string | undefined
}

/** Returns the coverage of a request in the current world. `pair` is undefined if the request names no resource. */
export function describeCoverageOfCall(action: CallAction, world: World): CoveredCall {
  const { operation } = action
  const resource = findNamedResource(action, world)
  if (resource === undefined) {
    return {
      cell: `${operation} / ${describeStateWithoutResource(action, world)} / ${describeRelationToOwner(action, world)}`,
      pair: undefined,
    }
  }
  const state = operation === 'buyLabel' ? describePurchaseState(resource, world) : phaseOf(resource, world)
  return {
    cell: `${operation} / ${state} / ${describeRelationToOwner(action, world, resource)}`,
    pair: `${resource.kind}: ${resource.lastOperation} > ${operation}`,
  }
}

/** Coverage cells (operation, state, kind of key) that rules test without random walks, so that walks may prefer other cells. */
const cellsOfRules: readonly RegExp[] = [
  / \/ key (?:none|malformed|unknown)$/,
  / \/ (?:id of nothing|id of a label|limit used up|no items|more items than it takes|sandbox wallet|wallet ample|residential|ambiguous|undeliverable) \/ owner$/,
  /^createRates \/ (?:usual|to a home|undeliverable|too heavy|without a parcel), all well \/ owner$/,
  /^buyLabel \/ rate fresh(?:, wallet (?:ample|exact|short))? \/ (?:owner|other environment|other client)$/,
  /^\w+ \/ (?:label bought|label scanned|batch created|tracker new) \/ (?:owner|other environment|other client)$/,
  /^create key \/ full \//,
]

/** True if rules test this coverage cell (operation, state, kind of key) without random walks. */
export const isCoveredByRules = (cell: string): boolean => cellsOfRules.some((form) => form.test(cell))

/** Describes a rate before its purchase: whether it is valid, and how the wallet would pay for it. */
export function describePurchaseState(rate: Resource, world: World): string {
  const clientState = clientStateOf(world, rate.client)
  const money = rate.environment === 'live' ? `, ${describePaymentPhase(rate.cents, clientState)}` : ''
  const faultState = clientState.faults.some((each) => each.startsWith('label_creation'))
    ? ', creation broken'
    : ''
  return `${phaseOf(rate, world)}${money}${faultState}`
}

/** Finds the first resource that a call names. */
function findNamedResource({ id, body }: CallAction, { resources }: World): Resource | undefined {
  const [named] = stepIdsIn([id, body])
  return resources.find(
    (resource) =>
      resource.step === named &&
      (resource.kind !== 'rate' || nameResource(resource) === nameResource({ ...resource, at: 0 })),
  )
}

/** Describes the state of the wallet or the webhook for a request that names no resource. */
function describeStateWithoutResource({ operation, client, key }: CallAction, world: World): string {
  const clientState = clientStateOf(world, client)
  if (operation === 'getWallet')
    return key === 'test' ? 'sandbox wallet' : describePaymentPhase(500, clientState)
  if (operation === 'listDeliveries') return `webhook ${clientState.webhook}`
  return 'in a story'
}

/** Names the relation of a call's key to the owner of the resource. */
function describeRelationToOwner({ client, key }: CallAction, world: World, resource?: Resource): string {
  if (resource !== undefined && resource.client !== client) return 'other client'
  if (isReference(key)) return describeKeyState(key, world)
  return resource === undefined || resource.environment === key ? 'owner' : 'other environment'
}

function describeKeyState(key: Extract<KeyName, object>, world: World): string {
  const made = world.resources.find(({ kind, step }) => kind === 'key' && step === key.$)
  return made === undefined ? 'key unknown' : phaseOf(made, world)
}
