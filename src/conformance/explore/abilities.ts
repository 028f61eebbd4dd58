import { hasOwnAccounts, type Target } from '../target/target.ts'
import type { ClientName, Environment } from './step.ts'

/** The parts of a target that a random walk may use. */
export interface Abilities {
  readonly clients: readonly ClientName[]
  readonly environments: readonly Environment[]
  readonly clock: boolean
  readonly keys: boolean
  readonly wallet: boolean
  readonly webhooks: boolean
  readonly faults: boolean
  readonly scan: boolean
  readonly tracking: boolean
  readonly carrierAccounts: boolean
  /** True if a random walk may send concurrent requests. */
  readonly bursts: boolean
  /** True if a random walk may use up rate limits. */
  readonly load: boolean
  /** True if a random walk may buy labels and batches. */
  readonly buying: boolean
  /** Names of carriers, as the control protocol spells them. */
  readonly carriers: readonly string[]
  readonly trackingScripts: readonly string[]
  /** Keys that the user gave, because the harness cannot create such keys on this target. */
  readonly givenKeys: readonly ('limited' | 'revoked' | 'expired')[]
}

/** Returns the parts of a target that random walks may use. `buying`: whether the run may buy on the target. */
export function abilitiesOf(target: Target, { buying }: { readonly buying: boolean }): Abilities {
  const { control, inbox, keys, permissions } = target
  const own = hasOwnAccounts(target)
  const hasCapability = (capability: Parameters<NonNullable<typeof control>['works']['has']>[0]): boolean =>
    own && control?.works.has(capability) === true
  return {
    clients: own ? ['a', 'b'] : ['a'],
    environments: own ? ['test', 'live'] : ['test'],
    clock: hasCapability('clock'),
    keys: hasCapability('keys'),
    wallet: hasCapability('wallet'),
    webhooks: hasCapability('webhook') && hasCapability('clock') && inbox !== undefined,
    faults: hasCapability('faults'),
    scan: hasCapability('scan'),
    tracking: hasCapability('tracking'),
    carrierAccounts: hasCapability('carrier_accounts'),
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
