import type { Answer } from '../../http/answer.ts'
import { type Cause, endpointOf } from '../../http/cause.ts'
import { expectHeader, expectNoByteOrderMark, expectThat, isSuccess } from '../../http/expect.ts'
import { isObject, readTimestamp } from '../../http/fields.ts'
import { showValue } from '../../http/show.ts'
import type { InvariantRule, Rule } from '../../rule.ts'
import { makeResponseRule, type StatedFacts } from '../support/active.ts'
import { rule } from '../support/rules-on.ts'

type NamedField = readonly [name: string, value: string | number]

/** Returns true if a field contains money or a time, judging by its name. */
const isMoneyOrTimeName = (name: string): boolean =>
  name.endsWith('_cents') || name.endsWith('_at') || name === 'timestamp'

const isRawCarrierField = (name: string): boolean =>
  (name[0] === 'r' || name[0] === 'R') && /^raw/i.test(name)

/** The money and time fields of each document that was read before, as several rules read each document. */
const fieldsByDocument = new WeakMap<object, readonly NamedField[]>()

/**
 * Returns the texts and numbers in the money and time fields of a document. Values in a list have the name of the list. Raw carrier
 * messages are left out, as they need not follow the conventions.
 */
function collectMoneyAndTimeFields(document: unknown): readonly NamedField[] {
  if (typeof document !== 'object' || document === null) return []
  const known = fieldsByDocument.get(document)
  if (known !== undefined) return known
  const collected: NamedField[] = []
  collectFields('', document, collected)
  fieldsByDocument.set(document, collected)
  return collected
}

function collectFields(name: string, value: unknown, collected: NamedField[]): void {
  if (typeof value === 'string' || typeof value === 'number') {
    if (isMoneyOrTimeName(name)) collected.push([name, value])
  } else if (Array.isArray(value)) {
    for (let at = 0; at < value.length && at < 500; at += 1) collectFields(name, value[at], collected)
  } else if (isObject(value)) {
    for (const each of Object.keys(value))
      if (!isRawCarrierField(each)) collectFields(each, value[each], collected)
  }
}

/**
 * Returns the cause of a failure for the report: the path of the field with this name and wrong value. The rule about this
 * field gives the same cause, so the report shows both failures as one.
 */
function findCauseOfWrongField(answer: Answer, name: string, value: unknown): Cause | undefined {
  const left: { readonly place: string; readonly value: unknown }[] = [{ place: '', value: answer.json }]
  for (let next = left.shift(); next !== undefined; next = left.shift()) {
    const { place } = next
    if (next.value === value && place.replaceAll('[]', '').split('.').at(-1) === name) {
      return { kind: 'wrong-field', endpoint: endpointOf(answer), field: place }
    }
    if (Array.isArray(next.value)) {
      left.push(...next.value.slice(0, 500).map((each) => ({ place: `${place}[]`, value: each })))
    } else if (isObject(next.value)) {
      const joinPath = (each: string): string => (place === '' ? each : `${place}.${each}`)
      left.push(
        ...Object.entries(next.value).map(([each, inner]) => ({ place: joinPath(each), value: inner })),
      )
    }
  }
  return undefined
}

/**
 * Returns true if a value looks like an instant: seconds or milliseconds since 1970, a text with a time of day in it,
 * or a date in another form. A time of day alone, such as that of a pickup, is no instant.
 */
function looksLikeInstant(value: string | number): boolean {
  if (typeof value === 'number') return value >= 1_000_000_000
  if (/^\d{2}:\d{2}(?::\d{2})?$/.test(value)) return false
  return /^\d{10,}$|\d:\d{2}|\d[/.]\d{1,2}[/.]\d{4}/.test(value)
}

/**
 * Returns true if a value may say that the sandbox wallet is unlimited. The specification does not define the field
 * or its value (choices 31).
 */
function isUnlimitedSandboxWallet(value: string | number, { operation, request }: Answer): boolean {
  const isOfSandbox = operation === 'getWallet' && request.key?.startsWith('pr_test_') === true
  return isOfSandbox && /unlimited|infinite/i.test(String(value))
}

