import type { FieldProblem } from '../../../simulator/specification/errors.ts'
import type { Actions, FormValues, PageAction } from '../page.ts'
import { instantText, withZone } from './instants.tsx'

const advanceCall = 'POST /accounts/{account}/clock/advance'

/** Describes the result of an advance in a sentence; the page lists the events. */
function advanceMessage(_: FormValues, response: unknown): string {
  return `It is ${instantText(Date.parse(Object(response).now))} now.`
}

const previewCall = 'POST /accounts/{account}/clock/preview'

/** Returns the move of a form as the body of a call. */
function moveOf({ by, to, next = 'any' }: FormValues): Readonly<Record<string, string>> {
  if (by !== undefined) return { by }
  return to === undefined ? { next } : { to: withZone(to) }
}

/** Previews a move of the clock on the page Time, which then offers to make it. */
export const previewAction: PageAction = {
  call: (values) => ({
    call: previewCall,
    body: moveOf(values),
    ...(values['by'] !== undefined && { command: `clock preview ${values['by']}` }),
  }),
  message: () => 'This is a preview. Nothing has moved yet.',
  next: (values) => `time?${new URLSearchParams(moveOf(values))}#preview`,
}

/** A button holds the move, so its refusal belongs to no field and is shown at the top of the page. */
const inNoField = ({ reason }: FieldProblem): FieldProblem => ({ field: '', reason })

/** The actions of a page that advance the account's clock. The page then lists the events on the way. */
export const clockMoves = {
  advance: {
    call: ({ by = '' }) => ({ call: advanceCall, body: { by }, command: `clock advance ${by}` }),
    inForm: inNoField,
    message: advanceMessage,
    next: ({ back }) => back,
    movesTime: true,
  },
  to: {
    call: ({ to = '' }) => ({
      call: advanceCall,
      body: { to: withZone(to) },
      command: `clock set ${withZone(to)}`,
    }),
    inForm: inNoField,
    message: advanceMessage,
    movesTime: true,
  },
  next: {
    call: ({ next = 'any' }) => ({ call: advanceCall, body: { next }, command: `clock next ${next}` }),
    inForm: inNoField,
    message: advanceMessage,
    movesTime: true,
  },
} satisfies Actions
