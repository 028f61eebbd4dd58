import { fooledReceivers } from './fooled-receivers.ts'
import {
  classifyBody,
  computePlainHash,
  computeSignature,
  type Mistakes,
  type ReceivedEvent,
  type ReceivedRequest,
  readSignature,
  type WrongReceiver,
} from './receivers.ts'

const computeRightSignature = ({ body }: ReceivedRequest): string => computeSignature(body)
const hourMs = 3_600_000
const isOld = (createdAtMs: number): boolean => Date.now() - createdAtMs > hourMs / 2

/** Returns the ids of a range of cases of the receiver examination. */
function listCaseIds(first: number, last: number = first): readonly string[] {
  return Array.from(
    { length: last - first + 1 },
    (_, index) => `RECV-${String(first + index).padStart(3, '0')}`,
  )
}

/** The cases of the receiver examination with forged deliveries. */
const forged = [
  ...listCaseIds(2, 9),
  ...listCaseIds(64),
  ...listCaseIds(10, 18),
  ...listCaseIds(63),
  ...listCaseIds(56, 58),
]

const checks: readonly WrongReceiver[] = [
  ['checks no signature', () => ({ isGenuine: () => true }), [...forged, 'RECV-046', 'RECV-062']],
  [
    'checks only the form of signatures',
    () => ({ isGenuine: (request) => /^sha256=[0-9a-f]{64}$/.test(readSignature(request)) }),
    [
      ...listCaseIds(2, 3),
      ...listCaseIds(6),
      ...listCaseIds(11),
      ...listCaseIds(14, 15),
      ...listCaseIds(17, 18),
      'RECV-063',
      'RECV-056',
      'RECV-058',
      'RECV-046',
      'RECV-062',
    ],
  ],
  [
    'checks the JSON that it wrote again',
    () => ({
      isGenuine: (request) =>
        classifyBody(request.body) !== 'text' &&
        readSignature(request) === computeSignature(JSON.stringify(JSON.parse(request.body.toString()))),
    }),
    ['RECV-006', 'RECV-027', 'RECV-028', 'RECV-046'],
  ],
  [
    'ignores the letter case of signatures',
    () => ({
      isGenuine: (request) => readSignature(request).toLowerCase() === computeRightSignature(request),
    }),
    ['RECV-009', 'RECV-064', 'RECV-046'],
  ],
  [
    'ignores the letter case of the prefix',
    () => ({
      isGenuine: (request) =>
        readSignature(request).replace(/^sha256=/i, 'sha256=') === computeRightSignature(request),
    }),
    ['RECV-064', 'RECV-046'],
  ],
  [
    'ignores the name of the algorithm',
    () => ({
      isGenuine: (request) =>
        readSignature(request).split('=')[1] === computeRightSignature(request).split('=')[1],
    }),
    ['RECV-007', 'RECV-064', 'RECV-046'],
  ],
  [
    'needs no prefix',
    () => ({
      isGenuine: (request) =>
        readSignature(request).replace('sha256=', '') ===
        computeRightSignature(request).replace('sha256=', ''),
    }),
    ['RECV-008', 'RECV-046'],
  ],
  [
    'compares only as many characters as there are',
    () => ({ isGenuine: (request) => computeRightSignature(request).startsWith(readSignature(request)) }),
    ['RECV-004', 'RECV-005', 'RECV-010', 'RECV-012', 'RECV-057', 'RECV-046'],
  ],
  [
    'compares only the first 60 digits',
    () => ({
      isGenuine: (request) => {
        const given = readSignature(request)
        const right = computeRightSignature(request)
        return given.length === right.length && given.startsWith(right.slice(0, -4))
      },
    }),
    ['RECV-063', 'RECV-046'],
  ],
  [
    'ignores what follows the signature',
    () => ({ isGenuine: (request) => readSignature(request).startsWith(computeRightSignature(request)) }),
    ['RECV-013', 'RECV-046'],
  ],
  [
    'takes the signature from another header, too',
    () => ({
      isGenuine: (request, isRight) =>
        isRight || request.headers['x-pr-signature'] === computeRightSignature(request),
    }),
    ['RECV-010', 'RECV-046'],
  ],
  [
    'accepts a hash without a secret',
    () => ({
      isGenuine: (request, isRight) => isRight || readSignature(request) === computePlainHash(request.body),
    }),
    ['RECV-014', 'RECV-046'],
  ],
  [
    'accepts an empty secret',
    () => ({
      isGenuine: (request, isRight) =>
        isRight || readSignature(request) === computeSignature(request.body, ''),
    }),
    ['RECV-015', 'RECV-046'],
  ],
  [
    'accepts deliveries without a signature',
    () => ({ isGenuine: (request, isRight) => isRight || request.headers['pr-signature'] === undefined }),
    ['RECV-004', 'RECV-010', 'RECV-057', 'RECV-046'],
  ],
  [
    'reads bodies as Latin-1',
    () => ({
      isGenuine: (request) => readSignature(request) === computeSignature(request.body.toString('latin1')),
    }),
    ['RECV-026'],
  ],
  [
    'drops bytes that are not UTF-8',
    () => ({
      isGenuine: (request) =>
        readSignature(request) === computeSignature(request.body.toString().replaceAll('\ufffd', '')),
    }),
    ['RECV-018'],
  ],
  ['refuses with 403', () => ({ refused: { status: 403 } }), forged],
  ['redirects what it refuses', () => ({ refused: { status: 302 } }), [...forged, 'RECV-037']],
  [
    'fails at signatures of another length',
    () => ({
      before: (request) =>
        readSignature(request).length === computeRightSignature(request).length ? undefined : { status: 500 },
    }),
    ['RECV-004', 'RECV-005', 'RECV-007', 'RECV-008', 'RECV-010', 'RECV-012', 'RECV-013', 'RECV-057'],
  ],
  [
    'fails at signatures that are not ASCII',
    () => ({ before: (request) => (/[^ -~]/.test(readSignature(request)) ? { status: 500 } : undefined) }),
    ['RECV-016'],
  ],
]

