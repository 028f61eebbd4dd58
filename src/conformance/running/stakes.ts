import { OverBudget } from '../wire/failures.ts'
import { atStakeMs, type MoneyTime } from './money-time.ts'
import type { Spending } from './spending.ts'

/** What test keys have bought and the live wallet has not yet shown to be free. One for a run. */
export interface Stakes {
  /** Waits until so many cents more can be lost. Throws OverBudget where that is more than may ever be lost. */
  makeRoom(cents: number): Promise<void>
  /** Something is about to be bought; gives what says that its answer came, whatever it was. */
  add(cents: number): () => void
  /** The wallet was asked then, and nothing was missing. */
  free(askedMs: number): void
  /** Nothing will ever show whether what was bought so far is free. */
  keep(): void
}

interface Stake {
  readonly cents: number
  /** When its answer came; undefined while there is none. */
  boughtMs: number | undefined
  release(): void
}

export function openStakes(host: {
  readonly spending: Spending
  readonly time: MoneyTime
  /** Throws where nothing is bought any more. */
  check(): void
  /** Waits for so long, and asks the wallet then. */
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
