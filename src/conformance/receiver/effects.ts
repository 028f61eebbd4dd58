import { setTimeout as sleep } from 'node:timers/promises'
import { formatSpan } from '../duration.ts'
import { NotJudged, RuleBroken, SetupFailed } from '../http/failures.ts'
import { plural } from '../plural.ts'
import { createDelivery, type Delivery } from './delivery.ts'
import type { CountEffects } from './options.ts'
import { isAccepted } from './reply.ts'
import type { Reply } from './sender.ts'

/** Checks how often the user's app acted on webhook deliveries. */
export interface Effects {
  /**
   * Waits until the app has handled all earlier deliveries. Throws WrongCount unless the app then acted exactly `times`
   * times on the event of each label. Throws NotJudged if the app does not act on genuine deliveries either.
   */
  expectTimesActed(labelIds: readonly string[], times: 0 | 1): Promise<void>
}

type Send = (delivery: Delivery) => Promise<Reply>

/** Thrown if the app acted too often, or not often enough, on the webhook event of a label. */
export class WrongCount extends RuleBroken {
  readonly labelId: string

  constructor(labelId: string, { acted, times }: { readonly acted: number; readonly times: 0 | 1 }) {
    super({
      expected: `the app to act ${describeTimes(times)} on ${labelId}`,
      actual: `it acted ${describeTimes(acted)}`,
    })
    this.labelId = labelId
  }
}

const firstPauseMs = 20
const longestPauseMs = 500

/**
 * Returns a function that creates the `Effects` of one examination case. Its argument is the function with which the
 * case sends deliveries. `count` is the user's function that returns how often the app acted.
 */
export function createEffectsFactory({
  count,
  timeoutMs,
}: {
  readonly count: CountEffects
  readonly timeoutMs: number
}): (send: Send) => Effects {
  let hasActed = false
  let neverActed = false
  const countEffects = (labelId: string): Promise<number> => readEffectCount(count, labelId)
  /** Waits until the app has acted on an event. Resolves with false if the app does not act in time. */
  const waitForEffect = async (labelId: string): Promise<boolean> => {
    const until = performance.now() + timeoutMs
    for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(2 * pauseMs, longestPauseMs)) {
      if ((await countEffects(labelId)) > 0) {
        hasActed = true
        return true
      }
      if (performance.now() + pauseMs > until) return false
      await sleep(pauseMs)
    }
  }
  const expectEachCount = async (labelIds: readonly string[], times: 0 | 1): Promise<void> => {
    for (const each of labelIds) {
      const acted = await countEffects(each)
      if (acted !== times) throw new WrongCount(each, { acted, times })
    }
  }
  return (send) => ({
    expectTimesActed: async (labelIds, times) => {
      if (neverActed)
        throw new NotJudged(
          'The app acts on no genuine delivery, so the case cannot tell how it treats other deliveries.',
        )
      for (const each of times === 0 ? [] : labelIds) {
        if (await waitForEffect(each)) continue
        // If the app has never acted, later cases do not wait for it again.
        neverActed = !hasActed
        await expectEachCount([each], times)
      }
      // Once the app acts on this delivery, an app that handles events in order has also handled all earlier deliveries.
      const last = createDelivery()
      const isLastAccepted = isAccepted(await send(last))
      if (!isLastAccepted || !(await waitForEffect(last.labelId))) {
        throw new NotJudged(
          `The app did not act on a genuine delivery within ${formatSpan(timeoutMs)}, so the case cannot tell how it treats other deliveries.`,
        )
      }
      await expectEachCount(labelIds, times)
    },
  })
}

/** Calls the user's function that counts how often the app acted. Throws SetupFailed if it throws or returns no whole number. */
async function readEffectCount(count: CountEffects, labelId: string): Promise<number> {
  const counted = await Promise.resolve()
    .then(() => count(labelId))
    .catch((error: unknown) => {
      throw new SetupFailed(
        `The function or command that counts effects failed: ${error instanceof Error ? error.message : String(error)}`,
      )
    })
  if (Number.isSafeInteger(counted) && counted >= 0) return counted
  throw new SetupFailed(
    `The function or command that counts effects must give a whole number from 0 up, not ${counted}.`,
  )
}

function describeTimes(times: number): string {
  return times === 0 ? 'not at all' : times === 1 ? 'once' : plural(times, 'time')
}
