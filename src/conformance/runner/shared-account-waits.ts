import scopes from '../../../fixtures/spec/scopes.json' with { type: 'json' }
import { ControlFailed } from '../http/failures.ts'
import { type Pace, windowMs } from '../http/pace.ts'
import type { ActiveRule } from '../rule.ts'
import { type ControlledAccount, openControlledAccount } from '../target/account.ts'
import { seconds } from '../target/need.ts'
import type { Target } from '../target/target.ts'
import { requestsOf, type Waits } from './waits.ts'

/**
 * Renews rate limits by the control protocol, so that rules on a shared account need not wait for them: by a new key, as
 * limits count for each key, or by moving the clock on to a new window.
 */
export interface LimitRenewal {
  /** Renews the limits, unless this target has shown that it does not work. */
  renew(): Promise<void>
  /** Whether renewing works, as far as it is known. */
  works(): boolean
  /** Whether a renewal is due, since a request was refused for its limit. */
  isDue(): boolean
  /** The test key to use now; undefined for the one of the options. */
  key(): string | undefined
  /** Called when a request was refused for its limit. Resolves with whether it can be sent again at once. */
  refused(): Promise<boolean>
  /** Revokes the keys it made, and resolves with what could not be undone. */
  close(): Promise<readonly string[]>
}

/** Opens the renewal of limits; undefined if the control protocol can neither make keys nor move the clock. */
export function openLimitRenewal(
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
  if (control.works.has('keys')) return openRenewing(makeKeys(account))
  return control.works.has('clock') ? openRenewing(moveTime(account, forgetAll)) : undefined
}

interface Means extends Pick<LimitRenewal, 'key' | 'close'> {
  /** Renews the limits. Throws ControlFailed. */
  again(): Promise<void>
  /** Whether a rule that has begun profits from it. */
  readonly helpsAtOnce: boolean
}

function openRenewing({ again, helpsAtOnce, key, close }: Means): LimitRenewal {
  let isTrusted = true
  let isRenewed = false
  let isDue = false
  const renew = async (): Promise<void> => {
    if (!isTrusted) return
    isDue = false
    try {
      await again()
      isRenewed = true
    } catch (error) {
      if (!(error instanceof ControlFailed)) throw error
      isTrusted = false
    }
  }
  return {
    key,
    close,
    renew,
    works: () => isTrusted,
    isDue: () => isDue && isTrusted,
    refused: async () => {
      // The limits were renewed before and a request is still refused: renewing does not work on this target.
      if (isRenewed) isTrusted = false
      else if (helpsAtOnce) await renew()
      else isDue = true
      return isTrusted && helpsAtOnce
    },
  }
}

/** New keys have all scopes. */
const allScopes = Object.keys(scopes)

function makeKeys({ keys }: ControlledAccount): Means {
  const ids: string[] = []
  let current: string | undefined
  return {
    key: () => current,
    // A rule uses one key from its begin to its end.
    helpsAtOnce: false,
    again: async () => {
      const { id, key } = await keys.create({ environment: 'test', scopes: allScopes })
      ids.push(id)
      current = key
    },
    close: async () => {
      const failed: string[] = []
      for (const id of ids) await keys.revoke(id).catch(() => failed.push(`the key ${id} revoked`))
      return failed
    },
  }
}

function moveTime({ clock }: ControlledAccount, onMoved: () => void): Means {
  return {
    key: () => undefined,
    helpsAtOnce: true,
    again: async () => {
      await clock.advance(windowMs)
      onMoved()
    },
    close: async () => [],
  }
}

interface Limited {
  readonly pace: Pace | undefined
  readonly limitRenewal: LimitRenewal | undefined
  readonly target: Target
}

/** How long a rule would wait for the limits of the test key if it began now, in milliseconds. */
export function limitsMs(rule: ActiveRule, { pace, limitRenewal, target }: Limited): number {
  const key = limitRenewal?.key() ?? target.keys.test
  return pace?.forecastMs(key, requestsOf([rule], { own: false })) ?? 0
}

/**
 * Called before a rule begins. If its requests would have to wait for limits, these are renewed, if that works. A rule
 * that counts what is left of a limit waits here, so that no wait comes between its requests.
 */
export async function awaitLimits(rule: ActiveRule, run: Limited & { readonly waits: Waits }): Promise<void> {
  const { limitRenewal, waits } = run
  if (limitRenewal?.isDue() === true || limitsMs(rule, run) > 0) await limitRenewal?.renew()
  const countsLimits = rule.alone === true && !rule.needs.includes('load')
  const leftMs = countsLimits ? limitsMs(rule, run) : 0
  if (leftMs > 0) await waits.pass(`limits that ${rule.id} needs for itself`, leftMs)
}

/** A test key that expires shortly after it is made, for a target whose clock cannot be moved. */
export interface ExpiredKey {
  /** Makes the key, so that it expires while other rules run. */
  begin(): void
  /** How long a rule that needs the key now would wait, in milliseconds. */
  leftMs(): number
  /** Waits until the key has expired and resolves with its value. `who` is shown as waiting. Throws ControlFailed. */
  value(who: string): Promise<string>
  /** Revokes the key, and resolves with what could not be undone. */
  close(): Promise<readonly string[]>
}

/** How long the key is valid. */
const lastsMs = seconds(2)
/** How much the target's clock may be behind. */
const sparedMs = seconds(1)

interface Made {
  readonly id: string
  readonly key: string
  readonly overAtMs: number
}

/** Opens an expired key, which is made when it is first needed. */
export function openExpiredKey(
  { keys }: Pick<ControlledAccount, 'keys'>,
  { waits, nowMs = Date.now }: { readonly waits: Pick<Waits, 'pass'>; readonly nowMs?: () => number },
): ExpiredKey {
  let making: Promise<Made> | undefined
  let overAtMs: number | undefined
  const make = async (): Promise<Made> => {
    const overMs = nowMs() + lastsMs
    const made = await keys.create({ environment: 'test', expires_at: new Date(overMs).toISOString() })
    overAtMs = overMs + sparedMs
    return { ...made, overAtMs }
  }
  const made = (): Promise<Made> => {
    making ??= make().catch((error: unknown) => {
      // The next rule that asks tries again.
      making = undefined
      throw error
    })
    return making
  }
  return {
    begin: () => {
      made().catch(() => undefined)
    },
    leftMs: () => (overAtMs === undefined ? lastsMs + sparedMs : Math.max(0, overAtMs - nowMs())),
    value: async (who) => {
      const { key, overAtMs: goodFromMs } = await made()
      const leftMs = goodFromMs - nowMs()
      if (leftMs > 0) await waits.pass(`a key to expire (${who})`, leftMs)
      return key
    },
    close: async () => {
      const left = await making?.catch(() => undefined)
      if (left === undefined) return []
      return keys.revoke(left.id).then(
        () => [],
        () => [`the key ${left.id} revoked`],
      )
    },
  }
}
