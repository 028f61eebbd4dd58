import type { JourneyEvent } from '../../../simulator/accounts/records/tracking.ts'
import type { PreviewBody } from '../../../simulator/bodies/control/preview.ts'
import { listPastAndPlannedEvents } from '../../../simulator/resources/journeys.ts'
import { trackingStatuses } from '../../../simulator/specification/model.ts'
import { toTimestamp } from '../../../simulator/time/timestamp.ts'
import { scriptNames } from '../../../simulator/tracking/script.ts'
import { Badge } from '../../pages/components/badge.tsx'
import { Card } from '../../pages/components/card.tsx'
import { Choice, TextField } from '../../pages/components/field.tsx'
import { ActionForm, readRefusedField } from '../action-form.tsx'
import { Live } from '../changes/live.tsx'
import type { PageProps, PageRequest } from '../page.ts'
import { MoveEffects, previewEffects } from '../time/effects.tsx'
import { Instant } from '../time/instants.tsx'
import { listPossibleEndings } from './endings.ts'

interface JourneyProps extends PageProps {
  readonly trackingNumber: string
  /** Whether a poll of the tracker has fetched the event; absent on a page without a tracker. */
  readonly isKnown?: (event: JourneyEvent) => boolean
  /** The effects of an advance to the next planned event; undefined if none is planned. */
  readonly effects: PreviewBody | undefined
}

/** Returns the effects of an advance to the next event of a number's script; undefined if none is planned. */
export async function readNextEventEffects(
  { context }: PageRequest,
  trackingNumber: string,
): Promise<PreviewBody | undefined> {
  const [next] = listPastAndPlannedEvents(context, trackingNumber).coming
  return next && previewEffects(context, { toMs: next.atMs })
}

/** Draws a parcel's journey, past and planned, with a form that adds an event. */
export function JourneyCards(journey: JourneyProps) {
  return (
    <div class="cards">
      <Live page={journey.page} id="course" topics={['labels', 'trackers', 'clock']}>
        <JourneyCard {...journey} />
      </Live>
      <AddEventCard {...journey} />
    </div>
  )
}

function JourneyCard({ page, trackingNumber, isKnown, effects }: JourneyProps) {
  const { past, coming } = listPastAndPlannedEvents(page.context, trackingNumber)
  const times = past.filter(({ moving }) => moving).map(({ atMs }) => atMs)
  const [next] = coming
  return (
    <Card title="Journey" id="journey" aside={<ScriptName page={page} trackingNumber={trackingNumber} />}>
      {next === undefined ? null : (
        <div class="row">
          <ActionForm
            page={page}
            action="to"
            submit="Advance to the next event"
            kind="main"
            values={{ to: toTimestamp(next.atMs) }}
          />
          <MoveEffects of={effects} besides={`The parcel will be ${formatStatus(next.status)}.`} />
        </div>
      )}
      {past.length + coming.length === 0 ? (
        <p class="muted">
          The carrier has no events for this number yet, and no script plans any. Add an event below.
        </p>
      ) : (
        <>
          {new Set(times).size === times.length ? null : (
            <p class="muted">Scans with the same time were reported at once: no time passes between them.</p>
          )}
          <ol class="course">
            {past.map((event) => (
              <ScanItem
                page={page}
                event={event}
                state={isKnown === undefined || isKnown(event) ? 'known' : 'unknown'}
              />
            ))}
            {coming.map((event) => (
              <ScanItem page={page} event={event} state="coming" />
            ))}
          </ol>
        </>
      )}
    </Card>
  )
}

function ScriptName({ page, trackingNumber }: Pick<JourneyProps, 'page' | 'trackingNumber'>) {
  const script = page.context.state.journeys.get(trackingNumber)?.leg?.script
  return <span class="muted">{script === undefined ? 'follows no script' : `script ${script}`}</span>
}

interface ScanItemProps extends PageProps {
  readonly event: JourneyEvent
  /** `unknown`: the event has happened, but no poll has fetched it yet. */
  readonly state: 'known' | 'unknown' | 'coming'
}

function ScanItem({ page, event, state }: ScanItemProps) {
  const { status, message, location, atMs } = event
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

function AddEventCard({ page, trackingNumber }: Pick<JourneyProps, 'page' | 'trackingNumber'>) {
  const values = { number: trackingNumber }
  const endings = listPossibleEndings(page.context, trackingNumber)
  return (
    <Card title="Add an event" id="pushes">
      <div class="stack">
        <ActionForm
          page={page}
          action="event"
          submit="Add event"
          values={values}
          sample={{ status: trackingStatuses[0] }}
        >
          <Choice
            {...readRefusedField(page, 'event', 'status')}
            label="Status"
            options={trackingStatuses.map((status) => [status, formatStatus(status)])}
          />
          <TextField
            {...readRefusedField(page, 'event', 'status_detail')}
            label="The carrier's message"
            hint="If empty, the carrier's usual message. The parcel then follows its script no longer."
          />
        </ActionForm>
        <Live page={page} id="endings" topics={['labels', 'trackers', 'clock']}>
          {endings.length === 0 ? (
            <p class="muted">The journey has ended. Add an event, or choose a script, to continue it.</p>
          ) : (
            <div class="row">
              {endings.map(({ submit, script }) => (
                <ActionForm page={page} action="end" submit={submit} values={{ ...values, script }} />
              ))}
            </div>
          )}
        </Live>
        <ActionForm
          page={page}
          action="script"
          submit="Follow script"
          values={values}
          sample={{ script: scriptNames[0] }}
        >
          <Choice
            {...readRefusedField(page, 'script', 'script')}
            label="Script"
            options={scriptNames}
            hint={
              <a href="/docs/magic-values#what-can-a-tracking-number-cause">The outcome of each script</a>
            }
          />
        </ActionForm>
      </div>
    </Card>
  )
}
