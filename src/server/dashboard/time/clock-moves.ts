import type { Context } from '../../../simulator/accounts/context.ts'
import type { Actions, FormValues, PageAction } from '../page.ts'
import { addTimeZone, instantText } from './instants.tsx'
import { findNextMoment } from './moments.tsx'

/** Returns the body of the call that makes the move of a form. */
function buildMoveBody({ by, to, next = 'any' }: FormValues): Readonly<Record<string, string>> {
  if (by !== undefined) return { by }
  return to === undefined ? { next } : { to: addTimeZone(to) }
}

/** Returns the instant of the next event, at which a move to the next of any kind stops; undefined for other moves. */
export function findNextInstant(context: Context, { next }: FormValues): string | undefined {
  // The call itself stops at due work only, and not where a fault begins or ends or a key expires.
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
    inForm: ({ reason }) => ({ field: '', reason }),
    message: (_, response) => `The clock is now at ${instantText(Date.parse(Object(response).now))}.`,
    movesTime: true,
  } satisfies PageAction
}

/** The actions of a page that advance the account's clock. */
export const clockMoves = {
  advance: { ...createMoveAction({ by: '' }), next: ({ back }: FormValues) => back },
  to: createMoveAction({ to: '' }),
  next: createMoveAction({}),
} satisfies Actions
