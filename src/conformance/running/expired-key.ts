import type { ControlledAccount } from '../target/account.ts'
import { seconds } from '../target/need.ts'
import type { Waits } from './waits.ts'

/** A test key that expires a moment after it is made, where time cannot be moved on. */
export interface ExpiredKey {
  /** Makes it, so that it expires while others are at work. */
  begin(): void
  /** How long whoever needs it now would wait for it. */
  leftMs(): number
  /** Its value, once it has expired; `who` waits for it. Throws ControlFailed. */
  value(who: string): Promise<string>
  /** Revokes it; gives what could not be put back. */
  close(): Promise<readonly string[]>
}

/** How long it works. */
const lastsMs = seconds(2)
/** The target's clock may be behind by so much. */
const sparedMs = seconds(1)

interface Made {
  readonly id: string
  readonly key: string
  readonly overAtMs: number
}

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
      // Whoever asks next tries again.
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
