import type { Context } from '../accounts/context.ts'
import type { AdvancedBody } from '../bodies/control/clock.ts'
import type { Simulator } from '../simulator.ts'
import type { CarrierName } from '../specification/model.ts'
import { buildFiredBody } from '../time/clock-moves.ts'
import { listTrackerIds, pollImmediately } from './trackers.ts'

/**
 * Polls the carrier now for the trackers of a tracking number, of a carrier or of the whole account, one tracker per
 * step. The clock does not move. Returns the polls in the form in which an advance lists them.
 */
export function* pollTrackersNow(
  context: Context,
  which: { readonly trackingNumber?: string | undefined; readonly carrier?: CarrierName | undefined },
  simulator: Pick<Simulator, 'reportFiredTask'>,
): Generator<void, AdvancedBody['fired']> {
  const { trackers } = context.state
  const { trackingNumber, carrier } = which
  const polls: AdvancedBody['fired'][number][] = []
  const ids = trackingNumber === undefined ? [...trackers.keys()] : listTrackerIds(context, trackingNumber)
  for (const id of ids) {
    const tracker = trackers.get(id)
    if (tracker !== undefined && (carrier === undefined || tracker.carrier === carrier)) {
      pollImmediately(context, tracker)
      const fired = { atMs: context.clock.now(), kind: 'poll', id } as const
      simulator.reportFiredTask(context, tracker, [fired])
      polls.push(buildFiredBody(fired))
    }
    yield
  }
  return polls
}
