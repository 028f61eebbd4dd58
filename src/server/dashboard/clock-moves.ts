import { withZone } from './instants.tsx'
import type { Actions, FormValues } from './page.ts'

const advanceCall = 'POST /accounts/{account}/clock/advance'

/** Describes the result of an advance in a sentence. */
function moved(_: FormValues, answer: unknown): string {
  const { now, fired } = Object(answer)
  const count = Array.isArray(fired) ? fired.length : 0
  const what = count === 0 ? 'Nothing was due' : count === 1 ? '1 thing happened' : `${count} things happened`
  return `It is ${String(now)
    .replace('T', ' ')
    .replace(/\.\d+Z$/, '')} now. ${what} on the way.`
}

/** The actions of a page that advance the account's clock. */
export const clockMoves = {
  advance: {
    call: ({ by = '' }) => ({ call: advanceCall, body: { by }, command: `clock advance ${by}` }),
    said: moved,
  },
  to: {
    call: ({ to = '' }) => ({
      call: advanceCall,
      body: { to: withZone(to) },
      command: `clock set ${withZone(to)}`,
    }),
    said: moved,
  },
  next: {
    call: ({ next = 'any' }) => ({ call: advanceCall, body: { next }, command: `clock next ${next}` }),
    said: moved,
  },
} satisfies Actions
