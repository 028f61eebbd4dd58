import type { Context } from '../../../simulator/accounts/context.ts'
import type { PreviewBody } from '../../../simulator/bodies/control/preview.ts'
import { showTimeline } from '../../../simulator/time/moments.ts'
import { Card } from '../../pages/components/card.tsx'
import { Choice, TextField } from '../../pages/components/field.tsx'
import { ActionForm, readFieldOrQuery, readRefusedField } from '../action-form.tsx'
import { describeClockMode } from '../bar-state.tsx'
import { Live } from '../changes/live.tsx'
import { parseFormNumber } from '../form.ts'
import { countText } from '../money/money.ts'
import type { Actions, DashboardPage, PageProps, Undo } from '../page.ts'
import { clockMoves, previewAction } from './clock-moves.ts'
import { MoveEffects, previewEffects } from './effects.tsx'
import { PastEventsCard } from './happened-card.tsx'
import { Instant, instantText } from './instants.tsx'
import { buildMomentRow, describeMoment, EventTable } from './moments.tsx'
import { nextKinds, renderPreviewCard } from './preview-card.tsx'
import { TimelineDrawing } from './timeline-drawing.tsx'

/** The topics of changes that add due work or remove it. */
const timelineTopics = ['clock', 'deliveries', 'trackers', 'batches', 'faults', 'keys', 'requests'] as const

const changeCall = 'PATCH /accounts/{account}/clock'

const actions: Actions = {
  freeze: {
    call: () => ({ call: changeCall, body: { mode: 'frozen' }, command: 'clock freeze' }),
    message: () => 'The clock is frozen.',
    undo: createUndoOfPace,
    currentValue: ({ clock }) => describeClockMode(clock),
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
        : `The clock runs ${countText(Number(rate))} times as fast as real time.`,
    undo: createUndoOfPace,
    currentValue: ({ clock }) => describeClockMode(clock),
  },
  ...clockMoves,
  preview: previewAction,
}

/** Returns the undo that restores the mode of the clock. Its time cannot be set back. */
function createUndoOfPace({ clock }: Context): Undo {
  if (clock.mode === 'frozen') return { action: 'freeze', values: {} }
  return { action: 'run', values: { rate: String(clock.rate) } }
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
        <QuickMoves page={page} quick={await previewQuickMoves(page.context)} />
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
  const nowMs = clock.now()
  const [next] = showTimeline(page.context, { fromMs: nowMs, toMs: Number.POSITIVE_INFINITY, limit: 1 }).due
  const frozen = clock.mode === 'frozen'
  return (
    <Live page={page} id="now" topics={timelineTopics}>
      <p class="big-clock">
        <time datetime={new Date(nowMs).toISOString()} data-clock={nowMs} data-rate={frozen ? 0 : clock.rate}>
          {instantText(nowMs)}
        </time>{' '}
        <span class="muted">UTC, {describeClockMode(clock)}</span>
      </p>
      <p class="muted">
        {next === undefined ? (
          'Nothing is due.'
        ) : (
          <>
            Next: {describeMoment(next)}, <Instant atMs={Date.parse(next.at)} nowMs={nowMs} />.
          </>
        )}
      </p>
    </Live>
  )
}

function ModeCard({ page }: PageProps) {
  return (
    <Card title="Mode" id="pace">
      <div class="row">
        <ActionForm page={page} action="freeze" submit="Freeze" />
        <ActionForm page={page} action="run" submit="Run" values={{ rate: '1' }} />
      </div>
      <ActionForm page={page} action="run" submit="Run at this speed" sample={{ rate: '60' }}>
        <TextField
          {...readRefusedField(page, 'run', 'rate')}
          label="Speed"
          note="account seconds in a real second"
          type="number"
          isFraction
          placeholder="60"
          isRequired
        />
      </ActionForm>
    </Card>
  )
}

/** A span that one button advances the clock by, with its effects. */
interface QuickMove {
  readonly by: string
  readonly effects: PreviewBody | undefined
}

