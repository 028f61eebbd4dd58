import scopes from '../../../fixtures/spec/scopes.json' with { type: 'json' }
import { ControlFailed } from '../http/failures.ts'
import { type Pace, windowMs } from '../http/pace.ts'
import { type ControlledAccount, openControlledAccount } from '../target/account.ts'
import type { Target } from '../target/target.ts'

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
