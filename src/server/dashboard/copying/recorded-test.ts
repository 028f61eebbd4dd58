import type { Context } from '../../../simulator/accounts/context.ts'
import type { LoggedRequest } from '../../../simulator/requests/request-log.ts'
import { toTimestamp } from '../../../simulator/time/timestamp.ts'
import type { ControlChange } from '../../../simulator/watching/control-log.ts'
import { firstKeyId } from '../service/keys-to-send.ts'
import { type CopiedTest, planSteps, type RecordedCall } from './steps.ts'

/** More requests make a test that nobody reads. */
export const maxCopied = 50

/** Returns the latest requests of an account, with the control changes around them, as a test. */
export function recordedTest(context: Context, count: number): CopiedTest {
  const entries = [...context.requestLog.newest(count)].reverse()
  const known = new Set(entries.map(({ id }) => id))
  const changes = context.controlLog.list()
  const calls = changes.filter(({ afterRequest }) => !known.has(afterRequest ?? '')).map(controlCall)
  let leftOut = 0
  for (const entry of entries) {
    const call = serviceCall(context, entry)
    if (call === undefined) leftOut += 1
    else calls.push(call)
    calls.push(...changes.filter(({ afterRequest }) => afterRequest === entry.id).map(controlCall))
  }
  const startMs = calls[0]?.atMs ?? context.clock.now()
  return { seed: context.seed, startsAt: toTimestamp(startMs), steps: planSteps(calls), leftOut }
}

function controlCall({ atMs, method, path, body, status, response }: ControlChange): RecordedCall {
  const text = body === undefined ? null : JSON.stringify(body)
  const contentType = 'application/json'
  return { to: 'control', atMs, method, path, key: 'none', body: text, contentType, status, response }
}

/** Returns a request as a call; undefined if its key is unknown to a test, or no shell line can hold its body. */
function serviceCall(context: Context, entry: LoggedRequest): RecordedCall | undefined {
  const { atMs, method, path, requestBody: body, responseBody, lost, requestHeaders } = entry
  const key = keyOf(context, entry)
  if (key === undefined || body?.includes('\0') || body?.endsWith(' characters in all)')) return undefined
  const contentType = headerOf(requestHeaders, 'content-type') ?? 'application/json'
  const status = lost === null ? entry.status : null
  const response = jsonIn(responseBody)
  return { to: 'service', atMs, method, path, key, body, contentType, status, response }
}

function keyOf(context: Context, { keyId, requestHeaders }: LoggedRequest): RecordedCall['key'] | undefined {
  if (keyId === null) return headerOf(requestHeaders, 'authorization') === undefined ? 'none' : undefined
  return (['test', 'live'] as const).find((environment) => firstKeyId(context, environment) === keyId)
}

function headerOf(headers: readonly string[], wanted: string): string | undefined {
  const at = headers.findIndex((name, index) => index % 2 === 0 && name.toLowerCase() === wanted)
  return at === -1 ? undefined : headers[at + 1]
}

function jsonIn(text: string | null): unknown {
  try {
    return text === null ? undefined : JSON.parse(text)
  } catch {
    return undefined
  }
}
