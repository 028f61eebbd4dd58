import type { TrackerRecord } from '../../../simulator/accounts/records/tracking.ts'
import type { PreviewBody } from '../../../simulator/bodies/control/preview.ts'
import { listPolledEvents } from '../../../simulator/resources/journeys.ts'
import { showTracker } from '../../../simulator/resources/trackers.ts'
import { toTimestamp } from '../../../simulator/time/timestamp.ts'
import { failNotFound } from '../../http/not-found.ts'
import { Card, Facts } from '../../pages/components/card.tsx'
import { ActionForm } from '../action-form.tsx'
import { Live } from '../changes/live.tsx'
import type { DashboardPage, PageProps, PageRequest } from '../page.ts'
import { MoveEffects, previewEffects } from '../time/effects.tsx'
import { PastEventsCard } from '../time/happened-card.tsx'
import { Instant } from '../time/instants.tsx'
import { JourneyCards, readNextEventEffects } from './journey.tsx'
import { ParcelStatusBadge } from './tracking.tsx'
import { journeyActions } from './tracking-actions.ts'

/** Renders one tracker: its last poll, the carrier's events since then, and the planned ones. */
export const tracker: DashboardPage = {
  path: 'tracking/:id',
  title: 'Tracker',
  actions: journeyActions,
  show: async (page) => {
    const id = page.param('id')
    const found =
      page.context.state.trackers.get(id) ??
      failNotFound('tracker', id, 'The page Tracking lists all trackers.')
    const pollEffects = await previewEffects(page.context, { toMs: found.nextPollAtMs })
    return {
      subject: ['Tracker', id],
      body: (
        <>
          <PastEventsCard page={page} trackingNumber={found.trackingNumber} />
          <Live page={page} id="tracker" topics={['trackers', 'labels', 'clock']}>
            <TrackerFacts page={page} tracker={found} effects={pollEffects} />
          </Live>
          <JourneyCards
            page={page}
            trackingNumber={found.trackingNumber}
            isKnown={createPolledCheck(page, found)}
            effects={await readNextEventEffects(page, found.trackingNumber)}
          />
        </>
      ),
    }
  },
}

/** Returns a function that says whether the last poll of a tracker fetched an event. */
function createPolledCheck({ context }: PageRequest, tracker: TrackerRecord) {
  const { polledAtMs: atMs, changesSeen } = tracker
  const known = atMs === null ? [] : listPolledEvents(context, tracker, { atMs, changesSeen })
  const marks = new Set(known.map(({ atMs: eventMs, message }) => `${eventMs} ${message}`))
  return ({ atMs: eventMs, message }: { readonly atMs: number; readonly message: string }): boolean =>
    marks.has(`${eventMs} ${message}`)
}

interface TrackerFactsProps extends PageProps {
  readonly tracker: TrackerRecord
  /** The effects of an advance to the next poll of the tracker. */
  readonly effects: PreviewBody | undefined
}

function TrackerFacts({ page, tracker: found, effects }: TrackerFactsProps) {
  const { context } = page
  const nowMs = context.clock.now()
  const labelId = context.state.journeys.get(found.trackingNumber)?.labelId ?? null
  return (
    <Card
      title="Tracker"
      id="about"
      aside={<ParcelStatusBadge status={showTracker(context, found).status} />}
    >
      <Facts
        facts={[
          ['Carrier', found.carrier],
          ['Number', <code>{page.server.conceal(found.trackingNumber)}</code>],
          ['Registered', <Instant atMs={found.registeredAtMs} nowMs={nowMs} />],
          [
            'Polled',
            found.polledAtMs === null ? (
              'no poll has succeeded yet'
            ) : (
              <Instant atMs={found.polledAtMs} nowMs={nowMs} />
            ),
          ],
          ['Next poll', <Instant atMs={found.nextPollAtMs} nowMs={nowMs} />],
          labelId === null ? null : ['Label', <a href={page.href(`shipments/${labelId}`)}>{labelId}</a>],
        ]}
      />
      <div class="row">
        <ActionForm page={page} action="poll" submit="Poll now" values={{ number: found.trackingNumber }} />
        <ActionForm
          page={page}
          action="to"
          submit="Advance to its next poll"
          values={{ to: toTimestamp(found.nextPollAtMs) }}
        />
        <MoveEffects of={effects} />
      </div>
    </Card>
  )
}
