import { jsonOf, labelOf, withSignedBody } from '../../../../src/conformance/selftest/wire.ts'
import { isObject } from '../../../../src/conformance/wire/fields.ts'
import { type Json, objects, succeedsWith } from '../answers.ts'
import { type Breakage, broken, listed } from '../breakage.ts'
import { byAttempt } from '../webhooks.ts'

/** Webhooks (choices 45 to 48). */

/** Each attempt is signed for its own body. */
function bodyOf(what: string, change: (attempt: number) => string): Breakage {
  return byAttempt(what, (attempt, delivery) => {
    const event = jsonOf(delivery)
    if (!isObject(event) || attempt === 1) return undefined
    return [withSignedBody(delivery, Buffer.from(JSON.stringify({ ...event, timestamp: change(attempt) })))]
  })
}

/** Attempts after the first go to whatever URL the account has by then. */
const goesWithTheUrl: Breakage = {
  what: 'A pending delivery goes to the URL of the moment.',
  open: () => {
    const seen = new Set<string>()
    let account = ''
    return {
      controlRequest: ({ path }) => {
        account = /accounts\/([^/]+)\/webhook$/.exec(path)?.[1] ?? account
        return undefined
      },
      webhook: async (delivery, wire) => {
        const isFirst = !seen.has(labelOf(delivery))
        seen.add(labelOf(delivery))
        if (isFirst) return undefined
        await wire.emit(account, jsonOf(delivery))
        return []
      },
    }
  },
}

/** The log as the service lists it, changed. */
function log(what: string, change: (entries: readonly Json[]) => readonly Json[]): Breakage {
  return succeedsWith(what, 'listDeliveries', ({ deliveries }) => ({
    deliveries: change(objects(deliveries)),
  }))
}

const logged = {
  id: `whd_${'0'.repeat(24)}`,
  event: 'label.created',
  label_id: `lbl_${'0'.repeat(24)}`,
  status: 'failed',
  response_code: null,
  attempts: 0,
  created_at: '2030-03-04T12:00:00.000Z',
  last_attempt_at: null,
  next_attempt_at: null,
}

export const webhookChoices = listed({
  45: [
    broken('A redirect is a success.', { reply: (status) => (status === 302 ? 200 : undefined) }),
    broken('What is gone is not tried again.', { reply: (status) => (status === 410 ? 200 : undefined) }),
    broken('A failure is a success.', {
      reply: (status) => (status > 499 || status === 0 ? 200 : undefined),
    }),
    goesWithTheUrl,
  ],
  46: [
    bodyOf('Each attempt has a time of its own.', (attempt) => `2030-03-04T12:00:0${attempt}.000Z`),
    broken('What is signed is sorted and spaced.', {
      webhook: (delivery) => {
        const { headers } = withSignedBody(delivery, Buffer.from(JSON.stringify(jsonOf(delivery), null, 1)))
        return [{ ...delivery, headers }]
      },
    }),
  ],
  47: [
    log('The oldest stands first.', (entries) => [...entries].reverse()),
    log('An entry is pending for ever.', (entries) =>
      entries.map((entry) => ({ ...entry, status: 'pending' })),
    ),
    log('Every environment sees an entry.', (entries) => (entries.length === 0 ? [logged] : entries)),
  ],
  48: [log('What was never sent has failed.', (entries) => (entries.length === 0 ? [logged] : entries))],
})
