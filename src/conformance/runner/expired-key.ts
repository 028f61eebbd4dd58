import type { ControlledAccount } from '../target/account.ts'
import { seconds } from '../target/need.ts'
import type { Waits } from './waits.ts'

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
