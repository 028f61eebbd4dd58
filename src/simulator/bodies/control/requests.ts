import * as z from 'zod'
import {
  type BodyOf,
  body,
  count,
  describeSchema,
  listOf,
  text,
  textOrNull,
  timestamp,
} from '../body-schema.ts'

/** A request to the service and its response, with shortened API keys. */
export type RequestEntry = BodyOf<typeof requestEntry>
export const requestEntry = body(
  {
    id: text('The id of the request, as in the header `X-Request-Id` of its response.'),
    at: timestamp("When the request arrived, by the account's clock."),
    method: text('The HTTP method of the request.'),
    path: text('The path of the request, with its query.'),
    status: describeSchema(z.int(), 'The HTTP status of the response.'),
    error_code: textOrNull('The error code of the response; null if the request succeeded.'),
    request_body: describeSchema(
      z.unknown(),
      'The body of the request: JSON up to 32 levels deep as JSON, anything else as text; null if there was none.',
    ),
    response_body: describeSchema(
      z.unknown(),
      'The body of the response, in the same form as `request_body`.',
    ),
    duration_ms: describeSchema(z.number(), 'How long the request took.', { unit: 'milliseconds' }),
    decided_by: listOf(
      text('A fault or a magic value.'),
      'The faults and magic values that influenced the response.',
    ),
    lost: describeSchema(
      body(
        {
          mode: text('The mode of that fault.'),
          phase: describeSchema(
            z.enum(['before', 'after']),
            'When the fault took effect: `before` the request was carried out, so that it was not, or `after` it was.',
          ),
        },
        'The fault that kept the response from the client.',
      ).nullable(),
      'The fault that kept the response from the client; null if the response was sent.',
    ),
  },
  'A request to the service and its response. API keys in it are cut short.',
  { id: 'RequestEntry' },
)

/** The requests that the simulator refused because of their Host or Origin header. */
export const refusedBody = body(
  {
    count: count('The number of requests that were refused.'),
    refused: listOf(
      body(
        {
          id: text('The id of the request, as in the header `X-Request-Id` of its response.'),
          at: timestamp("When the request arrived, by the default account's clock."),
          method: text('The HTTP method of the request.'),
          path: text('The path of the request.'),
          host: textOrNull('The header `Host` of the request; null if there was none.'),
          origin: textOrNull('The header `Origin` of the request; null if there was none.'),
        },
        'A request that was refused.',
      ),
      'The last 20 refused requests, newest first.',
    ),
  },
  'The requests that were refused because of their host or origin.',
  { id: 'RefusedRequests' },
)
