import scopes from '../../../../fixtures/spec/scopes.json' with { type: 'json' }
import { ControlFailed } from '../../http/failures.ts'
import { type Pace, windowMs } from '../../http/sending/pace.ts'
import type { ActiveRule } from '../../rule.ts'
import { type ControlledAccount, openControlledAccount } from '../../target/account.ts'
import { seconds } from '../../target/need.ts'
import type { Target } from '../../target/target.ts'
import { countMaxRequests, type Waits } from './waits.ts'

/**
 * Renews the rate limits of a shared account by the control protocol, so that rules need not wait for them. It creates
 * a new API key, as limits count per key, or moves the clock into the next window of the limits.
 */
export interface LimitRenewal {
  /** Renews the rate limits, unless an earlier renewal had no effect on this target. */
  renew(): Promise<void>
  /** Returns true unless a renewal has failed or had no effect. */
  isWorking(): boolean
  /** Returns true if the target refused a request because of a rate limit, so that a renewal is due. */
  isDue(): boolean
  /** Returns the test key that requests use now; undefined for the key of the options. */
  getKey(): string | undefined
  /** Called when the target refused a request because of a rate limit. Resolves with true if the request can be sent again at once. */
  onRefused(): Promise<boolean>
  /** Revokes the API keys that the renewal created. Resolves with descriptions of the changes that could not be undone. */
  close(): Promise<readonly string[]>
}

/** Creates the renewal of rate limits; undefined if the control protocol can neither create keys nor move the clock. */
export function createLimitRenewal(
  target: Target,
  { pace, onTimeMoved }: { readonly pace: Pace; onTimeMoved(): void },
): LimitRenewal | undefined {
  const { control } = target
  if (control === undefined) return undefined
  const account = openControlledAccount(control.client, 'default')
  const forgetAll = (): void => {
    pace.forget()
    onTimeMoved()
  }
  if (control.works.has('keys')) return createRenewalByMethod(renewByNewKeys(account))
  return control.works.has('clock')
    ? createRenewalByMethod(renewByMovingClock(account, forgetAll))
    : undefined
}

/** A method to renew rate limits: by new API keys, or by moving the clock. */
interface RenewalMethod extends Pick<LimitRenewal, 'getKey' | 'close'> {
  /** Renews the rate limits once. Throws ControlFailed. */
  renewOnce(): Promise<void>
  /** True if the method also helps a rule that has already begun. */
  readonly helpsAtOnce: boolean
}

function createRenewalByMethod({ renewOnce, helpsAtOnce, getKey, close }: RenewalMethod): LimitRenewal {
  let isTrusted = true
  let isRenewed = false
  let isDue = false
  const renewLimits = async (): Promise<void> => {
    if (!isTrusted) return
    isDue = false
    try {
      await renewOnce()
      isRenewed = true
    } catch (error) {
      if (!(error instanceof ControlFailed)) throw error
      isTrusted = false
    }
  }
  return {
    getKey,
    close,
    renew: renewLimits,
    isWorking: () => isTrusted,
    isDue: () => isDue && isTrusted,
    onRefused: async () => {
      // If the target refuses a request although the limits were just renewed, renewal has no effect on this target.
      if (isRenewed) isTrusted = false
      else if (helpsAtOnce) await renewLimits()
      else isDue = true
      return isTrusted && helpsAtOnce
    },
  }
}

/** The scopes of the API keys that the renewal creates: all scopes. */
const allScopes = Object.keys(scopes)

function renewByNewKeys({ keys }: ControlledAccount): RenewalMethod {
  const ids: string[] = []
  let current: string | undefined
  return {
    getKey: () => current,
    // A new key does not help a rule that has begun, as a rule uses one key from start to end.
    helpsAtOnce: false,
    renewOnce: async () => {
      const { id, key } = await keys.create({ environment: 'test', scopes: allScopes })
      ids.push(id)
      current = key
    },
    close: async () => {
      const failed: string[] = []
      for (const id of ids) await keys.revoke(id).catch(() => failed.push(`revoke the key ${id}`))
      return failed
    },
  }
}

