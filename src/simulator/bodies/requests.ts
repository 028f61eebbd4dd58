import * as z from 'zod'
import { type BodyOf, body, count, described, listOf, text, textOrNull, timestamp } from './body-schema.ts'

/** An exchange with the service, keys redacted. */
export type RequestEntry = BodyOf<typeof requestEntry>
export const requestEntry = body(
  {
    id: text('The request id that the answer had.'),
    at: timestamp('When it was asked.'),
    method: text('The method.'),
    path: text('The path, with its query.'),
    status: described(z.int(), 'The status it was answered with.'),
    error_code: textOrNull('The code of the error; null for a success.'),
    request_body: described(
      z.unknown(),
      'What was sent: JSON of at most 32 levels as such, anything else as a text; null where nothing was.',
    ),
    response_body: described(z.unknown(), 'What was answered, in the same way.'),
    duration_ms: described(z.number(), 'How long it took.', { unit: 'milliseconds' }),
    decided_by: listOf(text('One of them.'), 'The faults and magic values that had a say.'),
    lost: described(
      body(
        {
          mode: text('The mode of the fault.'),
          phase: described(
            z.enum(['before', 'after']),
            'Whether the request was carried out: `before` says that it was not.',
          ),
        },
        'The fault that kept the answer from the client.',
      ).nullable(),
      'The fault that kept the answer from the client; null where it came.',
    ),
  },
  'An exchange with the service, its keys cut short.',
)

/** What the host guard turned away. */
export const refusedBody = body(
  {
    count: count('How many requests were turned away.'),
    refused: listOf(
      body(
        {
          id: text('The request id that the answer had.'),
          at: timestamp("When it was asked, by the default account's clock."),
          method: text('The method.'),
          path: text('The path.'),
          host: textOrNull('The header `Host`; null where there was none.'),
          origin: textOrNull('The header `Origin`; null where there was none.'),
        },
        'A request that was turned away.',
      ),
      'The last 20 of them, the newest first.',
    ),
  },
  'What was turned away.',
)
