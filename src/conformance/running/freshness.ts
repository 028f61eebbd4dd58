import { type ControlledAccount, openControlledAccount } from '../target/account.ts'
import type { Target } from '../target/target.ts'
import { ControlFailed } from '../wire/failures.ts'
import { type Pace, windowMs } from '../wire/pace.ts'

/**
 * Where the rules share an account of a target that has a control protocol, its limits need not be waited for: limits are
 * for each key, and a new key can be made; or they are for a time, and the time can be moved on.
 */
export interface Freshness {
  /** Makes limits that nothing of has been used, unless this target has shown that it cannot be done. */
  renew(): Promise<void>
  /** The test key to use; undefined while the one that was given will do. */
  key(): string | undefined
  /** A limit had to be waited for nevertheless: this target does otherwise. */
  distrust(): void
  /** Gives what could not be put back. */
  close(): Promise<readonly string[]>
}

export function openFreshness(
  target: Target,
  { pace, onTimeMoved }: { readonly pace: Pace; onTimeMoved(): void },
): Freshness | undefined {
  const { control } = target
  if (control === undefined) return undefined
  const account = openControlledAccount(control.client, 'default')
  const refresh = control.works.has('keys')
    ? makeKeys(account)
    : control.works.has('clock')
      ? moveTime(account, () => {
          pace.forget()
          onTimeMoved()
        })
      : undefined
  if (refresh === undefined) return undefined
  let isTrusted = true
  return {
    renew: async () => {
      if (!isTrusted) return
      try {
        await refresh.again()
      } catch (error) {
        if (!(error instanceof ControlFailed)) throw error
        isTrusted = false
      }
    },
    key: refresh.key,
    distrust: () => {
      isTrusted = false
    },
    close: refresh.close,
  }
}

interface Refresh extends Pick<Freshness, 'key' | 'close'> {
  /** Throws ControlFailed. */
  again(): Promise<void>
}

function makeKeys({ keys }: ControlledAccount): Refresh {
  const ids: string[] = []
  let current: string | undefined
  return {
    key: () => current,
    again: async () => {
      const { id, key } = await keys.create({ environment: 'test' })
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

function moveTime({ clock }: ControlledAccount, onMoved: () => void): Refresh {
  return {
    key: () => undefined,
    again: async () => {
      await clock.advance(windowMs)
      onMoved()
    },
    close: async () => [],
  }
}