const events: readonly WrongReceiver[] = [
  [
    'refuses repeated deliveries',
    () => ({ refuse: ({ id }, { seen }) => (seen.has(id) ? 409 : undefined) }),
    listCaseIds(19, 21),
  ],
  [
    'acts on repeated deliveries',
    () => ({ acts: ({ event }) => event === 'label.created' }),
    [...listCaseIds(44, 45), ...listCaseIds(53, 54)],
  ],
  [
    'tells events apart by the last one alone',
    () => makeReceiverRememberNames(({ id }) => id, 1),
    listCaseIds(53),
  ],
  [
    'tells events apart by their time',
    () => makeReceiverRememberNames(({ id, timestamp }) => id + timestamp),
    listCaseIds(54),
  ],
  [
    'tells events apart by their tracking number',
    () => makeReceiverRememberNames(({ trackingNumber }) => trackingNumber),
    listCaseIds(55),
  ],
  [
    'refuses old deliveries',
    () => ({ refuse: ({ createdAtMs }) => (isOld(createdAtMs) ? 400 : undefined) }),
    [...listCaseIds(21, 23), ...listCaseIds(47, 48)],
  ],
  [
    'ignores old deliveries',
    () => ({ acts: ({ createdAtMs }, isRight) => isRight && !isOld(createdAtMs) }),
    listCaseIds(47, 48),
  ],
  [
    'refuses other events',
    () => ({ refuse: ({ event }) => (event === 'label.created' ? undefined : 400) }),
    listCaseIds(25),
  ],
  [
    'acts on every event',
    () => ({ acts: () => true }),
    [...listCaseIds(44, 45), ...listCaseIds(53, 54), ...listCaseIds(50)],
  ],
  ['never acts', () => ({ acts: () => false }), listCaseIds(43)],
]

