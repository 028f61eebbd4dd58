import type { Context } from '../../../simulator/accounts/context.ts'
import type { LoggedRequest } from '../../../simulator/requests/request-log.ts'
import { parseCheckedDuration } from '../../../simulator/time/duration.ts'
import { showTimeline } from '../../../simulator/time/moments.ts'
import { Card } from '../../pages/components.ts'
import { ActionForm, decimalNumber } from '../action-form.tsx'
import { describeClockMode } from '../bar-state.tsx'
import { parseFormNumber } from '../form.ts'
import { ClockTime, formatCount, formatSpan, Instant } from '../format.tsx'
import type { Actions, DashboardPage, PageProps, PageRequest } from '../page.ts'
import { Live } from '../parts.tsx'
import { buildMomentRow, describeMoment, EventTable, findNextMoment, PastEventsCard } from './moments.tsx'
import { clockMoves, MoveEffects, previewAction, previewEffects } from './moves.tsx'
import { nextKinds, renderPreviewCard } from './preview-card.tsx'
import { TimelineDrawing } from './timeline-drawing.tsx'

/** The topics of changes that add due work or remove it. */
const timelineTopics = ['clock', 'deliveries', 'trackers', 'batches', 'faults', 'keys', 'requests'] as const

const changeCall = 'PATCH /accounts/{account}/clock'

/** The undo of a change of the clock's mode. It restores the mode, but cannot set the time back. */
const undoOfMode = {
  undo: ({ clock }: Context) =>
    clock.mode === 'frozen'
      ? { action: 'freeze', values: {} }
      : { action: 'run', values: { rate: String(clock.rate) } },
  currentValue: ({ clock }: Context) => describeClockMode(clock),
}

const actions: Actions = {
  freeze: {
    call: () => ({ call: changeCall, body: { mode: 'frozen' }, command: 'clock freeze' }),
    message: () => 'The clock is frozen.',
    ...undoOfMode,
  },
  run: {
    call: ({ rate = '1' }) => ({
      call: changeCall,
      body: { mode: 'realtime', rate: parseFormNumber(rate) },
      command: rate === '1' ? 'clock run' : `clock run --rate ${rate}`,
    }),
    message: ({ rate = '1' }) =>
      rate === '1'
        ? 'The clock runs.'
        : `The clock runs ${formatCount(Number(rate))} times as fast as real time.`,
    ...undoOfMode,
  },
  ...clockMoves,
  preview: previewAction,
}

/** Renders the account's clock: its mode, forms to move it, and the due work on the way. */
export const time: DashboardPage = {
  path: 'time',
  title: 'Time',
  shortcut: 't',
  actions,
  body: async (page) => (
    <>
      <ClockNow page={page} />
      {await renderPreviewCard(page)}
      <PastEventsCard page={page} />
      <div class="cards even">
        <ModeCard page={page} />
        {await renderQuickMoves(page)}
        <PreviewForms page={page} />
      </div>
      <Live page={page} id="timeline" topics={timelineTopics}>
        <TimelineCard page={page} />
      </Live>
    </>
  ),
}

function ClockNow({ page }: PageProps) {
  const { clock } = page.context
  const next = findNextMoment(page.context)
  return (
    <Live page={page} id="now" topics={timelineTopics}>
      <p class="big-clock">
        <ClockTime clock={clock} /> <span class="muted">UTC, {describeClockMode(clock)}</span>
      </p>
      <p class="muted">
        {next === undefined ? (
          'Nothing is due.'
        ) : (
          <>
            Next: {describeMoment(next)}, <Instant atMs={Date.parse(next.at)} nowMs={clock.now()} />.
          </>
        )}
      </p>
    </Live>
  )
}

function ModeCard({ page }: PageProps) {
  const run = { page, action: 'run' }
  const speed = { name: 'rate', label: 'Speed', note: 'account seconds in a real second', placeholder: '60' }
  return (
    <Card title="Mode" id="pace">
      <div class="row">
        <ActionForm page={page} action="freeze" submit="Freeze" />
        <ActionForm {...run} submit="Run" values={{ rate: '1' }} />
      </div>
      <ActionForm
        {...run}
        submit="Run at this speed"
        sample={{ rate: '60' }}
        fields={[{ ...decimalNumber, ...speed }]}
      />
    </Card>
  )
}

/** The spans that one button advances the clock by. */
const quickSpans = ['1m', '15m', '1h', '1d']

