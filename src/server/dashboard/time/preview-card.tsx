import type { PreviewBody } from '../../../simulator/bodies/control/preview.ts'
import type { ClockMove } from '../../../simulator/time/clock-moves.ts'
import { parseDuration } from '../../../simulator/time/duration.ts'
import { parseTimestamp } from '../../../simulator/time/timestamp.ts'
import { Card } from '../../pages/components/card.tsx'
import { ActionForm } from '../action-form.tsx'
import type { FormValues, PageProps, PageRequest } from '../page.ts'
import { effectsText, readEffects } from './effects.tsx'
import { instantText } from './instants.tsx'
import { EventTable, momentRow } from './moments.tsx'

/** The page lists only this many effects; the counts have all of them. */
const rowsOnPage = 50

/** The kinds of work to advance to, with their labels. */
export const nextKinds = [
  ['any', 'anything'],
  ['webhook', 'a webhook attempt'],
  ['rate_expiry', 'rates expire'],
  ['poll', 'a tracker polls'],
  ['batch', 'a step of a batch'],
] as const

interface Asked {
  readonly move: ClockMove
  /** The action of the page that makes the move, and its values. */
  readonly action: 'advance' | 'to' | 'next'
  readonly values: FormValues
}

/** Reads the move of the page's query; undefined if there is none. */
function readMove(query: URLSearchParams): Asked | undefined {
  const [by, to, next] = [query.get('by'), query.get('to'), query.get('next')]
  const spanMs = by === null ? undefined : parseDuration(by)
  if (by !== null && spanMs !== undefined) return { move: { spanMs }, action: 'advance', values: { by } }
  const toMs = to === null ? undefined : parseTimestamp(to)
  if (to !== null && toMs !== undefined) return { move: { toMs }, action: 'to', values: { to } }
  const kind = nextKinds.find(([name]) => name === next)?.[0]
  return kind && { move: { next: kind }, action: 'next', values: { next: kind } }
}

/** Renders the effects of the move in the page's query, with the button that makes it; null without a move. */
export async function previewCard(page: PageRequest) {
  const asked = readMove(page.query)
  const effects = asked && (await readEffects(page.context, asked.move))
  if (asked === undefined || effects === undefined) return null
  const { action, values } = asked
  return (
    <Card title="Preview" id="preview">
      <p>
        <b>{instantText(Date.parse(effects.reached_at))}.</b> {effectsText(effects)}
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
    kind === 'rate' ? [] : { at, what: `${kind} ${name} ends`, ...endings[kind](page) },
  )
  const rows = [...effects.due.map((moment) => momentRow(page, moment)), ...ends].sort(
    (a, b) => Date.parse(a.at) - Date.parse(b.at),
  )
  if (rows.length === 0) return null
  return (
    <EventTable
      caption="Effects of the advance"
      rows={rows.slice(0, rowsOnPage)}
      nowMs={Date.parse(effects.now)}
    />
  )
}

const endings = {
  fault: (page: PageRequest) => ({ kind: 'Fault', href: page.href('carriers') }),
  key: (page: PageRequest) => ({ kind: 'Key', href: page.href('keys') }),
  scenario: (page: PageRequest) => ({ kind: 'Scenario', href: page.href('carriers') }),
}
