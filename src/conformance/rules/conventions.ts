import type { Answer } from '../answer.ts'
import { expectThat, isSuccess } from '../expect.ts'
import { isObject, readTimestamp } from '../fields.ts'
import type { InvariantRule, Rule } from '../rule.ts'
import { active } from './active.ts'

type Named = readonly [name: string, value: unknown]

/** Every field of a document, however deep, by its name. */
function* fieldsIn(value: unknown): Generator<Named> {
  const left: unknown[] = [value]
  while (left.length > 0) {
    const next = left.pop()
    if (Array.isArray(next)) left.push(...next.slice(0, 500))
    else if (isObject(next)) {
      for (const entry of Object.entries(next)) {
        yield entry
        left.push(entry[1])
      }
    }
  }
}

/** A rule about every field whose name says what it is. */
function everyField(
  facts: Pick<InvariantRule, 'id' | 'title' | 'judges'>,
  {
    isIts,
    holds,
    expected,
  }: {
    readonly isIts: (name: string) => boolean
    readonly holds: (value: unknown) => boolean
    readonly expected: string
  },
): InvariantRule {
  return {
    kind: 'invariant',
    section: 'Conventions',
    endpoint: null,
    basis: 'sentence',
    ...facts,
    open: () => (answer) => {
      if (answer.operation === null) return 'ignored'
      let found = false
      for (const [name, value] of fieldsIn(answer.json)) {
        // A field without a value says nothing.
        if (!isIts(name) || value === null) continue
        found = true
        expectThat(holds(value), { expected: `${name} to be ${expected}`, actual: value, answer })
      }
      return found ? 'judged' : 'ignored'
    },
  }
}

const hasBody = (answer: Answer): boolean => answer.operation !== null && answer.body.length > 0

export const conventionRules: readonly Rule[] = [
  {
    kind: 'invariant',
    id: 'CONV-001',
    title: 'Every body that an endpoint answers with is JSON.',
    section: 'Conventions',
    endpoint: null,
    basis: 'sentence',
    judges: 'Every answer of the thirteen endpoints that has a body.',
    open: () => (answer) => {
      if (!hasBody(answer)) return 'ignored'
      expectThat(answer.json !== undefined, { expected: 'JSON', actual: answer.text.slice(0, 120), answer })
      return 'judged'
    },
  },
  {
    kind: 'invariant',
    id: 'CONV-002',
    title: 'Every body that an endpoint answers with is declared as JSON.',
    section: 'Endpoints',
    endpoint: null,
    basis: 'derived',
    judges: 'The Content-Type of every answer of the thirteen endpoints that has a body.',
    open: () => (answer) => {
      if (!hasBody(answer)) return 'ignored'
      const type = answer.headers['content-type'] ?? 'none'
      expectThat(/^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i.test(type), {
        expected: 'a Content-Type of JSON',
        actual: type,
        answer,
      })
      return 'judged'
    },
  },
  everyField(
    {
      id: 'CONV-003',
      title: 'Every amount of money is a whole number of cents.',
      judges: 'Every field whose name ends in _cents, in any answer.',
    },
    {
      isIts: (name) => name.endsWith('_cents'),
      holds: (value) => Number.isSafeInteger(value),
      expected: 'a whole number',
    },
  ),
  everyField(
    {
      id: 'CONV-004',
      title: 'Every timestamp is an ISO 8601 text.',
      judges: 'Every field named timestamp, or whose name ends in _at, in any answer.',
    },
    {
      isIts: (name) => name === 'timestamp' || name.endsWith('_at'),
      holds: (value) => readTimestamp(value) !== undefined,
      expected: 'an ISO 8601 timestamp',
    },
  ),
  active({
    id: 'VER-001',
    title: 'The version stands in the path: without /v1 there is no wallet.',
    section: 'Versioning',
    endpoint: null,
    sends: 'GET /v1/wallet, then GET /wallet.',
    requests: { getWallet: 1, other: 1 },
    run: async (t) => {
      await t.setup.works('The wallet', t.call('getWallet'))
      const answer = await t.send({ method: 'GET', path: '/wallet', key: 'test' })
      expectThat(!(isSuccess(answer) && isObject(answer.json)), {
        expected: 'no wallet outside /v1',
        actual: `${answer.status}`,
        answer,
      })
    },
  }),
  active({
    id: 'VER-002',
    title: 'There is no second version: under /v2 there is no wallet.',
    section: 'Versioning',
    endpoint: null,
    sends: 'GET /v1/wallet, then GET /v2/wallet.',
    requests: { getWallet: 1, other: 1 },
    run: async (t) => {
      await t.setup.works('The wallet', t.call('getWallet'))
      const answer = await t.send({ method: 'GET', path: '/v2/wallet', key: 'test' })
      expectThat(!(isSuccess(answer) && isObject(answer.json)), {
        expected: 'no wallet under /v2',
        actual: `${answer.status}`,
        answer,
      })
    },
  }),
]
