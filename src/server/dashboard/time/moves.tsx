import type { Child } from 'hono/jsx'
import type { Context } from '../../../simulator/accounts/context.ts'
import type { PreviewBody } from '../../../simulator/bodies/control/preview.ts'
import { ApiError } from '../../../simulator/specification/errors.ts'
import { type ClockMove, findMoveTarget } from '../../../simulator/time/clock-moves.ts'
import { previewMove } from '../../../simulator/time/preview.ts'
import { toTimestamp } from '../../../simulator/time/timestamp.ts'
import { runInSlices } from '../../time-slices.ts'
import { ActionForm } from '../action-form.tsx'
import { addTimeZone, formatCount, formatCountWithNoun, formatInstant } from '../format.tsx'
import type { Actions, FormValues, PageAction, PageRequest } from '../page.ts'
import { findNextMoment } from './moments.tsx'

/** Returns the body of the call that makes the move of a form. */
function buildMoveBody({ by, to, next = 'any' }: FormValues): Readonly<Record<string, string>> {
  if (by !== undefined) return { by }
  return to === undefined ? { next } : { to: addTimeZone(to) }
}

/** Returns the time of the next event for a move to the next event of any kind; undefined for other moves. */
export function findNextInstant(context: Context, { next }: FormValues): string | undefined {
  // The call itself would stop only at due work, and not at the time when a fault begins or ends or a key expires.
  return next === 'any' ? findNextMoment(context)?.at : undefined
}

/** The action that previews a move of the clock. The page Time then shows its effects and a button that makes it. */
export const previewAction: PageAction = {
  call: (values) => ({
    call: 'POST /accounts/{account}/clock/preview',
    body: buildMoveBody(values),
    ...(values['by'] !== undefined && { command: `clock preview ${values['by']}` }),
  }),
  message: () => 'This is a preview. The clock has not moved.',
  next: (values) => `time?${new URLSearchParams(buildMoveBody(values))}#preview`,
}

/** The command that advances the clock, by the field of its move. */
const moveCommands: Readonly<Record<string, string>> = { by: 'advance', to: 'set', next: 'next' }

/** Returns the action that advances the clock by a move. The page then lists what happened. */
function createMoveAction(defaults: FormValues) {
  return {
    call: (values: FormValues, context: Context) => {
      const to = findNextInstant(context, values)
      const body = to === undefined ? buildMoveBody({ ...defaults, ...values }) : { to }
      const [[field = '', value = ''] = []] = Object.entries(body)
      const command = `clock ${moveCommands[field]} ${value}`
      return { call: 'POST /accounts/{account}/clock/advance', body, command }
    },
    // A button has no field, so the page shows a refusal at its top.
    rewriteProblem: ({ reason }) => ({ field: '', reason }),
    message: (_, response) => `The clock is now at ${formatInstant(Date.parse(Object(response).now))}.`,
    movesTime: true,
  } satisfies PageAction
}

/** The actions of a page that advance the account's clock. */
export const clockMoves = {
  advance: { ...createMoveAction({ by: '' }), next: ({ back }: FormValues) => back },
  to: createMoveAction({ to: '' }),
  next: createMoveAction({}),
} satisfies Actions

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

/** The maximum number of ending faults, keys and scenarios that the text names. It only counts the others. */
const maxNames = 3

/** Describes by count and name what a move of the clock would trigger and end. */
export function describeEffects({ counts, ends }: PreviewBody): string {
  const work = dueWork.flatMap(([kind, one, many]) => listCount(counts.due[kind], one, many))
  const named = ends.filter(({ kind }) => kind !== 'rate')
  const { fault, key, scenario } = counts.ends
  const unnamed = fault + key + scenario - Math.min(named.length, maxNames)
  const ended = [
    ...named.slice(0, maxNames).map(({ kind, name }) => `${kind} ${name}`),
    ...(unnamed > 0 ? [`${formatCount(unnamed)} more`] : []),
    // All rates of one response expire together, so the text counts them as one quote.
    ...listCount(counts.due.rate_expiry, 'quote', 'quotes'),
  ]
  if (work.length + ended.length === 0) return 'Nothing is due, and nothing ends.'
  return [
    ...(work.length === 0 ? [] : [`Triggers ${work.join(', ')}.`]),
    ...(ended.length === 0 ? [] : [`Ends: ${ended.join(', ')}.`]),
  ].join(' ')
}

function listCount(count: number, one: string, many: string): readonly string[] {
  return count === 0 ? [] : [formatCountWithNoun(count, one, many)]
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

interface AdvanceOptions {
  readonly kind?: 'main' | 'plain'
  /** A sentence on an effect that the preview does not count. */
  readonly besides?: string
  /** The content of the row before the button. */
  readonly before?: Child
}

/** Renders a button that advances the clock to a time, with the effects of the advance beside it. */
export async function renderAdvanceButton(
  page: PageRequest,
  submit: string,
  toMs: number,
  { kind = 'plain', before, ...sentence }: AdvanceOptions = {},
): Promise<Child> {
  const effects = await previewEffects(page.context, { toMs })
  return (
    <div class="row">
      {before}
      <ActionForm page={page} action="to" submit={submit} kind={kind} values={{ to: toTimestamp(toMs) }} />
      <MoveEffects of={effects} {...sentence} />
    </div>
  )
}
