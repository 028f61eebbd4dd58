import { hour, rateValidMs, second } from './durations.ts'
import { type ClientState, clientStateOf, type Resource, type World } from './walk-world.ts'

/** Returns the phase of a resource, such as `rate expired`. It decides which actions of a walk are possible. */
export function phaseOf(resource: Resource, world: World): string {
  const clientState = clientStateOf(world, resource.client)
  const ageMs = clientState.nowMs - resource.createdMs
  const hasMark = (mark: string): boolean => resource.marks.includes(mark)
  switch (resource.kind) {
    case 'rate':
      if (ageMs > rateValidMs) return hasMark('bought') ? 'rate bought and expired' : 'rate expired'
      if (hasMark('bought')) return 'rate bought'
      if (!resource.isUsual) return 'rate that cannot be bought'
      return ageMs >= rateValidMs - second ? 'rate in its last second' : 'rate fresh'
    case 'label':
      if (hasMark('voided') && hasMark('scanned')) return 'label voided and scanned'
      if (hasMark('voided')) return 'label voided'
      if (hasMark('scanned')) return 'label scanned'
      return ageMs > hour ? 'label old' : 'label bought'
    case 'batch':
      if (!hasMark('started')) return 'batch created'
      return ageMs === 0 ? 'batch started' : 'batch under way'
    case 'tracker':
      return ageMs >= 4 * hour ? 'tracker polled' : 'tracker new'
    case 'key':
      if (hasMark('key revoked')) return 'key revoked'
      if (resource.expiresAtMs !== undefined)
        return resource.expiresAtMs <= clientState.nowMs ? 'key expired' : 'key expiring'
      return resource.scopes === 'all' ? 'key full' : 'key limited'
    case 'account':
      return hasMark('carrier disconnected') ? 'account gone' : 'account connected'
  }
}

/** Describes how the wallet would pay a price: from the balance, after a reload, or not at all. */
export function describePaymentPhase(cents: number, { cents: left, card, reloads }: ClientState): string {
  if (left === undefined || left > cents) return 'wallet ample'
  if (left === cents) return 'wallet exact'
  if (!reloads) return 'wallet short'
  return card === 'valid' ? 'wallet reloading' : `wallet short, card ${card}`
}