function renewByMovingClock({ clock }: ControlledAccount, onMoved: () => void): RenewalMethod {
  return {
    getKey: () => undefined,
    helpsAtOnce: true,
    renewOnce: async () => {
      await clock.advance(windowMs)
      onMoved()
    },
    close: async () => [],
  }
}

interface RateLimitedRun {
  readonly pace: Pace | undefined
  readonly limitRenewal: LimitRenewal | undefined
  readonly target: Target
}

/** Returns how long a rule that begins now would wait for the rate limits of the test key, in milliseconds. */
export function computeLimitWaitMs(rule: ActiveRule, { pace, limitRenewal, target }: RateLimitedRun): number {
  const key = limitRenewal?.getKey() ?? target.keys.test
  return pace?.forecastMs(key, countMaxRequests([rule], { own: false })) ?? 0
}

/**
 * Renews the rate limits before a rule begins, if the rule would wait for them and renewal works. A rule that checks
 * how many requests a limit still allows then waits until all its requests are allowed, so that none of them waits
 * later.
 */
export async function prepareLimits(
  rule: ActiveRule,
  run: RateLimitedRun & { readonly waits: Waits },
): Promise<void> {
  const { limitRenewal, waits } = run
  if (limitRenewal?.isDue() === true || computeLimitWaitMs(rule, run) > 0) await limitRenewal?.renew()
  const countsLimits = rule.alone === true && !rule.needs.includes('load')
  const leftMs = countsLimits ? computeLimitWaitMs(rule, run) : 0
  if (leftMs > 0) await waits.pause(`limits that ${rule.id} needs for itself`, leftMs)
}

/** A test key that expires shortly after its creation, for a target whose clock cannot be moved. */
export interface ExpiredKey {
  /** Creates the key when the run begins, so that it expires while other rules run. */
  startCreation(): void
  /** Returns how many milliseconds remain until the key expires. */
  leftMs(): number
  /** Waits until the key has expired, and resolves with the key. The user sees that the rule `who` waits. Throws ControlFailed. */
  waitForKey(who: string): Promise<string>
  /** Revokes the expired key. Resolves with descriptions of the changes that could not be undone. */
  close(): Promise<readonly string[]>
}

/** How long the key is valid before it expires, in milliseconds. */
const validMs = seconds(2)
/** How far the target's clock may be behind this machine's, in milliseconds. */
const marginMs = seconds(1)

interface CreatedKey {
  readonly id: string
  readonly key: string
  readonly expiredAtMs: number
}

/** Creates an `ExpiredKey`. The key itself is created when it is first needed. */
export function prepareExpiredKey(
  { keys }: Pick<ControlledAccount, 'keys'>,
  { waits, nowMs = Date.now }: { readonly waits: Pick<Waits, 'pause'>; readonly nowMs?: () => number },
): ExpiredKey {
  let making: Promise<CreatedKey> | undefined
  let expiredAtMs: number | undefined
  const createKey = async (): Promise<CreatedKey> => {
    const overMs = nowMs() + validMs
    const made = await keys.create({ environment: 'test', expires_at: new Date(overMs).toISOString() })
    expiredAtMs = overMs + marginMs
    return { ...made, expiredAtMs }
  }
  const getKey = (): Promise<CreatedKey> => {
    making ??= createKey().catch((error: unknown) => {
      // If the key could not be created, the next rule that needs the key tries again.
      making = undefined
      throw error
    })
    return making
  }
  return {
    startCreation: () => {
      getKey().catch(() => undefined)
    },
    leftMs: () => (expiredAtMs === undefined ? validMs + marginMs : Math.max(0, expiredAtMs - nowMs())),
    waitForKey: async (who) => {
      const { key, expiredAtMs: readyAtMs } = await getKey()
      const leftMs = readyAtMs - nowMs()
      if (leftMs > 0) await waits.pause(`a key to expire (${who})`, leftMs)
      return key
    },
    close: async () => {
      const left = await making?.catch(() => undefined)
      if (left === undefined) return []
      return keys.revoke(left.id).then(
        () => [],
        () => [`revoke the key ${left.id}`],
      )
    },
  }
}
