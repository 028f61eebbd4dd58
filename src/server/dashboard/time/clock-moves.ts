import type { Actions, FormValues, PageAction } from '../page.ts'
import { addTimeZone, instantText } from './instants.tsx'

/** Returns the body of the call that makes the move of a form. */
function buildMoveBody({ by, to, next = 'any' }: FormValues): Readonly<Record<string, string>> {
  if (by !== undefined) return { by }
  return to === undefined ? { next } : { to: addTimeZone(to) }
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

/** Returns the action that advances the clock by a command with one argument. The page then lists what happened. */
function createMoveAction(command: string, defaults: FormValues) {
  return {
    call: (values: FormValues) => {
      const body = buildMoveBody({ ...defaults, ...values })
      return {
        call: 'POST /accounts/{account}/clock/advance',
        body,
        command: `clock ${command} ${Object.values(body).join()}`,
      }
    },
    // A button has no field, so the page shows a refusal at its top.
    inForm: ({ reason }) => ({ field: '', reason }),
    message: (_, response) => `The clock is now at ${instantText(Date.parse(Object(response).now))}.`,
    movesTime: true,
  } satisfies PageAction
}

/** The actions of a page that advance the account's clock. */
export const clockMoves = {
  advance: { ...createMoveAction('advance', { by: '' }), next: ({ back }: FormValues) => back },
  to: createMoveAction('set', { to: '' }),
  next: createMoveAction('next', {}),
} satisfies Actions
