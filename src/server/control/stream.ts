import * as z from 'zod'
import { parseBySchema } from '../../simulator/requests/parse.ts'
import { EventStream } from '../stream/event-stream.ts'
import { createStrictSchema } from './fields.ts'
import type { ControlRoute } from './route.ts'

const eventId = z
  .string()
  .regex(/^\d{1,16}$/, 'must be the id of an event, a whole number')
  .transform(Number)
  .register(z.globalRegistry, { type: 'integer', minimum: 0 })

const place = createStrictSchema({
  after: eventId
    .optional()
    .describe('The id of the last event that was read, for readers that cannot send `Last-Event-ID`.'),
})

/** Sends the events of an account as they happen. */
export const streamRoute: ControlRoute = {
  method: 'GET',
  path: '/accounts/{account}/stream',
  query: place,
  run: ({ feeds, param, query, header }) => {
    const { after = readLastEventId(header('last-event-id')) } = parseBySchema(place, {
      after: query('after'),
    })
    const feed = feeds.findFeed(param('account'))
    return { status: 200, body: new EventStream((outgoing) => void feed.addReader(outgoing, after)) }
  },
}

/** Returns the id in a `Last-Event-ID` header; undefined if there is no header, and 0 if its text is no event id. */
function readLastEventId(header: string | undefined): number | undefined {
  if (header === undefined || header === '') return undefined
  return /^\d{1,16}$/.test(header) ? Number(header) : 0
}
