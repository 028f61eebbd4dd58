import { createHmac } from 'node:crypto'
import { type Json, readSuccessJson } from '../../../../variations/json-responses.ts'
import { readLabelId, withHeader } from '../../../../variations/wire.ts'
import { buildMutant, countUp, createMutantBuilder } from '../../../proof/builders.ts'
import type { Mutant } from '../../../proof/mutant.ts'
import { changeEventPayload } from './webhooks.ts'

/** Creates mutants (broken services) that change the payload of later delivery attempts, by default from the second on, and sign it again. */
const buildLaterAttemptMutant = createMutantBuilder(
  ({ from = 2, change }: { readonly from?: number; readonly change: (event: Json, data: Json) => Json }) =>
    () => {
      const counts = new Map<unknown, number>()
      return changeEventPayload((event, data) => {
        const count = countUp(counts, data['id'])
        return count < from ? undefined : change(event, data)
      })
    },
)

const addDayToTime = (text: unknown): string => new Date(Date.parse(String(text)) + 86_400_000).toISOString()

/** Deliberately broken services that change the payload of later delivery attempts, or make too few attempts. */
export const attemptMutants: readonly Mutant[] = [
  buildLaterAttemptMutant('retry-bare', 'The data of later attempts has only the id of the label.')
    .kills('HOOK-134')
    .by({ change: (event, { id }) => ({ ...event, data: { id } }) }),
  buildLaterAttemptMutant('retry-renamed', 'Later attempts have the event name label.created.retry.')
    .kills('HOOK-134')
    .by({
      change: (event) => ({ ...event, event: 'label.created.retry' }),
    }),
  buildLaterAttemptMutant('retry-in-1970', 'Later attempts have a timestamp in 1970.')
    .kills('HOOK-135')
    .by({
      change: (event) => ({ ...event, timestamp: '1970-01-01T00:00:00Z' }),
    }),
  buildLaterAttemptMutant(
    'fifth-in-the-future',
    'The fifth attempt has a timestamp that is days in the future.',
  )
    .kills('HOOK-135')
    .by({
      from: 5,
      change: (event) => ({
        ...event,
        timestamp: addDayToTime(addDayToTime(addDayToTime(event['timestamp']))),
      }),
    }),
  buildLaterAttemptMutant('third-with-other-id', 'The third attempt has the id of another label in data.id.')
    .kills('HOOK-132')
    .by({
      from: 3,
      change: (event, data) => ({ ...event, data: { ...data, id: 'lbl_other' } }),
    }),
  buildMutant('third-signed-otherwise', 'From the third attempt on, events are signed with another secret.')
    .kills('HOOK-133')
    .by(() => {
      const counts = new Map<string, number>()
      return {
        webhook: (delivery) => {
          const count = countUp(counts, readLabelId(delivery))
          const digest = createHmac('sha256', 'another').update(delivery.body).digest('hex')
          return count < 3 ? undefined : [withHeader(delivery, 'pr-signature', `sha256=${digest}`)]
        },
      }
    }),
  buildMutant('success-ends-others', 'A delivery that succeeds ends the retries of all other deliveries.')
    .kills('HOOK-136')
    .by(() => {
      const failing = new Set<string>()
      const ended = new Set<string>()
      return {
        webhook: (delivery) => (ended.has(readLabelId(delivery)) ? [] : undefined),
        reply: (status, delivery) => {
          if (status >= 300) failing.add(readLabelId(delivery))
          else for (const id of failing) ended.add(id)
          return undefined
        },
      }
    }),
  buildMutant('one-retry-queue', 'Only one delivery at a time is retried.')
    .kills('HOOK-136')
    .by(() => {
      let retried: string | undefined
      return {
        reply: (status, delivery) => {
          if (status < 300) return undefined
          retried ??= readLabelId(delivery)
          return retried === readLabelId(delivery) ? undefined : 200
        },
      }
    }),
  buildMutant('void-ends-retries', 'The void of a label ends the retries of its delivery.')
    .kills('HOOK-137')
    .by(() => {
      const voided = new Set<string>()
      return {
        response: (response, { operation, path }) => {
          if (operation === 'voidLabel' && readSuccessJson(response) !== undefined)
            voided.add(path.split('/').at(-1) ?? '')
          return undefined
        },
        webhook: (delivery) => (voided.has(readLabelId(delivery)) ? [] : undefined),
      }
    }),
]
