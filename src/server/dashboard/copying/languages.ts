import type { Context } from '../../../simulator/accounts/context.ts'
import { refuseField } from '../../../simulator/requests/json-body.ts'
import type { LoggedRequest } from '../../../simulator/requests/request-log.ts'
import { toTimestamp } from '../../../simulator/time/timestamp.ts'
import type { ControlChange } from '../../../simulator/watching/control-log.ts'
import type { Conceal } from '../../service/redact.ts'
import { findFirstKeyId } from '../service/keys-to-send.ts'
import { writePythonTest } from './python-text.ts'
import { writeShellTest } from './shell-text.ts'
import { type CopiedTest, planTestSteps, type RecordedCall } from './steps.ts'
import { writeVitestTest } from './vitest-text.ts'

/** The languages in which a test can be copied, each with its file and the command that runs it. The first is the default. */
export const testLanguages = [
  {
    id: 'vitest',
    name: 'vitest',
    file: 'copied.test.ts',
    command: 'npx vitest run copied.test.ts',
    write: writeVitestTest,
  },
  {
    id: 'python',
    name: 'Python unittest',
    file: 'test_copied.py',
    command: 'npx drydock exec -- python3 test_copied.py',
    write: writePythonTest,
  },
  {
    id: 'shell',
    name: 'Shell',
    file: 'copied.sh',
    command: 'npx drydock exec -- bash copied.sh',
    write: writeShellTest,
  },
] as const

/**
 * Renders the test that a user can copy, in the language and with the number of requests that a page's query names.
 * Throws VALIDATION.FIELD.INVALID for an unknown language or an invalid number.
 */
export function renderTestToCopy(context: Context, query: URLSearchParams, conceal: Conceal) {
  const id = query.get('language') ?? testLanguages[0].id
  const language =
    testLanguages.find((each) => each.id === id) ??
    refuseField('language', `must be one of ${testLanguages.map((each) => each.id).join(', ')}, not "${id}"`)
  const last = query.get('last') ?? String(maxCopiedRequests)
  if (!/^[1-9]\d?$/.test(last) || Number(last) > maxCopiedRequests)
    refuseField('last', `must be a whole number from 1 to ${maxCopiedRequests}, not "${last}"`)
  const test = createTestFromLog(context, Number(last))
  return { language, last, test, code: conceal(language.write(test)) }
}

/** The maximum number of requests in a copied test, so that people can read it. */
const maxCopiedRequests = 50

/** Returns a test that repeats an account's latest requests and the control calls between them. */
function createTestFromLog(context: Context, count: number): CopiedTest {
  const entries = [...context.requestLog.iterateNewest(count)].reverse()
  const known = new Set(entries.map(({ id }) => id))
  const changes = context.controlLog.list()
  const calls = changes.filter(({ afterRequest }) => !known.has(afterRequest ?? '')).map(toControlCall)
  let leftOut = 0
  for (const entry of entries) {
    const call = toServiceCall(context, entry)
    if (call === undefined) leftOut += 1
    else calls.push(call)
    calls.push(...changes.filter(({ afterRequest }) => afterRequest === entry.id).map(toControlCall))
  }
  const startMs = calls[0]?.atMs ?? context.clock.now()
  return { seed: context.seed, startsAt: toTimestamp(startMs), steps: planTestSteps(calls), leftOut }
}

function toControlCall({ atMs, method, path, body, status, response }: ControlChange): RecordedCall {
  const text = body === undefined ? null : JSON.stringify(body)
  const contentType = 'application/json'
  return { to: 'control', atMs, method, path, key: 'none', body: text, contentType, status, response }
}

/**
 * Returns a logged request as a call. Returns undefined if a test could not repeat the request: its key is none of the
 * account's first keys, or its body was cut or has a null character.
 */
function toServiceCall(context: Context, entry: LoggedRequest): RecordedCall | undefined {
  const { atMs, method, path, requestBody: body, responseBody, lost, requestHeaders } = entry
  const key = findKeyOfRequest(context, entry)
  if (key === undefined || body?.includes('\0') || body?.endsWith(' characters in all)')) return undefined
  const contentType = findHeader(requestHeaders, 'content-type') ?? 'application/json'
  const status = lost === null ? entry.status : null
  const response = parseJsonOrUndefined(responseBody)
  return { to: 'service', atMs, method, path, key, body, contentType, status, response }
}

function findKeyOfRequest(context: Context, { keyId, requestHeaders }: LoggedRequest) {
  const hasKey = findHeader(requestHeaders, 'authorization') !== undefined
  if (keyId === null) return hasKey ? undefined : 'none'
  return (['test', 'live'] as const).find((environment) => findFirstKeyId(context, environment) === keyId)
}

function findHeader(headers: readonly string[], wanted: string): string | undefined {
  const at = headers.findIndex((name, index) => index % 2 === 0 && name.toLowerCase() === wanted)
  return at === -1 ? undefined : headers[at + 1]
}

function parseJsonOrUndefined(text: string | null): unknown {
  try {
    return text === null ? undefined : JSON.parse(text)
  } catch {
    return undefined
  }
}
