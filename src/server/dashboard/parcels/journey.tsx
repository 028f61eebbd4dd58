import type { JourneyEvent } from '../../../simulator/accounts/records/tracking.ts'
import type { PreviewBody } from '../../../simulator/bodies/control/preview.ts'
import { pastAndPlannedEvents } from '../../../simulator/resources/journeys.ts'
import { trackingStatuses } from '../../../simulator/specification/model.ts'
import { toTimestamp } from '../../../simulator/time/timestamp.ts'
import { scriptNames } from '../../../simulator/tracking/script.ts'
import { Badge } from '../../pages/components/badge.tsx'
import { Card } from '../../pages/components/card.tsx'
import { Choice, TextField } from '../../pages/components/field.tsx'
import { ActionForm, fieldOf } from '../action-form.tsx'
import { Live } from '../changes/live.tsx'
import type { PageProps, PageRequest } from '../page.ts'
import { Effects, readEffects } from '../time/effects.tsx'
import { Instant } from '../time/instants.tsx'
import { possibleEndings } from './endings.ts'

interface Journey extends PageProps {
  readonly trackingNumber: string
  /** Whether the tracker has received the event; left out if nobody tracks the number. */
  readonly isKnown?: (event: JourneyEvent) => boolean
  /** The effects of an advance to the next event of its script. */
  readonly effects: PreviewBody | undefined
}

/** Returns the effects of an advance to the next event of a number's script; undefined if none is planned. */
export async function nextEventEffects(
  { context }: PageRequest,
  trackingNumber: string,
): Promise<PreviewBody | undefined> {
  const [next] = pastAndPlannedEvents(context, trackingNumber).coming
  return next && readEffects(context, { toMs: next.atMs })
}

/** Draws a parcel's journey, past and planned, with a form that adds an event. */
export function JourneyCards(journey: Journey) {
  return (
    <div class="cards">
      <Live page={journey.page} id="course" topics={['labels', 'trackers', 'clock']}>
        <JourneyCard {...journey} />
      </Live>
      <AddEventCard {...journey} />
    </div>
  )
}

function JourneyCard({ page, trackingNumber, isKnown, effects }: Journey) {
  const { past, coming } = pastAndPlannedEvents(page.context, trackingNumber)
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
          <Effects of={effects} besides={`The parcel is ${wordsOf(next.status)} then.`} />
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
              <Scan
                page={page}
                event={event}
                state={isKnown === undefined || isKnown(event) ? 'known' : 'unknown'}
              />
            ))}
            {coming.map((event) => (
              <Scan page={page} event={event} state="coming" />
            ))}
          </ol>
        </>
      )}
    </Card>
  )
}

function ScriptName({ page, trackingNumber }: Pick<Journey, 'page' | 'trackingNumber'>) {
  const script = page.context.state.journeys.get(trackingNumber)?.leg?.script
  return <span class="muted">{script === undefined ? 'follows no script' : `script ${script}`}</span>
}

interface ScanProps extends PageProps {
  readonly event: JourneyEvent
  /** `unknown`: the event has happened, but no poll has fetched it yet. */
  readonly state: 'known' | 'unknown' | 'coming'
}

function Scan({ page, event, state }: ScanProps) {
  const { status, message, location, atMs } = event
  return (
    <li class={state}>
      <div class="row">
        <b>{wordsOf(status)}</b>
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

/** Returns a status in words. */
export function wordsOf(status: string): string {
  return status.replaceAll('_', ' ')
}

function AddEventCard({ page, trackingNumber }: Pick<Journey, 'page' | 'trackingNumber'>) {
  const values = { number: trackingNumber }
  const endings = possibleEndings(page.context, trackingNumber)
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
            {...fieldOf(page, 'event', 'status')}
            label="Status"
            options={trackingStatuses.map((status) => [status, wordsOf(status)])}
          />
          <TextField
            {...fieldOf(page, 'event', 'status_detail')}
            label="The carrier's message"
            hint="If left empty, the carrier's usual message. From then on, the parcel follows no script."
          />
        </ActionForm>
        <Live page={page} id="endings" topics={['labels', 'trackers', 'clock']}>
          {endings.length === 0 ? (
            <p class="muted">The journey has ended. Add an event, or choose a script, to let it go on.</p>
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
            {...fieldOf(page, 'script', 'script')}
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
