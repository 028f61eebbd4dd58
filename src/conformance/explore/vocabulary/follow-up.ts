import { phaseOf } from '../phases.ts'
import type { Action, CallAction, ClientName, Environment } from '../step.ts'
import { referenceTo, type Thing, type World } from '../world.ts'
import type { Choice } from './choice.ts'

/**
 * A change, and the request that shows it, in one: drawn one by one they seldom follow each other. The change alone stays possible,
 * since what it leaves behind for later is a question of its own.
 */
export function withFollowUp(choice: Choice, followUps: readonly (Action | undefined)[]): readonly Choice[] {
  const actions = followUps.filter((action) => action !== undefined)
  if (actions.length === 0) return [choice]
  return [
    { ...choice, weight: choice.weight / 2 },
    { ...choice, cell: `${choice.cell}, tried at once`, actions: [...choice.actions, ...actions] },
  ]
}

export function buying(rate: Thing): CallAction {
  const { client, environment: key } = rate
  return { do: 'call', client, key, operation: 'buyLabel', body: { rate_id: referenceTo(rate) } }
}

/** The cheapest of the last quote that is fresh, of an environment or of any. */
export function freshRate(world: World, client: ClientName, environment?: Environment): Thing | undefined {
  return world.things.findLast(
    (thing) =>
      thing.kind === 'rate' &&
      thing.client === client &&
      thing.at === 0 &&
      (environment === undefined || thing.environment === environment) &&
      phaseOf(thing, world) === 'rate fresh',
  )
}

export function usualQuote(client: ClientName, key: CallAction['key']): CallAction {
  return {
    do: 'call',
    client,
    key,
    operation: 'createRates',
    body: {
      from_address: { $: 'profile', take: 'from' },
      to_address: { $: 'profile', take: 'to' },
      parcel: { $: 'profile', take: 'standard' },
    },
  }
}