/** Creates a rule that checks that `holds` is true for each money or time field for which `appliesTo` is true. */
function makeFieldRule(
  facts: Pick<StatedFacts<InvariantRule>, 'id' | 'title' | 'judges' | 'about'>,
  {
    appliesTo,
    holds,
    expected,
  }: {
    readonly appliesTo: (name: string, value: string | number, answer: Answer) => boolean
    readonly holds: (value: string | number) => boolean
    readonly expected: string
  },
): InvariantRule {
  return makeResponseRule({
    ...facts,
    createCheck: () => (answer) => {
      if (answer.operation === null) return 'ignored'
      let found = false
      for (const [name, value] of collectMoneyAndTimeFields(answer.json)) {
        if (!appliesTo(name, value, answer)) continue
        found = true
        // The path of a value is searched only if the value is wrong, to save time.
        if (holds(value)) continue
        expectThat(false, {
          expected: `${name} to be ${expected}`,
          actual: `${name} ${showValue(value)}`,
          answer,
          cause: findCauseOfWrongField(answer, name, value),
        })
      }
      return found ? 'judged' : 'ignored'
    },
  })
}

const hasResponseBody = (answer: Answer): boolean => answer.operation !== null && answer.body.length > 0

export const conventionRules: readonly Rule[] = [
  makeResponseRule({
    id: 'CONV-001',
    judges: ['CONVENTIONS-3'],
    title: 'Every response body of an endpoint is JSON.',
    about: 'Every response of the thirteen endpoints that has a body.',
    createCheck: () => (answer) => {
      if (!hasResponseBody(answer)) return 'ignored'
      expectNoByteOrderMark(answer)
      expectThat(answer.json !== undefined, {
        expected: 'a body of JSON',
        actual: showValue(answer.text.slice(0, 120)),
        answer,
      })
      return 'judged'
    },
  }),
  makeResponseRule({
    id: 'CONV-002',
    judges: ['ENDPOINTS-2', 'CONVENTIONS-3'],
    title: 'Every response body of an endpoint is declared as JSON by its Content-Type.',
    about: 'The Content-Type of every response of the thirteen endpoints that has a body.',
    createCheck: () => (answer) => {
      if (!hasResponseBody(answer)) return 'ignored'
      const type = expectHeader(answer, 'Content-Type')
      expectThat(/^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i.test(type), {
        expected: 'the Content-Type application/json',
        actual: `the Content-Type ${type}`,
        answer,
      })
      return 'judged'
    },
  }),
  makeFieldRule(
    {
      id: 'CONV-003',
      judges: ['CONVENTIONS-4'],
      title: 'Every amount of money is a whole number of cents.',
      about: 'Every field whose name ends in _cents, in any response, except an unlimited sandbox wallet.',
    },
    {
      appliesTo: (name, value, answer) => name.endsWith('_cents') && !isUnlimitedSandboxWallet(value, answer),
      holds: (value) => Number.isSafeInteger(value),
      expected: 'a whole number',
    },
  ),
  makeFieldRule(
    {
      id: 'CONV-004',
      judges: ['CONVENTIONS-6', 'RESOURCES-67'],
      title: 'Every timestamp is an ISO 8601 text.',
      about:
        'Every field named created_at or timestamp, and every other field whose name ends in _at and that holds a time.',
    },
    {
      appliesTo: (name, value) =>
        name === 'timestamp' || name === 'created_at' || (name.endsWith('_at') && looksLikeInstant(value)),
      holds: (value) => readTimestamp(value) !== undefined,
      expected: 'an ISO 8601 timestamp',
    },
  ),
  rule('VER-001', 'The version is in the path: GET /wallet without /v1 does not return the wallet.')
    .judges('VERSIONING-1', 'CONVENTIONS-1')
    .by(async (t) => {
      const wallet = await t.setup.works('The wallet', t.call('getWallet'))
      const isWallet = (answer: Answer): boolean =>
        isSuccess(answer) &&
        describeFieldNames(answer.json).length > 0 &&
        describeFieldNames(answer.json) === describeFieldNames(wallet.json)
      const answer = await t.send({ method: 'GET', path: '/wallet', key: 'test' })
      expectThat(!isWallet(answer), {
        expected: 'no wallet outside /v1',
        actual: `${answer.status} with the wallet`,
        answer,
      })
      // The specification shows only v1, but does not say that no other version exists.
      const second = await t.send({ method: 'GET', path: '/v2/wallet', key: 'test' })
      t.observe('a wallet under /v2', isWallet(second))
    }),
]

/** Returns the names of an object's fields, sorted and joined; an empty text for other values. */
function describeFieldNames(value: unknown): string {
  return isObject(value) ? Object.keys(value).sort().join() : ''
}
