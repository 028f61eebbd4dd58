import seedFile from '../../../fixtures/seed.json' with { type: 'json' }
import { createKeyRecord, drawKeyValue } from '../resources/keys.ts'
import { bookAmount, openingBalanceCents } from '../resources/wallet.ts'
import { type Environment, environments } from '../specification/model.ts'
import { isScope, type Scope, scopes } from '../specification/scopes.ts'
import type { InitialClock } from '../time/initial-clock.ts'
import type { Context } from './context.ts'
import { Random } from './random.ts'
import type { KeyRecord } from './records/keys.ts'

/** The origin of an account, stored so that a reset can create it again. */
export interface AccountRecord {
  readonly id: string
  /** The seed it was created with. */
  readonly seed: string
  /** The seed of the loaded snapshot, if there is one: new ids are drawn from it. */
  readonly loadedSeed?: string
  readonly clock: InitialClock
  /** The key values it was created with. Absent for the default account, whose keys are fixed in `fixtures/seed.json`. */
  readonly keys?: readonly string[]
  /** The first hexadecimal digits of each new key. Absent if all digits are drawn. */
  readonly keyPrefix?: string
}

export const defaultAccountId = seedFile.account

const dayMs = 86_400_000

/**
 * Fills a fresh context with its clock, wallet, unset webhook and keys, and returns the keys. `isFree` says which
 * key values may be given out.
 */
export function fillAccount(
  context: Context,
  account: AccountRecord,
  isFree: (keyValue: string) => boolean,
): readonly KeyRecord[] {
  const { state, settings } = context
  state.clock.set({
    mode: account.clock.mode,
    rate: account.clock.rate,
    baseMs: account.clock.nowMs ?? settings.machineNow(),
    baseRealMs: settings.realTime.now(),
  })
  state.wallet.set({ balanceCents: 0, paymentMethod: 'valid', autoReload: null, declineNext: 0 })
  bookAmount(context, { kind: 'opening', amountCents: openingBalanceCents, reference: null })
  state.webhook.set({ url: null, signingSecret: null })
  const keys =
    account.id === defaultAccountId
      ? createSeededKeys(context)
      : createFirstKeys(context, account.keyPrefix, isFree)
  for (const key of keys) state.keys.set(key.id, key)
  return keys
}

function createFirstKeys(
  context: Context,
  keyPrefix: string | undefined,
  isFree: (keyValue: string) => boolean,
): KeyRecord[] {
  return environments.map((environment) =>
    createKeyRecord(context, {
      value: drawKeyValue(context, { environment, keyPrefix }, isFree),
      environment,
      scopes,
      expiresAtMs: null,
    }),
  )
}

/** Returns the key values that an account was created with, which a reset restores. */
export function listFirstKeyValues({ id, seed, keys }: AccountRecord): readonly string[] {
  if (id === defaultAccountId) return seedFile.keys.map(({ value }) => value)
  if (keys !== undefined) return keys
  // Data files of earlier versions do not hold them, so they are drawn again in the way of those versions.
  const random = new Random({ seed, account: id, counters: new Map() })
  return environments.map((environment) => drawKeyValue({ random }, { environment }, () => true))
}

/** Returns the default account's well-known keys (command line, The account at start). */
function createSeededKeys(context: Context): KeyRecord[] {
  const nowMs = context.clock.now()
  return seedFile.keys.map(({ value, scopes: named, standing }) => ({
    ...createKeyRecord(context, {
      value,
      environment: environmentOf(value),
      scopes: named === 'all' ? scopes : readScopes(named),
      expiresAtMs: standing === 'expired' ? nowMs - dayMs : null,
    }),
    revokedAtMs: standing === 'revoked' ? nowMs : null,
  }))
}

function readScopes(named: string | readonly string[]): Scope[] {
  return (typeof named === 'string' ? [named] : named).filter(isScope)
}

function environmentOf(keyValue: string): Environment {
  return keyValue.startsWith('pr_live_') ? 'live' : 'test'
}

/**
 * Returns the first key of each environment; null where the account has none, as after a snapshot without
 * keys.
 */
export function firstKeys({ state }: Context): Readonly<Record<Environment, string | null>> {
  const first = (environment: Environment): string | null => {
    for (const key of state.keys.values()) if (key.environment === environment) return key.value
    return null
  }
  return { test: first('test'), live: first('live') }
}

/**
 * Returns the secret that signs an account's webhooks: fixed for the default account, derived from the seed
 * for others.
 */
export function deriveSigningSecret(context: Context): string {
  return context.id === defaultAccountId
    ? seedFile.signing_secret
    : `whsec_${context.random.hexOf('signing secret', 32)}`
}
