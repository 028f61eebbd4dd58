import type { Answer } from '../../http/answer.ts'
import { checkOtherRule, expectHeader, expectNumberHeader, expectThat } from '../../http/expect.ts'
import type { InvariantRule, Rule } from '../../rule.ts'
import { makeResponseRule, type StatedFacts } from '../support/active.ts'
import { buyAndDownloadLabel, downloadPathOf } from '../support/downloads.ts'
import { unknownIds } from '../support/requests.ts'
import { rule } from '../support/rules-on.ts'

/** A header that every response must have, and a function that checks it. */
interface RequiredHeader extends Pick<StatedFacts<InvariantRule>, 'id' | 'title' | 'judges'> {
  /** Throws RuleBroken if the header is missing or wrong. */
  readonly judge: (answer: Answer) => void
}

/** Creates a rule about a header of every response of the thirteen endpoints. */
function makeHeaderRule({ judge, ...facts }: RequiredHeader): InvariantRule {
  return makeResponseRule({
    about: 'Every response of the thirteen endpoints, success or error.',
    ...facts,
    createCheck: () => (answer) => {
      if (answer.operation === null) return 'ignored'
      judge(answer)
      return 'judged'
    },
  })
}

const requiredHeaders: readonly RequiredHeader[] = [
  {
    id: 'HEAD-001',
    judges: ['LIMITS-21', 'ENDPOINTS-3'],
    title: 'Every response has the limit of its endpoint in X-RateLimit-Limit.',
    judge: (answer) => {
      expectThat(expectNumberHeader(answer, 'X-RateLimit-Limit') > 0, {
        expected: 'a limit above 0 in X-RateLimit-Limit',
        actual: 'X-RateLimit-Limit 0',
        answer,
      })
    },
  },
  {
    id: 'HEAD-002',
    judges: ['LIMITS-22', 'ENDPOINTS-3'],
    title: 'Every response has the number of remaining requests in X-RateLimit-Remaining.',
    judge: (answer) => {
      expectNumberHeader(answer, 'X-RateLimit-Remaining')
    },
  },
  {
    id: 'HEAD-003',
    judges: ['LIMITS-23', 'ENDPOINTS-3'],
    title: 'Every response has the time when its rate limit resets in X-RateLimit-Reset, in Unix seconds.',
    judge: (answer) => {
      const reset = expectNumberHeader(answer, 'X-RateLimit-Reset')
      // Accepts a time between 2001 and 5138 in seconds, which excludes durations and milliseconds.
      expectThat(reset > 1e9 && reset < 1e11, {
        expected: 'Unix seconds in X-RateLimit-Reset',
        actual: `X-RateLimit-Reset ${reset}`,
        answer,
        cause: { kind: 'wrong-header', header: 'X-RateLimit-Reset' },
      })
    },
  },
  {
    id: 'HEAD-004',
    judges: ['LIMITS-25', 'ENDPOINTS-4'],
    title: 'Every response has an X-Request-Id.',
    judge: (answer) => {
      expectHeader(answer, 'X-Request-Id')
    },
  },
  {
    id: 'HEAD-005',
    judges: ['LIMITS-22'],
    title: 'No response reports more remaining requests than its limit.',
    judge: (answer) => {
      const limit = expectNumberHeader(answer, 'X-RateLimit-Limit')
      const left = expectNumberHeader(answer, 'X-RateLimit-Remaining')
      expectThat(left <= limit, {
        expected: `at most ${limit} in X-RateLimit-Remaining, as X-RateLimit-Limit says`,
        actual: `X-RateLimit-Remaining ${left}`,
        answer,
      })
    },
  },
]

/** Checks that a response has all headers that every response must have. Throws RuleBroken. */
export function expectRequiredHeaders(answer: Answer): void {
  for (const header of requiredHeaders) checkOtherRule(header, () => header.judge(answer))
}

const endpoint = 'GET /v1/labels/{id}/download'

export const headerRules: readonly Rule[] = [
  ...requiredHeaders.map(makeHeaderRule),
  makeResponseRule({
    id: 'HEAD-006',
    judges: ['LIMITS-26'],
    title: 'No two responses have the same X-Request-Id.',
    about: 'Every response of the thirteen endpoints with an X-Request-Id, over the whole run.',
    createCheck: () => {
      const seen = new Set<string>()
      return (answer) => {
        const id = answer.headers['x-request-id']
        if (answer.operation === null || id === undefined) return 'ignored'
        expectThat(!seen.has(id), {
          expected: 'an X-Request-Id that no earlier response had',
          actual: `X-Request-Id ${id} a second time`,
          answer,
        })
        seen.add(id)
        return 'judged'
      }
    },
  }),
  rule(
    'HEAD-008',
    'The service creates the X-Request-Id: two requests that send the same get different ones.',
  )
    .on('getWallet')
    .judges('LIMITS-26')
    .by(async (t) => {
      const ask = () => t.call('getWallet', { headers: { 'X-Request-Id': 'req_of_the_client' } })
      const first = expectHeader(await t.setup.works('The wallet', ask()), 'X-Request-Id')
      const answer = await ask()
      const second = expectHeader(answer, 'X-Request-Id')
      expectThat(first !== second, {
        expected: `an X-Request-Id other than ${first} for the second response`,
        actual: `X-Request-Id ${second} for both responses`,
        answer,
      })
    }),
  rule('HEAD-007', 'A download, successful or refused, has rate limit headers and its own X-Request-Id.')
    .with({ endpoint })
    .judges('LIMITS-21', 'ENDPOINTS-3', 'ENDPOINTS-4')
    .by(async (t) => {
      const { answer } = await buyAndDownloadLabel(t)
      expectRequiredHeaders(answer)
      const refusal = await t.send({ method: 'GET', path: downloadPathOf(unknownIds.label), key: 'test' })
      expectRequiredHeaders(refusal)
      const [one, other] = [answer, refusal].map(({ headers }) => headers['x-request-id'])
      expectThat(one !== other, {
        expected: `an X-Request-Id other than ${one}`,
        actual: `X-Request-Id ${other} a second time`,
        answer: refusal,
      })
    }),
]