function previewQuickMoves(context: Context): Promise<readonly QuickMove[]> {
  const shown = timelineSpans.filter(([by]) => ['15m', '1h', '1d'].includes(by))
  const moves = [['1m', 60_000] as const, ...shown]
  return Promise.all(
    moves.map(async ([by, spanMs]) => ({ by, effects: await previewEffects(context, { spanMs }) })),
  )
}

function QuickMoves({ page, quick }: PageProps & { readonly quick: readonly QuickMove[] }) {
  return (
    <Card title="Advance" id="moves">
      <Live page={page} id="quick-moves" topics={timelineTopics}>
        {quick.map(({ by, effects }) => (
          <div class="row">
            <ActionForm page={page} action="advance" submit={`+${by}`} values={{ by }} />
            <MoveEffects of={effects} />
          </div>
        ))}
      </Live>
    </Card>
  )
}

const previewFields = [
  ['by', 'a span', '90m', { label: 'Span', placeholder: '90m, 1d12h' }],
  [
    'to',
    'an instant',
    '2030-01-31T12:00:00Z',
    { label: 'Instant', note: 'UTC', placeholder: '2030-01-31 12:00' },
  ],
] as const

function PreviewForms({ page }: PageProps) {
  const form = { page, action: 'preview', submit: 'Preview' }
  return (
    <Card title="Preview an advance" id="previewed-moves">
      <ActionForm {...form} about="the next event" sample={{ next: 'any' }}>
        <Choice {...readFieldOrQuery(page, 'preview', 'next')} label="Until" options={nextKinds} />
      </ActionForm>
      {previewFields.map(([name, about, sample, field]) => (
        <ActionForm {...form} about={about} sample={{ [name]: sample }}>
          <TextField {...readFieldOrQuery(page, 'preview', name)} {...field} isRequired />
        </ActionForm>
      ))}
    </Card>
  )
}

const hourMs = 3_600_000
const timelineSpans = [
  ['15m', hourMs / 4],
  ['1h', hourMs],
  ['6h', 6 * hourMs],
  ['1d', 24 * hourMs],
  ['7d', 7 * 24 * hourMs],
  ['30d', 30 * 24 * hourMs],
] as const

/** The largest number of events before now, and after now. More could not be read. */
const momentsOnSide = 100

/** Returns the shortest time span that contains an event; one hour if there are no events. */
function chooseTimelineSpan(context: Context): (typeof timelineSpans)[number] {
  const nowMs = context.clock.now()
  const { past, due } = showTimeline(context, { fromMs: 0, toMs: Number.POSITIVE_INFINITY, limit: 1 })
  const nearestMs = Math.min(...[...past, ...due].map(({ at }) => Math.abs(Date.parse(at) - nowMs)))
  return timelineSpans.find(([, spanMs]) => spanMs >= nearestMs) ?? timelineSpans[1]
}

function TimelineCard({ page }: PageProps) {
  const nowMs = page.context.clock.now()
  const [name, spanMs] =
    timelineSpans.find(([each]) => each === page.query.get('span')) ?? chooseTimelineSpan(page.context)
  const timeline = showTimeline(page.context, {
    fromMs: nowMs - spanMs,
    toMs: nowMs + spanMs,
    limit: momentsOnSide,
  })
  return (
    <Card
      title="Timeline"
      id="timeline-card"
      aside={
        <nav class="row" aria-label="Span of the timeline">
          {timelineSpans.map(([each]) => (
            <a href={`${page.path}?span=${each}`} aria-current={each === name ? 'true' : undefined}>
              ±{each}
            </a>
          ))}
        </nav>
      }
    >
      {timeline.has_more ? (
        <p class="muted">Only the nearest {momentsOnSide} events before and after now are shown.</p>
      ) : null}
      <TimelineDrawing page={page} timeline={timeline} nowMs={nowMs} spanMs={spanMs} />
      <EventTable
        caption="Past and due events"
        rows={[...timeline.due, ...timeline.past.toReversed()].map((moment) => buildMomentRow(page, moment))}
        nowMs={nowMs}
      />
    </Card>
  )
}
