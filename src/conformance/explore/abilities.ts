import { hasOwnAccounts, type Target } from '../target/target.ts'
import type { Abilities } from './choices/choice.ts'

/** What a target lets walks do. `buying`: whether anything may be bought here at all. */
export function abilitiesOf(target: Target, { buying }: { readonly buying: boolean }): Abilities {
  const { control, inbox, keys, permissions } = target
  const own = hasOwnAccounts(target)
  const can = (capability: Parameters<NonNullable<typeof control>['works']['has']>[0]): boolean =>
    own && control?.works.has(capability) === true
  return {
    clients: own ? ['a', 'b'] : ['a'],
    environments: own ? ['test', 'live'] : ['test'],
    clock: can('clock'),
    keys: can('keys'),
    wallet: can('wallet'),
    webhooks: can('webhook') && can('clock') && inbox !== undefined,
    faults: can('faults'),
    scan: can('scan'),
    tracking: can('tracking'),
    carrierAccounts: can('carrier_accounts'),
    bursts: own || permissions.load,
    load: own || permissions.load,
    buying: own || buying,
    carriers: control?.carriers ?? [],
    trackingScripts: control?.trackingScripts ?? [],
    givenKeys: own
      ? []
      : (['limited', 'revoked', 'expired'] as const).filter((name) => keys[name] !== undefined),
  }
}
