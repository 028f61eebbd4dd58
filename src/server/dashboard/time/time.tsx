import type { Context } from '../../../simulator/accounts/context.ts'
import type { PreviewBody } from '../../../simulator/bodies/control/preview.ts'
import { showTimeline } from '../../../simulator/time/moments.ts'
import { Card } from '../../pages/components/card.tsx'
import { Choice, TextField } from '../../pages/components/field.tsx'
import { ActionForm, fieldOf, queriedField } from '../action-form.tsx'
import { paceText } from '../bar-state.tsx'
import { Live } from '../changes/live.tsx'
import { numberIn } from '../form.ts'
import { countText } from '../money/money.ts'
import type { Actions, DashboardPage, PageProps, Undo } from '../page.ts'
import { clockMoves, previewAction } from './clock-moves.ts'
import { Effects, readEffects } from './effects.tsx'
import { HappenedCard } from './happened-card.tsx'
import { Instant, instantText } from './instants.tsx'
import { EventTable, momentRow, momentText } from './moments.tsx'
import { nextKinds, previewCard } from './preview-card.tsx'
import { TimelineDrawing } from './timeline-drawing.tsx'

/** The changes that add due work, or remove it. */
const timelineTopics = ['clock', 'deliveries', 'trackers', 'batches', 'faults', 'keys', 'requests'] as const

const changeCall = 'PATCH /accounts/{account}/clock'

const actions: Actions = {
  freeze: {
    call: () => ({ call: changeCall, body: { mode: 'frozen' }, command: 'clock freeze' }),
    message: () => 'Time stands still.',
    undo: undoPace,
    currentValue: ({ clock }) => paceText(clock),
  },
  run: {
    call: ({ rate = '1' }) => ({
      call: changeCall,
      body: { mode: 'realtime', rate: numberIn(rate) },
      command: rate === '1' ? 'clock run' : `clock run --rate ${rate}`,
    }),
    message: ({ rate = '1' }) =>
      rate === '1' ? 'Time runs.' : `Time runs ${countText(Number(rate))} times as fast.`,
    undo: undoPace,
    currentValue: ({ clock }) => paceText(clock),
  },
  ...clockMoves,
  preview: previewAction,
}

/** Undo restores the clock's mode, not its time, which cannot be set back. */
function undoPace({ clock }: Context): Undo {
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
      {await previewCard(page)}
      <HappenedCard page={page} />
      <div class="cards even">
        <ModeCard page={page} />
        <QuickMoves page={page} quick={await quickMoves(page.context)} />
        <PreviewedMoves page={page} />
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
        <span class="muted">UTC, {paceText(clock)}</span>
      </p>
      <p class="muted">
        {next === undefined ? (
          'Nothing is due.'
        ) : (
          <>
            Next: {momentText(next)}, <Instant atMs={Date.parse(next.at)} nowMs={nowMs} />.
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
          {...fieldOf(page, 'run', 'rate')}
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

function quickMoves(context: Context): Promise<readonly QuickMove[]> {
  const shown = spans.filter(([by]) => ['15m', '1h', '1d'].includes(by))
  const moves = [['1m', 60_000] as const, ...shown]
  return Promise.all(
    moves.map(async ([by, spanMs]) => ({ by, effects: await readEffects(context, { spanMs }) })),
  )
}

function QuickMoves({ page, quick }: PageProps & { readonly quick: readonly QuickMove[] }) {
  return (
    <Card title="Advance" id="moves">
      <Live page={page} id="quick-moves" topics={timelineTopics}>
        {quick.map(({ by, effects }) => (
          <div class="row">
            <ActionForm page={page} action="advance" submit={`+${by}`} values={{ by }} />
            <Effects of={effects} />
          </div>
        ))}
      </Live>
    </Card>
  )
}

function PreviewedMoves({ page }: PageProps) {
  return (
    <Card title="Preview an advance" id="previewed-moves">
      <ActionForm
        page={page}
        action="preview"
        submit="Preview"
        about="the next event"
        sample={{ next: 'any' }}
      >
        <Choice {...queriedField(page, 'preview', 'next')} label="Until" options={nextKinds} />
      </ActionForm>
      <ActionForm page={page} action="preview" submit="Preview" about="a span" sample={{ by: '90m' }}>
        <TextField
          {...queriedField(page, 'preview', 'by')}
          label="Span"
          placeholder="90m, 1d12h"
          isRequired
        />
      </ActionForm>
      <ActionForm
        page={page}
        action="preview"
        submit="Preview"
        about="an instant"
        sample={{ to: '2030-01-31T12:00:00Z' }}
      >
        <TextField
          {...queriedField(page, 'preview', 'to')}
          label="Instant"
          note="UTC"
          placeholder="2030-01-31 12:00"
          isRequired
        />
      </ActionForm>
    </Card>
  )
}

const hourMs = 3_600_000
const spans = [
  ['15m', hourMs / 4],
  ['1h', hourMs],
  ['6h', 6 * hourMs],
  ['1d', 24 * hourMs],
  ['7d', 7 * 24 * hourMs],
  ['30d', 30 * 24 * hourMs],
] as const

/** The largest number of moments on each side of now; more would not be readable. */
const momentsOnSide = 100

/** Returns the shortest span that contains a moment; an hour if none does. */
function fittingSpan(context: Context): (typeof spans)[number] {
  const nowMs = context.clock.now()
  const { past, due } = showTimeline(context, { fromMs: 0, toMs: Number.POSITIVE_INFINITY, limit: 1 })
  const nearestMs = Math.min(...[...past, ...due].map(({ at }) => Math.abs(Date.parse(at) - nowMs)))
  return spans.find(([, spanMs]) => spanMs >= nearestMs) ?? spans[1]
}

function TimelineCard({ page }: PageProps) {
  const nowMs = page.context.clock.now()
  const [name, spanMs] = spans.find(([each]) => each === page.query.get('span')) ?? fittingSpan(page.context)
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
          {spans.map(([each]) => (
            <a href={`${page.path}?span=${each}`} aria-current={each === name ? 'true' : undefined}>
              ±{each}
            </a>
          ))}
        </nav>
      }
    >
      {timeline.has_more ? (
        <p class="muted">Only the nearest {momentsOnSide} before and after now are shown.</p>
      ) : null}
      <TimelineDrawing page={page} timeline={timeline} nowMs={nowMs} spanMs={spanMs} />
      <EventTable
        caption="Past and due events"
        rows={[...timeline.due, ...timeline.past.toReversed()].map((moment) => momentRow(page, moment))}
        nowMs={nowMs}
      />
    </Card>
  )
}
