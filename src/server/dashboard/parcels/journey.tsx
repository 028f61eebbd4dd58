import type { JourneyEvent } from '../../../simulator/accounts/records/tracking.ts'
import { listPastAndPlannedEvents } from '../../../simulator/resources/journeys.ts'
import { trackingStatuses } from '../../../simulator/specification/model.ts'
import { scriptNames } from '../../../simulator/tracking/script.ts'
import { Badge, Card, Choice, TextField } from '../../pages/components.ts'
import { ActionForm, readRefusedField } from '../action-form.tsx'
import { Instant } from '../format.tsx'
import type { PageProps } from '../page.ts'
import { Live } from '../parts.tsx'
import { renderAdvanceButton } from '../time/moves.tsx'
import { listPossibleEndings } from './tracking-actions.ts'

interface JourneyProps extends PageProps {
  readonly trackingNumber: string
  /** Whether a poll of the tracker has fetched the event. A page without a tracker shows all events as fetched. */
  readonly isKnown?: (event: JourneyEvent) => boolean
}

/** Draws a parcel's journey, past and planned, with a form that adds an event. */
export async function renderJourney({ page, trackingNumber, isKnown = () => true }: JourneyProps) {
  const { past, coming } = listPastAndPlannedEvents(page.context, trackingNumber)
  const times = past.filter(({ moving }) => moving).map(({ atMs }) => atMs)
  const script = page.context.state.journeys.get(trackingNumber)?.leg?.script
  const course = script === undefined ? 'follows no script' : `script ${script}`
  const [next] = coming
  const advance =
    next &&
    (await renderAdvanceButton(page, 'Advance to the next event', next.atMs, {
      kind: 'main',
      besides: `The parcel will be ${formatStatus(next.status)}.`,
    }))
  const events = [
    ...past.map((event) => (
      <ScanItem page={page} event={event} state={isKnown(event) ? 'known' : 'unknown'} />
    )),
    ...coming.map((event) => <ScanItem page={page} event={event} state="coming" />),
  ]
  return (
    <div class="cards">
      <Live page={page} id="course" topics={['labels', 'trackers', 'clock']}>
        <Card title="Journey" id="journey" aside={<span class="muted">{course}</span>}>
          {advance}
          {events.length === 0 ? (
            <p class="muted">
              The carrier has no events for this number yet, and no script plans any. Add an event below.
            </p>
          ) : (
            <>
              {new Set(times).size === times.length ? null : (
                <p class="muted">
                  Scans with the same time were reported at once: no time passes between them.
                </p>
              )}
              <ol class="course">{events}</ol>
            </>
          )}
        </Card>
      </Live>
      <AddEventCard page={page} number={trackingNumber} />
    </div>
  )
}

interface ScanItemProps extends PageProps {
  readonly event: JourneyEvent
  /** `unknown`: the event has happened, but no poll has fetched it yet. */
  readonly state: 'known' | 'unknown' | 'coming'
}

function ScanItem({ page, event: { status, message, location, atMs }, state }: ScanItemProps) {
  return (
    <li class={state}>
      <div class="row">
        <b>{formatStatus(status)}</b>
        {state === 'unknown' ? <Badge tone="warn">not polled yet</Badge> : null}
        {state === 'coming' ? <Badge tone="note">to come</Badge> : null}
      </div>
      <p>
        {message}
        {location === null ? '' : `, ${page.server.conceal(location)}`}
      </p>
      <p>
        <Instant atMs={atMs} nowMs={page.context.clock.now()} />
      </p>
    </li>
  )
}

/** Formats a tracking status for readers: `out_for_delivery` as `out for delivery`. */
export function formatStatus(status: string): string {
  return status.replaceAll('_', ' ')
}

function AddEventCard({ page, number }: PageProps & { readonly number: string }) {
  const endings = listPossibleEndings(page.context, number)
  const values = { number }
  const [status] = trackingStatuses
  const statuses = trackingStatuses.map((each) => [each, formatStatus(each)] as const)
  const [script] = scriptNames
  const scriptField = readRefusedField(page, 'script', 'script')
  const outcomes = (
    <a href="/docs/magic-values#what-can-a-tracking-number-cause">The outcome of each script</a>
  )
  return (
    <Card title="Add an event" id="pushes">
      <div class="stack">
        <ActionForm page={page} action="event" submit="Add event" values={values} sample={{ status }}>
          <Choice {...readRefusedField(page, 'event', 'status')} label="Status" options={statuses} />
          <TextField
            {...readRefusedField(page, 'event', 'status_detail')}
            label="The carrier's message"
            hint="If empty, the carrier's usual message. The parcel then no longer follows its script."
          />
        </ActionForm>
        <Live page={page} id="endings" topics={['labels', 'trackers', 'clock']}>
          {endings.length === 0 ? (
            <p class="muted">The journey has ended. Add an event, or choose a script, to continue it.</p>
          ) : (
            <div class="row">
              {endings.map(([ending, button]) => (
                <ActionForm page={page} action="end" submit={button} values={{ number, script: ending }} />
              ))}
            </div>
          )}
        </Live>
        <ActionForm page={page} action="script" submit="Follow script" values={values} sample={{ script }}>
          <Choice {...scriptField} label="Script" options={scriptNames} hint={outcomes} />
        </ActionForm>
      </div>
    </Card>
  )
}
