/** The capabilities that a control protocol may have (control protocol, What can it do?). */
export const capabilities = [
  'accounts',
  'keys',
  'clock',
  'wallet',
  'webhook',
  'faults',
  'scan',
  'tracking',
  'carrier_accounts',
  'shipments',
  'requests',
  'snapshots',
] as const
/** A capability of a control protocol. */
export type Capability = (typeof capabilities)[number]

/**
 * A condition that must hold before a rule can run. A list holds alternatives, any one of which is enough.
 * - `key:…`: an API key of that kind. `limited` has the one scope `wallet:read`; `any-scope` means that keys with any
 *   scopes can be created.
 * - `control:…`: a capability of the control protocol. If it can create accounts, the rule has a separate one.
 * - `inbox`: webhook deliveries reach the harness. `secret`: the signing secret is known.
 * - `spend`: the live wallet may be charged. `load`: a rate limit may be used up. `trust`: purchases with test keys
 *   are assumed to be free.
 * - `waitMs`: this much time can pass, in milliseconds.
 */
export type Need = SimpleNeed | WaitNeed | readonly (SimpleNeed | WaitNeed)[]

/** The kinds of API keys that rules need. */
export type KeyKind = 'test' | 'live' | 'limited' | 'revoked' | 'expired' | 'any-scope'

/** A need that is named by a word, such as `key:live`. */
export type SimpleNeed =
  | `key:${KeyKind}`
  | `control:${Capability}`
  | 'inbox'
  | 'secret'
  | 'spend'
  | 'load'
  | 'trust'

/** The need of a rule for time to pass. */
export interface WaitNeed {
  /** How much time must pass, in milliseconds. */
  readonly waitMs: number
}

/** Creates a rule's need for time to pass, in milliseconds. The account's clock is moved or, with --allow-wait, the run waits. */
export function needTime(waitMs: number): WaitNeed {
  return { waitMs }
}

/** Converts seconds to milliseconds. */
export const seconds = (count: number): number => count * 1_000
/** Converts minutes to milliseconds. */
export const minutes = (count: number): number => seconds(count * 60)
/** Converts hours to milliseconds. */
export const hours = (count: number): number => minutes(count * 60)

/** Returns how long a rule with these needs waits in total, in milliseconds. */
export function waitMsOf(needs: readonly Need[]): number {
  return needs.reduce(
    (sum, need) => sum + (typeof need === 'object' && 'waitMs' in need ? need.waitMs : 0),
    0,
  )
}

/** Returns true if a need is a list of alternatives. */
export function hasAlternatives(need: Need): need is readonly (SimpleNeed | WaitNeed)[] {
  return Array.isArray(need)
}
