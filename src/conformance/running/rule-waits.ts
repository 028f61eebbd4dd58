import type { RuleContext } from '../rule-context.ts'
import type { Arrival } from '../target/arrival.ts'
import type { RuleBox } from '../target/box.ts'
import type { TimedOutWait, Wait } from './patience.ts'
import type { Run } from './run-in-progress.ts'

/** A delivery that is due takes no longer: who waits after that says so. */
const dueMs = 1_000

/** One rule's waits for what it cannot bring about itself; others use its slot meanwhile. */
export interface RuleWaits {
  /** What has come for a label once it is so many attempts, or the run's patience is at its end. */
  arrivals(box: RuleBox, labelId: string, attempts: number): Promise<readonly Arrival[]>
  readonly lookUntil: RuleContext['lookUntil']
  /** The last wait that came to nothing, if any did. */
  timedOut(): TimedOutWait | undefined
}

export function openRuleWaits({
  patience,
  slots,
  waits,
  signal,
}: Pick<Run, 'patience' | 'slots' | 'waits' | 'signal'>): RuleWaits {
  let timedOutWait: TimedOutWait | undefined
  const end = (wait: Wait, isThere: boolean): void => {
    if (isThere) wait.came()
    else timedOutWait = wait.timedOut()
  }
  return {
    timedOut: () => timedOutWait,
    arrivals: async (box, labelId, attempts) => {
      box.claim(labelId)
      const wait = patience.begin(attempts === 1 ? 'event' : 'attempt', labelId)
      const isThere = (): boolean => box.arrivals(labelId).length >= attempts
      if (!isThere()) {
        const what = attempts === 1 ? 'event' : 'attempt'
        const telling = setTimeout(() => {
          waits.say(`an ${what} that is due`, patience.withinMs(what) - dueMs)
        }, dueMs)
        await slots.leave(() => box.waitFor(labelId, { attempts, over: wait.over }))
        clearTimeout(telling)
      }
      signal.throwIfAborted()
      end(wait, isThere())
      return box.arrivals(labelId)
    },
    lookUntil: async (look, { holds, pausesMs }) => {
      let seen = await look()
      const wait = patience.begin('log')
      for (const pauseMs of pausesMs) {
        if (wait.over.aborted || holds(seen)) break
        await slots.leave(() => pauseUntil(wait.over, pauseMs))
        seen = await look()
      }
      end(wait, holds(seen))
      return seen
    },
  }
}

/** Lets some time pass, or less where the wait is over. */
function pauseUntil(over: AbortSignal, pauseMs: number): Promise<void> {
  return new Promise((resolve) => {
    const go = (): void => {
      clearTimeout(timer)
      over.removeEventListener('abort', go)
      resolve()
    }
    const timer = setTimeout(go, pauseMs)
    over.addEventListener('abort', go)
    if (over.aborted) go()
  })
}
