import type { PreviewBody } from '../../../simulator/bodies/control/preview.ts'
import { parseDuration } from '../../../simulator/time/duration.ts'
import { parseTimestamp } from '../../../simulator/time/timestamp.ts'
import { Card } from '../../pages/components.ts'
import { ActionForm } from '../action-form.tsx'
import { formatInstant } from '../format.tsx'
import type { PageProps, PageRequest } from '../page.ts'
import { buildMomentRow, type EventRow, EventTable } from './moments.tsx'
import { describeEffects, findNextInstant, previewEffects } from './moves.tsx'

/** The largest number of effects that the page lists. The sentence above the list counts all effects. */
const rowsOnPage = 50

/** The kinds of work to advance to, with their labels. */
export const nextKinds = [
  ['any', 'the next event'],
  ['webhook', 'a webhook attempt'],
  ['rate_expiry', 'rates expire'],
  ['poll', 'a tracker polls'],
  ['batch', 'a step of a batch'],
] as const

/** Returns the move in the page's query, with the form that makes this move; undefined if the query has no move. */
function readAskedMove({ context, query }: PageRequest) {
  const [by = '', to = '', next = ''] = ['by', 'to', 'next'].map((name) => query.get(name) ?? '')
  const spanMs = parseDuration(by)
  if (spanMs !== undefined) return { move: { spanMs }, form: { action: 'advance', values: { by } } }
  const toMs = parseTimestamp(to)
  if (toMs !== undefined) return { move: { toMs }, form: { action: 'to', values: { to } } }
  const kind = nextKinds.find(([name]) => name === next)?.[0]
  if (kind === undefined) return undefined
  const nextMs = parseTimestamp(findNextInstant(context, { next }) ?? '')
  const move = nextMs === undefined ? { next: kind } : { toMs: nextMs }
  return { move, form: { action: 'next', values: { next } } }
}

/** Renders the effects of the move in the page's query, with a button that makes it; null if the query has none. */
export async function renderPreviewCard(page: PageRequest) {
  const asked = readAskedMove(page)
  const effects = asked && (await previewEffects(page.context, asked.move))
  if (asked === undefined || effects === undefined) return null
  return (
    <Card title="Preview" id="preview">
      <p>
        <b>{formatInstant(Date.parse(effects.reached_at))}.</b> {describeEffects(effects)}
        {asked.form.action === 'advance' && page.context.clock.mode !== 'frozen'
          ? ' The clock runs, and the span begins only when you advance.'
          : ''}
      </p>
      <div class="row">
        <ActionForm page={page} {...asked.form} submit="Advance" about="as previewed" kind="main" />
        <a href={page.path}>Cancel</a>
      </div>
      <EffectTable page={page} effects={effects} />
    </Card>
  )
}

function EffectTable({ page, effects }: PageProps & { readonly effects: PreviewBody }) {
  const ends = effects.ends.flatMap(({ kind, name, ...end }) =>
    kind === 'rate' ? [] : { ...end, kind: endedKinds[kind], what: `${kind} ${name} ends` },
  )
  const all = [...effects.due, ...ends]
    .map((moment) => buildMomentRow(page, moment))
    .sort((a, b) => Date.parse(a.at) - Date.parse(b.at))
  if (all.length === 0) return null
  const rows = groupEqualRows(all).slice(0, rowsOnPage)
  return <EventTable caption="Effects of the advance" rows={rows} nowMs={Date.parse(effects.now)} />
}

/** The kind of event that marks the end of a fault, a key or a scenario. */
const endedKinds = { fault: 'fault_ends', key: 'key_expiry', scenario: 'scenario' } as const

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