async function renderQuickMoves(page: PageRequest) {
  const effects = quickSpans.map((by) => previewEffects(page.context, { spanMs: parseCheckedDuration(by) }))
  const previewed = await Promise.all(effects)
  return (
    <Card title="Advance" id="moves">
      <Live page={page} id="quick-moves" topics={timelineTopics}>
        {quickSpans.map((by, at) => (
          <div class="row">
            <ActionForm page={page} action="advance" submit={`+${by}`} values={{ by }} />
            <MoveEffects of={previewed[at]} />
          </div>
        ))}
      </Live>
    </Card>
  )
}

/** The object, a sample and the field of each form that previews an advance. */
const previewForms = [
  ['the next event', 'any', { name: 'next', label: 'Until', options: nextKinds }],
  ['a span', '90m', { name: 'by', label: 'Span', placeholder: '90m, 1d12h', isRequired: true }],
  [
    'an instant',
    '2030-01-31T12:00:00Z',
    { name: 'to', label: 'Instant', note: 'UTC', placeholder: '2030-01-31 12:00', isRequired: true },
  ],
] as const

function PreviewForms({ page }: PageProps) {
  const form = { page, action: 'preview', submit: 'Preview' }
  return (
    <Card title="Preview an advance" id="previewed-moves">
      {previewForms.map(([about, sample, field]) => {
        const fields = [{ ...field, value: page.query.get(field.name) ?? undefined }]
        return <ActionForm {...form} about={about} sample={{ [field.name]: sample }} fields={fields} />
      })}
    </Card>
  )
}

const timelineSpans = ['15m', '1h', '6h', '1d', '7d', '30d']

/** The maximum number of events that the page shows before now, and after now. A longer list is not readable. */
const maxMomentsOnSide = 100

/** Returns the shortest time span that contains an event; one hour if there are no events. */
function chooseTimelineSpan(context: Context): string {
  const nowMs = context.clock.now()
  const { past, due } = showTimeline(context, { fromMs: 0, toMs: Number.POSITIVE_INFINITY, limit: 1 })
  const nearestMs = Math.min(...[...past, ...due].map(({ at }) => Math.abs(Date.parse(at) - nowMs)))
  return timelineSpans.find((span) => parseCheckedDuration(span) >= nearestMs) ?? '1h'
}

function TimelineCard({ page }: PageProps) {
  const nowMs = page.context.clock.now()
  const asked = timelineSpans.find((span) => span === page.query.get('span'))
  const chosen = asked ?? chooseTimelineSpan(page.context)
  const spanMs = parseCheckedDuration(chosen)
  const span = { fromMs: nowMs - spanMs, toMs: nowMs + spanMs, limit: maxMomentsOnSide }
  const timeline = showTimeline(page.context, span)
  const moments = [...timeline.due, ...timeline.past.toReversed()]
  const rows = moments.map((moment) => buildMomentRow(page, moment))
  return (
    <Card
      title="Timeline"
      id="timeline-card"
      aside={
        <nav class="row" aria-label="Span of the timeline">
          {timelineSpans.map((each) => (
            <a href={`${page.path}?span=${each}`} aria-current={each === chosen ? 'true' : undefined}>
              ±{each}
            </a>
          ))}
        </nav>
      }
    >
      {timeline.has_more ? (
        <p class="muted">Only the nearest {maxMomentsOnSide} events before and after now are shown.</p>
      ) : null}
      <TimelineDrawing page={page} timeline={timeline} nowMs={nowMs} spanMs={spanMs} />
      <EventTable caption="Past and due events" rows={rows} nowMs={nowMs} />
    </Card>
  )
}

/** If the clock is frozen before `untilMs`, warns that the rate limit does not refill, and offers to advance the clock. */
export function FrozenLimit({ page, untilMs = 0 }: PageProps & { readonly untilMs: number | undefined }) {
  const { clock } = page.context
  const leftMs = untilMs - clock.now()
  if (clock.mode !== 'frozen' || leftMs <= 0) return null
  const advance = {
    page: page.createRequestFor(time),
    action: 'advance',
    submit: `Advance ${formatSpan(leftMs)}`,
  }
  return (
    <div class="stack">
      <p>
        The clock of this account is frozen, so the rate limit does not refill until you advance the clock.
      </p>
      <ActionForm {...advance} values={{ by: `${Math.ceil(leftMs / 1_000)}s`, back: page.address }} />
    </div>
  )
}

/** Returns when a client may retry a request that the rate limit refused; undefined for any other request. */
export function readRetryTimeMs({
  status,
  atMs,
  decidedBy,
  responseHeaders,
}: LoggedRequest): number | undefined {
  // A fault refuses requests at any time, so waiting does not help.
  if (status !== 429 || decidedBy.length > 0) return undefined
  const at = responseHeaders.findIndex((name) => name.toLowerCase() === 'retry-after')
  return at === -1 ? undefined : atMs + Number(responseHeaders[at + 1]) * 1_000
}
