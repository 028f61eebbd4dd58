import type { Context } from '../../../simulator/accounts/context.ts'
import type { PreviewBody } from '../../../simulator/bodies/control/preview.ts'
import { ApiError } from '../../../simulator/specification/errors.ts'
import { type ClockMove, targetOf } from '../../../simulator/time/clock-moves.ts'
import { previewMove } from '../../../simulator/time/preview.ts'
import { runInSlices } from '../../time-slices.ts'
import { countOf, countText } from '../money/money.ts'

/** Returns the effects that a move of the clock would have; undefined for a move that is refused. */
export async function readEffects(context: Context, move: ClockMove): Promise<PreviewBody | undefined> {
  try {
    return await runInSlices(previewMove(context, targetOf(context, move)))
  } catch (error) {
    if (error instanceof ApiError) return undefined
    throw error
  }
}

const works: readonly (readonly [kind: keyof PreviewBody['counts']['due'], one: string, many: string])[] = [
  ['webhook', 'webhook attempt', 'webhook attempts'],
  ['poll', 'poll', 'polls'],
  ['batch', 'step of a batch', 'steps of batches'],
  ['scenario', 'step of the scenario', 'steps of the scenario'],
  ['fault_begins', 'beginning of a fault', 'beginnings of faults'],
]

const namesShown = 3

/** Describes by count and name what a move of the clock would trigger and end. */
export function effectsText({ counts, ends }: PreviewBody): string {
  const work = works.flatMap(([kind, one, many]) => someOf(counts.due[kind], one, many))
  const named = ends.filter(({ kind }) => kind !== 'rate')
  const { fault, key, scenario, rate } = counts.ends
  const unnamed = fault + key + scenario - Math.min(named.length, namesShown)
  const ended = [
    ...named.slice(0, namesShown).map(({ kind, name }) => `${kind} ${name}`),
    ...(unnamed > 0 ? [`${countText(unnamed)} more`] : []),
    ...someOf(rate, 'rate', 'rates'),
  ]
  if (work.length + ended.length === 0) return 'Nothing is due, and nothing ends.'
  return [
    ...(work.length === 0 ? [] : [`Triggers ${work.join(', ')}.`]),
    ...(ended.length === 0 ? [] : [`Ends: ${ended.join(', ')}.`]),
  ].join(' ')
}

function someOf(count: number, one: string, many: string): readonly string[] {
  return count === 0 ? [] : [countOf(count, one, many)]
}

interface EffectsProps {
  readonly of: PreviewBody | undefined
  /** A sentence on what the button is for, which the preview does not count. */
  readonly besides?: string
}

/** Renders the effects of a move beside its button. */
export function Effects({ of: effects, besides }: EffectsProps) {
  if (effects === undefined) return <p class="hint">The clock cannot go there.</p>
  const text = effectsText(effects)
  return (
    <p class="hint">
      {besides === undefined ? text : `${besides} ${text.replace('Nothing is', 'Nothing else is')}`}
    </p>
  )
}
