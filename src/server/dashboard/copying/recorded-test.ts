import type { Context } from '../../../simulator/accounts/context.ts'
import type { LoggedRequest } from '../../../simulator/requests/request-log.ts'
import { toTimestamp } from '../../../simulator/time/timestamp.ts'
import type { ControlChange } from '../../../simulator/watching/control-log.ts'
import { firstKeyId } from '../service/keys-to-send.ts'
import { type CopiedTest, planTestSteps, type RecordedCall } from './steps.ts'

/** The maximum number of requests in a copied test, so that people can read it. */
export const maxCopiedRequests = 50

/** Returns a test of an account's latest requests, with the control calls that came between them. */
export function recordTest(context: Context, count: number): CopiedTest {
  const entries = [...context.requestLog.newest(count)].reverse()
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

/** Returns a logged request as a call; undefined if a test lacks its key, or if its body was cut or has a null character. */
function toServiceCall(context: Context, entry: LoggedRequest): RecordedCall | undefined {
  const { atMs, method, path, requestBody: body, responseBody, lost, requestHeaders } = entry
  const key = findKeyOfRequest(context, entry)
  if (key === undefined || body?.includes('\0') || body?.endsWith(' characters in all)')) return undefined
  const contentType = findHeader(requestHeaders, 'content-type') ?? 'application/json'
  const status = lost === null ? entry.status : null
  const response = parseJsonOrUndefined(responseBody)
  return { to: 'service', atMs, method, path, key, body, contentType, status, response }
}

function findKeyOfRequest(
  context: Context,
  { keyId, requestHeaders }: LoggedRequest,
): RecordedCall['key'] | undefined {
  if (keyId === null) return findHeader(requestHeaders, 'authorization') === undefined ? 'none' : undefined
  return (['test', 'live'] as const).find((environment) => firstKeyId(context, environment) === keyId)
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
