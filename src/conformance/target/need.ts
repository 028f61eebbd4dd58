/** What a control protocol may be able to do (control protocol, What it can do). */
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
export type Capability = (typeof capabilities)[number]

/**
 * What a rule cannot do without. A list holds alternatives: any one of them will do.
 *
 * - `key:…`: a key of that kind. `limited` has the one scope `wallet:read`; `any-scope` means that keys with any scopes
 *   can be made.
 * - `control:…`: a capability of the control protocol, in an account that is the rule's alone where there are accounts.
 * - `inbox`: deliveries reach the harness. `secret`: it knows the signing secret.
 * - `spend`: a live wallet may be charged. `load`: a limit may be exhausted. `trust`: test keys are taken to be free.
 * - `wait`: so much time can pass, in milliseconds.
 */
export type Need = SimpleNeed | WaitNeed | readonly (SimpleNeed | WaitNeed)[]

export type KeyKind = 'test' | 'live' | 'limited' | 'revoked' | 'expired' | 'any-scope'

export type SimpleNeed =
  | `key:${KeyKind}`
  | `control:${Capability}`
  | 'inbox'
  | 'secret'
  | 'spend'
  | 'load'
  | 'trust'

export interface WaitNeed {
  readonly waitMs: number
}

/** Time has to pass: by the account's clock, or for real under --allow-wait. */
export function wait(waitMs: number): WaitNeed {
  return { waitMs }
}

export const seconds = (count: number): number => count * 1_000
export const minutes = (count: number): number => seconds(count * 60)
export const hours = (count: number): number => minutes(count * 60)
