import type { Context } from '../../../simulator/accounts/context.ts'
import type { PreviewBody } from '../../../simulator/bodies/control/preview.ts'
import { ApiError } from '../../../simulator/specification/errors.ts'
import { type ClockMove, findMoveTarget } from '../../../simulator/time/clock-moves.ts'
import { previewMove } from '../../../simulator/time/preview.ts'
import { runInSlices } from '../../time-slices.ts'
import { countOf, countText } from '../money/money.ts'

/** Returns the effects that a move of the clock would have; undefined if the move would be refused. */
export async function previewEffects(context: Context, move: ClockMove): Promise<PreviewBody | undefined> {
  try {
    return await runInSlices(previewMove(context, findMoveTarget(context, move)))
  } catch (error) {
    if (error instanceof ApiError) return undefined
    throw error
  }
}

/** The kinds of due work, with a noun for one and for many. */
const dueWork: readonly (readonly [kind: keyof PreviewBody['counts']['due'], one: string, many: string])[] = [
  ['webhook', 'webhook attempt', 'webhook attempts'],
  ['poll', 'poll', 'polls'],
  ['batch', 'step of a batch', 'steps of batches'],
  ['scenario', 'step of the scenario', 'steps of the scenario'],
  ['fault_begins', 'beginning of a fault', 'beginnings of faults'],
]

/** The largest number of faults, keys and scenarios that are named; the others are counted. */
const maxNames = 3

/** Describes by count and name what a move of the clock would trigger and end. */
export function describeEffects({ counts, ends }: PreviewBody): string {
  const work = dueWork.flatMap(([kind, one, many]) => listCount(counts.due[kind], one, many))
  const named = ends.filter(({ kind }) => kind !== 'rate')
  const { fault, key, scenario } = counts.ends
  const unnamed = fault + key + scenario - Math.min(named.length, maxNames)
  const ended = [
    ...named.slice(0, maxNames).map(({ kind, name }) => `${kind} ${name}`),
    ...(unnamed > 0 ? [`${countText(unnamed)} more`] : []),
    // A rates response expires as a whole, so its rates are one thing to the reader.
    ...listCount(counts.due.rate_expiry, 'quote', 'quotes'),
  ]
  if (work.length + ended.length === 0) return 'Nothing is due, and nothing ends.'
  return [
    ...(work.length === 0 ? [] : [`Triggers ${work.join(', ')}.`]),
    ...(ended.length === 0 ? [] : [`Ends: ${ended.join(', ')}.`]),
  ].join(' ')
}

function listCount(count: number, one: string, many: string): readonly string[] {
  return count === 0 ? [] : [countOf(count, one, many)]
}

interface MoveEffectsProps {
  readonly of: PreviewBody | undefined
  /** A sentence on an effect that the preview does not count. */
  readonly besides?: string
}

/** Renders the effects of a move beside its button. */
export function MoveEffects({ of: effects, besides }: MoveEffectsProps) {
  if (effects === undefined) return <p class="hint">The clock cannot move to that time.</p>
  const text = describeEffects(effects)
  return <p class="hint">{besides ? `${besides} ${text.replace('Nothing is', 'Nothing else is')}` : text}</p>
}
