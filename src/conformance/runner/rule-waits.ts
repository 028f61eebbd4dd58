import type { RuleContext } from '../rule-context.ts'
import type { Arrival } from '../target/arrival.ts'
import type { RuleBox } from '../target/box.ts'
import type { TimedOutWait, Wait } from './patience.ts'
import type { Run } from './run-in-progress.ts'

/** A delivery that is due comes within this time. A longer wait is shown to whoever watches the run. */
const dueMs = 1_000

/** The waits of a rule for deliveries and log entries. Other rules use its slot meanwhile. */
export interface RuleWaits {
  /** Resolves with the attempts for a label once there are so many, or the run's patience ends. */
  arrivals(box: RuleBox, labelId: string, attempts: number): Promise<readonly Arrival[]>
  readonly lookUntil: RuleContext['lookUntil']
  /** The last wait in vain; undefined if there was none. */
  timedOut(): TimedOutWait | undefined
}

/** Opens the waits of a rule. */
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

/** Waits in real time, until the wait is over at the latest. */
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