const requests: readonly WrongReceiver[] = [
  [
    'redirects everything',
    () => ({ before: () => ({ status: 301, headers: { location: '/' } }) }),
    ['RECV-001', 'RECV-037'],
  ],
  ['is nowhere', () => ({ before: () => ({ status: 404 }) }), listCaseIds(1)],
  [
    'refuses fields that it does not know',
    () => ({ before: ({ body }) => (body.includes('carbon_grams') ? { status: 400 } : undefined) }),
    listCaseIds(24),
  ],
  [
    'needs the fields in order',
    () => ({
      before: ({ body }) => (body.toString().startsWith('{"timestamp"') ? { status: 400 } : undefined),
    }),
    listCaseIds(29),
  ],
  [
    'needs a length',
    () => ({
      before: ({ headers }) => (headers['transfer-encoding'] === undefined ? undefined : { status: 411 }),
    }),
    listCaseIds(30),
  ],
  [
    'refuses a charset',
    () => ({
      before: ({ headers }) => (/charset/.test(headers['content-type'] ?? '') ? { status: 415 } : undefined),
    }),
    listCaseIds(32),
  ],
  [
    'compares names of headers exactly',
    () => ({
      before: ({ headerNames }) => (headerNames.includes('pr-signature') ? { status: 401 } : undefined),
    }),
    listCaseIds(33),
  ],
  [
    'compresses its response',
    () => ({ accepted: { status: 200, headers: { 'content-encoding': 'gzip' } } }),
    listCaseIds(34),
  ],
  [
    'is overloaded by concurrent deliveries',
    () => ({ before: ({ inProgress }) => (inProgress > 8 ? { status: 503 } : undefined) }),
    ['RECV-035', 'RECV-049'],
  ],
  ['accepts every method', () => ({ acceptsAll: true }), ['RECV-038', 'RECV-039', 'RECV-051']],
  [
    'fails at a large body',
    () => ({ before: ({ body }) => (body.length > 500_000 ? { status: 500 } : undefined) }),
    listCaseIds(40),
  ],
  [
    'hangs up at a large body',
    () => ({ before: ({ body }) => (body.length > 500_000 ? { status: 0, hangsUp: true } : undefined) }),
    [],
  ],
  ['hangs up instead of 401', () => ({ refused: { status: 0, hangsUp: true } }), forged],
  [
    'fails at a body that is not JSON',
    () => ({
      isGenuine: (_, isRight) => isRight,
      before: (request) =>
        request.body.length > 0 &&
        readSignature(request) === computeRightSignature(request) &&
        classifyBody(request.body) === 'text'
          ? { status: 500 }
          : undefined,
    }),
    listCaseIds(41),
  ],
  [
    'fails at JSON that is no event',
    () => ({ before: ({ body }) => (classifyBody(body) === 'json' ? { status: 500 } : undefined) }),
    listCaseIds(42),
  ],
  ['breaks at GET with a body', makeReceiverBreak, [...listCaseIds(40, 42), ...listCaseIds(52)]],
]

/** Makes a receiver that takes events with the same `nameOf(event)` as repeated. It remembers only the last `room` names. */
function makeReceiverRememberNames(
  nameOf: (event: ReceivedEvent) => string,
  room = Number.POSITIVE_INFINITY,
): Mistakes {
  const known: string[] = []
  return {
    acts: (event) => {
      const name = nameOf(event)
      if (event.event !== 'label.created' || known.includes(name)) return false
      known.push(name)
      if (known.length > room) known.shift()
      return true
    },
  }
}

/** Makes a receiver that responds with an error to every request after its first GET with a body. */
function makeReceiverBreak(): Mistakes {
  let isBroken = false
  return {
    before: ({ method, body }) => {
      isBroken ||= method === 'GET' && body.length > 0
      return isBroken ? { status: 503 } : undefined
    },
  }
}

export const wrongReceivers: readonly WrongReceiver[] = [
  ...checks,
  ...fooledReceivers,
  ...events,
  ...requests,
]

/** Receivers that fail a case because of their timing, each with the case. Tests with them wait in real time, so they are in examination.test.ts. */
export const timedReceivers: readonly (readonly [what: string, fails: string])[] = [
  ['does not wait for a slow body', 'RECV-031'],
  ['responds late, though in time', 'RECV-036'],
]
