import { seconds } from '../target/need.ts'
import { type Side, sideOf, type Thing, type World } from './walk-state.ts'

/** Fifteen minutes: how long a rate is good. */
export const rateSeconds = 900

/** What a thing is at this moment, as far as it makes a difference to what may be done with it. */
export function phaseOf(thing: Thing, world: World): string {
  const side = sideOf(world, thing.client)
  const ageMs = side.nowMs - thing.bornMs
  const is = (mark: string): boolean => thing.marks.includes(mark)
  switch (thing.kind) {
    case 'rate':
      if (ageMs > seconds(rateSeconds)) return is('bought') ? 'rate bought and expired' : 'rate expired'
      if (is('bought')) return 'rate bought'
      if (!thing.isUsual) return 'rate that cannot be bought'
      return ageMs >= seconds(rateSeconds - 1) ? 'rate in its last second' : 'rate fresh'
    case 'label':
      if (is('voided') && is('scanned')) return 'label voided and scanned'
      if (is('voided')) return 'label voided'
      if (is('scanned')) return 'label scanned'
      return ageMs > seconds(3_600) ? 'label old' : 'label bought'
    case 'batch':
      if (!is('started')) return 'batch created'
      return ageMs === 0 ? 'batch started' : 'batch under way'
    case 'tracker':
      return ageMs >= seconds(4 * 3_600) ? 'tracker polled' : 'tracker new'
    case 'key':
      if (is('key revoked')) return 'key revoked'
      if (thing.expiresAtMs !== undefined)
        return thing.expiresAtMs <= side.nowMs ? 'key expired' : 'key expiring'
      return thing.scopes === 'all' ? 'key full' : 'key limited'
    case 'account':
      return is('carrier disconnected') ? 'account gone' : 'account connected'
  }
}

/** How well a live purchase of so much would be paid for. */
export function moneyFor(cents: number, { cents: left, card, reloads }: Side): string {
  if (left === undefined || left > cents) return 'wallet ample'
  if (left === cents) return 'wallet exact'
  if (!reloads) return 'wallet short'
  return card === 'valid' ? 'wallet reloading' : `wallet short, card ${card}`
}
