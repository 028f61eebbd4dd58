import scopes from '../../../fixtures/spec/scopes.json' with { type: 'json' }
import { type ControlledAccount, openControlledAccount } from '../target/account.ts'
import type { Target } from '../target/target.ts'
import { ControlFailed } from '../wire/failures.ts'
import { type Pace, windowMs } from '../wire/pace.ts'

/**
 * Where rules share an account of a target that has a control protocol, its limits need not be waited for: they are for
 * each key, and a new one can be made; or they are for a time, and time can be moved on.
 */
export interface LimitRenewal {
  /** Makes limits of which nothing has been used, unless this target has shown that it cannot be done. */
  renew(): Promise<void>
  /** Whether limits can still be made new. */
  works(): boolean
  /** Whether what is left of the limits is unknown, since others use them. */
  isDue(): boolean
  /** The test key to use; undefined while the one that was given will do. */
  key(): string | undefined
  /** A request was refused for its limit; true where it can be sent again at once. */
  refused(): Promise<boolean>
  /** Gives what could not be put back. */
  close(): Promise<readonly string[]>
}

/** Undefined where the control protocol does neither. */
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
  /** Throws ControlFailed. */
  again(): Promise<void>
  /** Whether it helps a rule that has begun. */
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
      // Limits that were new a moment ago: this target counts otherwise.
      if (isRenewed) isTrusted = false
      else if (helpsAtOnce) await renew()
      else isDue = true
      return isTrusted && helpsAtOnce
    },
  }
}

/** As much may be done with them as with the one that was given. */
const allScopes = Object.keys(scopes)

function makeKeys({ keys }: ControlledAccount): Means {
  const ids: string[] = []
  let current: string | undefined
  return {
    key: () => current,
    // A rule that began with one key has to end with it.
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
