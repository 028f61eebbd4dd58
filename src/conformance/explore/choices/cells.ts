import { isReference, namedIn } from '../references.ts'
import { moneyFor, phaseOf } from '../resource-phase.ts'
import type { CallAction, KeyName } from '../step.ts'
import { nameOf, sideOf, type Thing, type World } from '../walk-state.ts'

/** What a call in a story covers, by the names that single calls have; and what it follows on the same thing. */
export interface Covered {
  readonly cell: string
  readonly pair: string | undefined
}

export function coveredBy(action: CallAction, world: World): Covered {
  const { operation } = action
  const thing = thingOf(action, world)
  if (thing === undefined) {
    return {
      cell: `${operation} / ${plainState(action, world)} / ${whoAsks(action, world)}`,
      pair: undefined,
    }
  }
  const state = operation === 'buyLabel' ? purchaseState(thing, world) : phaseOf(thing, world)
  return {
    cell: `${operation} / ${state} / ${whoAsks(action, world, thing)}`,
    pair: `${thing.kind}: ${thing.lastDone} > ${operation}`,
  }
}

/** Combinations that single rules ask at each endpoint, whatever was there before. */
const asked: readonly RegExp[] = [
  / \/ key (?:none|malformed|unknown)$/,
  / \/ (?:id of nothing|id of a label|limit used up|no items|more items than it takes|sandbox wallet|wallet ample|residential|ambiguous|undeliverable) \/ owner$/,
  /^createRates \/ (?:usual|to a home|undeliverable|too heavy|without a parcel), all well \/ owner$/,
  /^buyLabel \/ rate fresh(?:, wallet (?:ample|exact|short))? \/ (?:owner|other environment|other client)$/,
  /^\w+ \/ (?:label bought|label scanned|batch created|tracker new) \/ (?:owner|other environment|other client)$/,
  /^create key \/ full \//,
]

/** Whether rules ask this without any walk. */
export const isAskedByRules = (cell: string): boolean => asked.some((form) => form.test(cell))

/** What a rate is when it is bought, and how that would be paid. */
export function purchaseState(rate: Thing, world: World): string {
  const side = sideOf(world, rate.client)
  const money = rate.environment === 'live' ? `, ${moneyFor(rate.cents, side)}` : ''
  const trouble = side.faults.some((each) => each.startsWith('label_creation')) ? ', creation broken' : ''
  return `${phaseOf(rate, world)}${money}${trouble}`
}

/** The first thing that a call names. */
function thingOf({ id, body }: CallAction, { things }: World): Thing | undefined {
  const [named] = namedIn([id, body])
  return things.find(
    (thing) =>
      thing.step === named && (thing.kind !== 'rate' || nameOf(thing) === nameOf({ ...thing, at: 0 })),
  )
}

function plainState({ operation, client, key }: CallAction, world: World): string {
  const side = sideOf(world, client)
  if (operation === 'getWallet') return key === 'test' ? 'sandbox wallet' : moneyFor(500, side)
  if (operation === 'listDeliveries') return `webhook ${side.webhook}`
  return 'in a story'
}

/** What the key is to the owner of what is asked for. */
function whoAsks({ client, key }: CallAction, world: World, thing?: Thing): string {
  if (thing !== undefined && thing.client !== client) return 'other client'
  if (isReference(key)) return keyState(key, world)
  return thing === undefined || thing.environment === key ? 'owner' : 'other environment'
}

function keyState(key: Extract<KeyName, object>, world: World): string {
  const made = world.things.find(({ kind, step }) => kind === 'key' && step === key.$)
  return made === undefined ? 'key unknown' : phaseOf(made, world)
}
