import seedFile from '../../../fixtures/seed.json' with { type: 'json' }
import { createKeyRecord, drawKeyValue } from '../resources/keys.ts'
import { bookAmount, openingBalanceCents } from '../resources/wallet.ts'
import { type Environment, environments } from '../specification/model.ts'
import { isScope, type Scope, scopes } from '../specification/scopes.ts'
import type { InitialClock } from '../time/initial-clock.ts'
import type { Context } from './context.ts'
import { Random } from './random.ts'
import type { KeyRecord } from './records/keys.ts'

/** The facts about an account's creation, stored so that a reset can create it again. */
export interface AccountRecord {
  readonly id: string
  /** The seed with which the account was created. */
  readonly seed: string
  /** The seed of the loaded snapshot, from which new ids are drawn. Absent without a snapshot. */
  readonly loadedSeed?: string
  readonly clock: InitialClock
  /** The values of the account's first keys. Absent for the default account, whose keys are in `fixtures/seed.json`. */
  readonly keys?: readonly string[]
  /** The first hexadecimal digits of each new key. Absent if all digits are random. */
  readonly keyPrefix?: string
}

export const defaultAccountId = seedFile.account

const dayMs = 86_400_000

/**
 * Stores the clock, the wallet, an unset webhook and the keys of a new account, and returns the keys. `isFreeKey` says
 * whether a key value can be used.
 */
export function fillAccount(
  context: Context,
  account: AccountRecord,
  isFreeKey: (keyValue: string) => boolean,
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
      ? createDefaultKeys(context)
      : createFirstKeys(context, account.keyPrefix, isFreeKey)
  for (const key of keys) state.keys.set(key.id, key)
  return keys
}

function createFirstKeys(
  context: Context,
  keyPrefix: string | undefined,
  isFreeKey: (keyValue: string) => boolean,
): KeyRecord[] {
  return environments.map((environment) =>
    createKeyRecord(context, {
      value: drawKeyValue(context, { environment, keyPrefix }, isFreeKey),
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
  // Data files of earlier versions lack the key values. They are drawn again in the same way as in those versions.
  const random = new Random({ seed, account: id, counters: new Map() })
  return environments.map((environment) => drawKeyValue({ random }, { environment }, () => true))
}

/** Returns the default account's well-known keys (command line, The account at start). */
function createDefaultKeys(context: Context): KeyRecord[] {
  const nowMs = context.clock.now()
  return seedFile.keys.map(({ value, scopes: named, standing }) => ({
    ...createKeyRecord(context, {
      value,
      environment: findKeyEnvironment(value),
      scopes: named === 'all' ? scopes : readScopes(named),
      expiresAtMs: standing === 'expired' ? nowMs - dayMs : null,
    }),
    revokedAtMs: standing === 'revoked' ? nowMs : null,
  }))
}

function readScopes(scopes: string | readonly string[]): Scope[] {
  return (typeof scopes === 'string' ? [scopes] : scopes).filter(isScope)
}

function findKeyEnvironment(keyValue: string): Environment {
  return keyValue.startsWith('pr_live_') ? 'live' : 'test'
}

/**
 * Returns the first key value of each environment; null for an environment without a key, as after a snapshot without
 * keys.
 */
export function findFirstKeys({ state }: Context): Readonly<Record<Environment, string | null>> {
  const findFirstValue = (environment: Environment): string | null => {
    for (const key of state.keys.values()) if (key.environment === environment) return key.value
    return null
  }
  return { test: findFirstValue('test'), live: findFirstValue('live') }
}

/**
 * Returns the secret that signs an account's webhooks: a fixed one for the default account, one derived from the seed
 * for other accounts.
 */
export function deriveSigningSecret(context: Context): string {
  return context.id === defaultAccountId
    ? seedFile.signing_secret
    : `whsec_${context.random.deriveHexDigitsFromName('signing secret', 32)}`
}
