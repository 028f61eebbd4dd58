import * as z from 'zod'
import { type BodyOf, body, count, describeSchema, listOf, text, timestamp } from '../body-schema.ts'
import { scope } from '../enums.ts'

export const findingSeverities = ['error', 'warning', 'note'] as const

/** The items of one kind, such as error codes, that the clients of an account have met, and those they have not. */
export type CoverageBody = BodyOf<typeof coverageBody>
export const coverageBody = body(
  {
    met: listOf(
      body(
        {
          id: text('The name of the operation, error code, status, outcome or situation.'),
          count: count('How often the clients have met it.'),
        },
        'An operation, error code, status, outcome or situation that the clients have met.',
      ),
      'All operations, error codes or other items of this kind that the clients have met.',
    ),
    missed: listOf(
      body(
        {
          id: text('The name of the operation, error code, status, outcome or situation.'),
          how: text('How a client can meet it: commands, calls and values, each in backticks.'),
        },
        'An operation, error code, status, outcome or situation that no client has met.',
      ),
      'All operations, error codes or other items of this kind that no client has met.',
    ),
  },
  'The operations, error codes, statuses, outcomes or situations that the clients have met, and those they have not.',
  { id: 'Coverage' },
)

/** A mistake of a client, with advice and the requests that show it. */
export type FindingBody = BodyOf<typeof findingBody>
export const findingBody = body(
  {
    id: text('The name of the finding. It never changes.'),
    severity: describeSchema(z.enum(findingSeverities), 'How bad the mistake is.'),
    title: text('What the client did.'),
    advice: text('What to change in the client.'),
    count: count('How often it occurred.'),
    requests: listOf(
      z.string(),
      'The ids of the latest requests that show the mistake, at most 20, oldest first. Empty if only webhook deliveries show it.',
    ),
    details: listOf(
      z.string(),
      'At most 10 sentences that say what exactly is wrong, each once. Empty if the title says enough.',
    ),
  },
  'A mistake of a client.',
  { id: 'Finding' },
)

const keyUse = body(
  {
    key: text('The key, without its secret part.'),
    granted: listOf(scope, 'The scopes of the key.'),
    used: listOf(scope, 'The scopes that its successful requests needed.'),
    refused: listOf(scope, 'The scopes that the key lacks, and for which its requests were refused.'),
  },
  'The scopes of one key, for each key with which requests came.',
)

/** The review of an account, as the control protocol shows it. */
export type ReviewBody = BodyOf<typeof reviewBody>
export const reviewBody = body(
  {
    since: timestamp('When the review began.'),
    requests: count('The number of requests to the service since the review began.'),
    coverage: body(
      {
        operations: describeSchema(coverageBody, 'The operations that succeeded.'),
        error_codes: describeSchema(coverageBody, 'The error codes that clients received.'),
        tracking_statuses: describeSchema(coverageBody, 'The statuses of the trackers that clients read.'),
        webhook_outcomes: describeSchema(coverageBody, 'The ways in which webhook deliveries ended.'),
        situations: describeSchema(coverageBody, 'Situations that clients should be tested in.'),
      },
      'The items that the clients have met and have not met, by kind.',
    ),
    scopes: listOf(keyUse, 'The keys that requests came with.'),
    findings: listOf(findingBody, 'The mistakes of the clients, the worst first.'),
  },
  'A review of the clients of an account.',
  { id: 'Review' },
)
