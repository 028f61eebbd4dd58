import type { PreviewBody } from '../../../simulator/bodies/control/preview.ts'
import type { ClockMove } from '../../../simulator/time/clock-moves.ts'
import { parseDuration } from '../../../simulator/time/duration.ts'
import { parseTimestamp } from '../../../simulator/time/timestamp.ts'
import { Card } from '../../pages/components/card.tsx'
import { ActionForm } from '../action-form.tsx'
import type { FormValues, PageProps, PageRequest } from '../page.ts'
import { describeEffects, previewEffects } from './effects.tsx'
import { instantText } from './instants.tsx'
import { buildMomentRow, type EventRow, EventTable } from './moments.tsx'

/** The largest number of effects that the page lists. The sentence above the list counts all effects. */
const rowsOnPage = 50

/** The kinds of work to advance to, with their labels. */
export const nextKinds = [
  ['any', 'the first of these'],
  ['webhook', 'a webhook attempt'],
  ['rate_expiry', 'rates expire'],
  ['poll', 'a tracker polls'],
  ['batch', 'a step of a batch'],
] as const

interface AskedMove {
  readonly move: ClockMove
  /** The action of the page that makes the move. The values below are those of its form. */
  readonly action: 'advance' | 'to' | 'next'
  readonly values: FormValues
}

/** Reads the move of the clock in the page's query; undefined if it has none. */
function readAskedMove(query: URLSearchParams): AskedMove | undefined {
  const [by, to, next] = [query.get('by'), query.get('to'), query.get('next')]
  const spanMs = by === null ? undefined : parseDuration(by)
  if (by !== null && spanMs !== undefined) return { move: { spanMs }, action: 'advance', values: { by } }
  const toMs = to === null ? undefined : parseTimestamp(to)
  if (to !== null && toMs !== undefined) return { move: { toMs }, action: 'to', values: { to } }
  const kind = nextKinds.find(([name]) => name === next)?.[0]
  return kind && { move: { next: kind }, action: 'next', values: { next: kind } }
}

/** Renders the effects of the move in the page's query, with a button that makes it; null if the query has none. */
export async function renderPreviewCard(page: PageRequest) {
  const asked = readAskedMove(page.query)
  const effects = asked && (await previewEffects(page.context, asked.move))
  if (asked === undefined || effects === undefined) return null
  const { action, values } = asked
  return (
    <Card title="Preview" id="preview">
      <p>
        <b>{instantText(Date.parse(effects.reached_at))}.</b> {describeEffects(effects)}
        {action === 'advance' && page.context.clock.mode !== 'frozen'
          ? ' The clock runs, and the span begins only when you advance.'
          : ''}
      </p>
      <div class="row">
        <ActionForm
          page={page}
          action={action}
          submit="Advance"
          about="as previewed"
          kind="main"
          values={values}
        />
        <a href={page.path}>Cancel</a>
      </div>
      <EffectTable page={page} effects={effects} />
    </Card>
  )
}

function EffectTable({ page, effects }: PageProps & { readonly effects: PreviewBody }) {
  const ends = effects.ends.flatMap(({ at, kind, name }) =>
    kind === 'rate' ? [] : { at, what: `${kind} ${name} ends`, ...endedKinds[kind](page) },
  )
  const rows = [...effects.due.map((moment) => buildMomentRow(page, moment)), ...ends].sort(
    (a, b) => Date.parse(a.at) - Date.parse(b.at),
  )
  if (rows.length === 0) return null
  return (
    <EventTable
      caption="Effects of the advance"
      rows={groupEqualRows(rows).slice(0, rowsOnPage)}
      nowMs={Date.parse(effects.now)}
    />
  )
}

/** Joins rows with the same text to one row, with their number and the times of the first and the last. */
function groupEqualRows(rows: readonly EventRow[]): readonly EventRow[] {
  const groups = new Map<string, EventRow>()
  for (const row of rows) {
    const key = `${row.kind} ${row.what}`
    const first = groups.get(key)
    const count = (first?.repeated?.count ?? 1) + 1
    groups.set(key, first === undefined ? row : { ...first, repeated: { count, lastAt: row.at } })
  }
  return [...groups.values()]
}

/** The label and the page of each kind of resource that can end. */
const endedKinds = {
  fault: (page: PageRequest) => ({ kind: 'Fault', href: page.href('carriers') }),
  key: (page: PageRequest) => ({ kind: 'Key', href: page.href('keys') }),
  scenario: (page: PageRequest) => ({ kind: 'Scenario', href: page.href('carriers') }),
}
