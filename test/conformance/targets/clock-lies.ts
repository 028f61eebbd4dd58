import { isObject } from '../../../src/conformance/http/fields.ts'
import type { Alteration } from '../../../src/conformance/proof/mutant.ts'
import { jsonOf, type WireRequest, type WireResponse, withJson } from '../../../src/variations/wire.ts'

/** A control protocol that reports a different move of the clock than it made. */
export interface ClockLie {
  readonly what: string
  readonly open: () => Alteration
}

const accountOf = ({ path }: WireRequest): string => path.split('/')[3] ?? ''
const isAdvance = ({ path }: WireRequest): boolean => path.endsWith('/clock/advance')

function secondsOf(request: WireRequest): number {
  const asked = jsonOf(request)
  return isObject(asked) ? Number(asked['seconds']) : 0
}

/** Returns the response with a time that is later by `bySeconds`. */
function addToReportedTime(
  response: WireResponse,
  { bySeconds }: { readonly bySeconds: number },
): WireResponse {
  const json = jsonOf(response)
  if (!isObject(json) || response.status > 299) return response
  const now = Date.parse(String(json['now'])) + bySeconds * 1_000
  return withJson(response, { ...json, now: new Date(now).toISOString(), fired: json['fired'] ?? [] })
}

const replaceSeconds = (request: WireRequest, seconds: number): WireRequest => withJson(request, { seconds })

/** Moves time by a part of the requested span and reports the whole span; with `admits`, reports the real move. */
const moveClockPartly = (part: number, { admits = false } = {}): Alteration => ({
  controlRequest: (request) =>
    isAdvance(request) ? replaceSeconds(request, Math.max(0.001, secondsOf(request) * part)) : undefined,
  controlResponse: (response, request) =>
    isAdvance(request)
      ? addToReportedTime(response, { bySeconds: admits ? 0 : secondsOf(request) * (1 - part) })
      : undefined,
})

/** Reports a time that is ahead of the account's clock, also when the clock is read. */
function reportClockAhead(part: number): Alteration {
  const ahead = new Map<string, number>()
  const lie = moveClockPartly(part)
  return {
    controlRequest: (request) => lie.controlRequest?.(request),
    controlResponse: (response, request) => {
      const account = accountOf(request)
      if (isAdvance(request)) {
        ahead.set(account, (ahead.get(account) ?? 0) + secondsOf(request) * (1 - part))
      }
      const bySeconds = ahead.get(account) ?? 0
      return request.path.includes('/clock') && bySeconds > 0
        ? addToReportedTime(response, { bySeconds })
        : undefined
    },
  }
}

/** Moves time, but runs no due work: no webhook attempt is made and no carrier is polled. */
function skipDueWork(): Alteration {
  const advancing = new Set<string>()
  const accounts = new Map<string, string>()
  const first = new Map<string, WireResponse>()
  return {
    controlRequest: (request) => {
      if (isAdvance(request)) advancing.add(accountOf(request))
      return undefined
    },
    controlResponse: (response, request) => {
      const json = jsonOf(response)
      if (!isObject(json)) return undefined
      accounts.set(String(json['signing_secret']), accountOf(request))
      if (!isAdvance(request)) return undefined
      advancing.delete(accountOf(request))
      return withJson(response, { ...json, fired: [] })
    },
    response: (response, request) => {
      if (request.operation !== 'getTracker' || response.status > 299) return undefined
      const known = first.get(request.path)
      first.set(request.path, known ?? response)
      return known === undefined ? undefined : { ...response, body: known.body }
    },
    webhook: ({ secret }) => (advancing.has(accounts.get(secret) ?? '') ? [] : undefined),
  }
}

export const clockLies = {
  'it does not move the clock, and reports the old time': {
    what: 'unmoved',
    open: () => moveClockPartly(0, { admits: true }),
  },
  'it does not move the clock, but reports the new time': { what: 'unmoved', open: () => moveClockPartly(0) },
  'it does not move the clock, but reports the new time, also at later reads': {
    what: 'unmoved',
    open: () => reportClockAhead(0),
  },
  'it moves the clock by half, but reports the whole move': {
    what: 'half',
    open: () => moveClockPartly(0.5),
  },
  'it moves the clock by half, but reports the whole move, also at later reads': {
    what: 'half',
    open: () => reportClockAhead(0.5),
  },
  'it moves the clock of another account': {
    what: 'other',
    open: () => ({
      controlRequest: (request) =>
        isAdvance(request) ? { ...request, path: '/_drydock/accounts/default/clock/advance' } : undefined,
    }),
  },
  'it moves the clock, but runs no work that was due': { what: 'due', open: skipDueWork },
} as const satisfies Readonly<Record<string, ClockLie>>
