import type { Actions, FormValues } from '../page.ts'
import { withZone } from './instants.tsx'

const advanceCall = 'POST /accounts/{account}/clock/advance'

/** Describes the result of an advance in a sentence. */
function advanceMessage(_: FormValues, response: unknown): string {
  const { now, fired } = Object(response)
  const count = Array.isArray(fired) ? fired.length : 0
  const what = count === 0 ? 'No events' : count === 1 ? '1 event' : `${count} events`
  return `It is ${String(now)
    .replace('T', ' ')
    .replace(/\.\d+Z$/, '')} now. ${what} on the way.`
}

/** The actions of a page that advance the account's clock. */
export const clockMoves = {
  advance: {
    call: ({ by = '' }) => ({ call: advanceCall, body: { by }, command: `clock advance ${by}` }),
    message: advanceMessage,
  },
  to: {
    call: ({ to = '' }) => ({
      call: advanceCall,
      body: { to: withZone(to) },
      command: `clock set ${withZone(to)}`,
    }),
    message: advanceMessage,
  },
  next: {
    call: ({ next = 'any' }) => ({ call: advanceCall, body: { next }, command: `clock next ${next}` }),
    message: advanceMessage,
  },
} satisfies Actions
