import type { JourneyEvent, TrackerRecord } from '../../../simulator/accounts/records/tracking.ts'
import { listPolledEvents } from '../../../simulator/resources/journeys.ts'
import { showTracker } from '../../../simulator/resources/trackers.ts'
import { failNotFound } from '../../http/not-found.ts'
import { Card, Facts } from '../../pages/components.ts'
import { ActionForm } from '../action-form.tsx'
import { Instant } from '../format.tsx'
import type { DashboardPage, PageRequest } from '../page.ts'
import { Live } from '../parts.tsx'
import { PastEventsCard } from '../time/moments.tsx'
import { renderAdvanceButton } from '../time/moves.tsx'
import { renderJourney } from './journey.tsx'
import { ParcelStatusBadge } from './tracking.tsx'
import { journeyActions } from './tracking-actions.ts'

/** Renders one tracker: its last poll, the carrier's events since then, and the planned ones. */
export const tracker: DashboardPage = {
  path: 'tracking/:id',
  title: 'Tracker',
  actions: journeyActions,
  show: async (page) => {
    const id = page.param('id')
    const { context, server, href } = page
    const hint = 'The page Tracking lists all trackers.'
    const found = context.state.trackers.get(id) ?? failNotFound('tracker', id, hint)
    const { carrier, trackingNumber, registeredAtMs, polledAtMs, nextPollAtMs } = found
    const { status } = showTracker(context, found)
    const nowMs = context.clock.now()
    const labelId = context.state.journeys.get(trackingNumber)?.labelId
    const polled =
      polledAtMs === null ? 'no poll has succeeded yet' : <Instant atMs={polledAtMs} nowMs={nowMs} />
    const before = (
      <ActionForm page={page} action="poll" submit="Poll now" values={{ number: trackingNumber }} />
    )
    const buttons = await renderAdvanceButton(page, 'Advance to its next poll', nextPollAtMs, { before })
    const journey = await renderJourney({ page, trackingNumber, isKnown: createPolledCheck(page, found) })
    return {
      subject: ['Tracker', id],
      body: (
        <>
          <PastEventsCard page={page} trackingNumber={trackingNumber} />
          <Live page={page} id="tracker" topics={['trackers', 'labels', 'clock']}>
            <Card title="Tracker" id="about" aside={<ParcelStatusBadge status={status} />}>
              <Facts
                facts={[
                  ['Carrier', carrier],
                  ['Number', <code>{server.conceal(trackingNumber)}</code>],
                  ['Registered', <Instant atMs={registeredAtMs} nowMs={nowMs} />],
                  ['Polled', polled],
                  ['Next poll', <Instant atMs={nextPollAtMs} nowMs={nowMs} />],
                  labelId ? ['Label', <a href={href(`shipments/${labelId}`)}>{labelId}</a>] : null,
                ]}
              />
              {buttons}
            </Card>
          </Live>
          {journey}
        </>
      ),
    }
  },
}

/** Returns a function that checks whether the last poll of a tracker fetched an event. */
function createPolledCheck({ context }: PageRequest, tracker: TrackerRecord) {
  const { polledAtMs: atMs, changesSeen } = tracker
  const known = atMs === null ? [] : listPolledEvents(context, tracker, { atMs, changesSeen })
  const identifyEvent = (event: Pick<JourneyEvent, 'atMs' | 'message'>) => `${event.atMs} ${event.message}`
  const marks = new Set(known.map(identifyEvent))
  return (event: JourneyEvent) => marks.has(identifyEvent(event))
}
