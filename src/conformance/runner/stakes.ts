import { OverBudget } from '../http/failures.ts'
import { atStakeMs, type MoneyTime } from './money-time.ts'
import type { Spending } from './spending.ts'

/** The purchases of test keys that the live wallet has not yet shown to be free. One for a run. */
export interface Stakes {
  /** Waits until a purchase of so many cents stays within the bound. Throws OverBudget if it never can. */
  makeRoom(cents: number): Promise<void>
  /** Adds a purchase that is about to be sent. Call the result when it has ended. */
  add(cents: number): () => void
  /** Notes that nothing was missing when the wallet was read at this time. */
  free(askedMs: number): void
  /** Keeps the purchases so far at stake for good, as the wallet can no longer show whether they are free. */
  keep(): void
}

interface Stake {
  readonly cents: number
  /** When its answer came; undefined before that. */
  boughtMs: number | undefined
  release(): void
}

/** Opens the stakes of a run, of which there are none yet. */
export function openStakes(host: {
  readonly spending: Spending
  readonly time: MoneyTime
  /** Throws NotBought if buying has ended. */
  check(): void
  /** Waits, and reads the wallet then. */
  wait(waitMs: number): Promise<void>
}): Stakes {
  const { spending, time, check, wait } = host
  const { mostCents } = spending
  let stakes: readonly Stake[] = []
  return {
    makeRoom: async (cents) => {
      for (;;) {
        check()
        if (spending.atStakeCents() + cents <= mostCents) return
        const releasedCents = stakes.reduce((sum, stake) => sum + stake.cents, 0)
        if (spending.atStakeCents() - releasedCents + cents > mostCents) {
          throw new OverBudget(`what costs ${cents} cents could go beyond --max-spend ${mostCents}`)
        }
        const [oldest] = stakes
        const freeMs = (oldest?.boughtMs ?? time.nowMs()) + atStakeMs
        await wait(Math.max(0, freeMs - time.nowMs()))
      }
    },
    add: (cents) => {
      const stake: Stake = { cents, boughtMs: undefined, release: spending.stake(cents) }
      stakes = [...stakes, stake]
      return () => {
        stake.boughtMs = time.nowMs()
      }
    },
    free: (askedMs) => {
      const isFree = ({ boughtMs }: Stake): boolean =>
        boughtMs !== undefined && boughtMs + atStakeMs <= askedMs
      for (const stake of stakes.filter(isFree)) stake.release()
      stakes = stakes.filter((stake) => !isFree(stake))
    },
    keep: () => {
      stakes = stakes.filter(({ boughtMs }) => boughtMs === undefined)
    },
  }
}
