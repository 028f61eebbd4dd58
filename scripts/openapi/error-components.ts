import provocations from '../../fixtures/simulator/provocations.json' with { type: 'json' }
import { choiceLink } from '../../src/simulator/bodies/body-schema.ts'
import { errorBody } from '../../src/simulator/bodies/error-answers.ts'
import { type AnyErrorCode, errorFact, isErrorCode } from '../../src/simulator/specification/errors.ts'
import { type Models, ref } from './components.ts'
import type { Json } from './json.ts'
import type { Recording } from './recorder.ts'

/** The component of a code's error: `RateExpiredError`. */
export function errorName(code: AnyErrorCode): string {
  const words = code.toLowerCase().split(/[._]/)
  return `${words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')}Error`
}

export function errorModels(codes: Iterable<AnyErrorCode>): Models {
  return Object.fromEntries(
    [...codes].map((code) => {
      const { message, suggestion } = errorFact(code)
      const schema = errorBody(code).meta({
        description: `${message} ${suggestion}`,
        'x-to-meet-it-here': provocations[code],
        ...(!isErrorCode(code) && { 'x-drydock-choice': choiceLink(2) }),
      })
      return [errorName(code), schema]
    }),
  )
}

const overLimitHeaders: Json = {
  'X-RateLimit-Remaining': { $ref: '#/components/headers/XRateLimitRemaining0' },
  'Retry-After': { $ref: '#/components/headers/RetryAfter' },
}

interface ErrorResponses {
  readonly codes: readonly AnyErrorCode[]
  readonly recorded: (code: AnyErrorCode) => Recording
  /** The headers of each answer, by reference. */
  readonly headers: Json
}

/** The responses of an operation's errors by status, each code with an answer that was recorded. */
export function errorResponses({ codes, recorded, headers }: ErrorResponses): Json {
  const statuses = [...new Set(codes.map((code) => errorFact(code).status))].sort((a, b) => a - b)
  return Object.fromEntries(
    statuses.map((status) => {
      const here = codes.filter((code) => errorFact(code).status === status)
      const [first, ...others] = here.map((code) => ref(errorName(code)))
      const error = others.length === 0 ? first : { oneOf: [first, ...others] }
      const examples = Object.fromEntries(
        here.map((code) => [code, { summary: errorFact(code).message, value: recorded(code).answer.body }]),
      )
      return [
        String(status),
        {
          description: here.map((code) => `\`${code}\`: ${errorFact(code).message}`).join(' '),
          headers: {
            ...headers,
            ...(status === 429 && overLimitHeaders),
          },
          content: {
            'application/json': {
              schema: { type: 'object', required: ['error'], properties: { error } },
              examples,
            },
          },
        },
      ]
    }),
  )
}
