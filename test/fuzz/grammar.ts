import type { Seeded } from '../support/seeded.ts'
import type { Call } from './call.ts'
import { calls } from './calls.ts'
import { drawId, type Pool } from './pool.ts'
import { type FuzzRequest, type Header, noBody } from './request.ts'

/** A request as the documents describe it. */
export interface DrawnRequest {
  readonly call: Call
  readonly request: FuzzRequest
}

/** Draws a call and writes its request as a client that follows the documents. */
export function drawRequest(pool: Pool, draw: Seeded): DrawnRequest {
  const call = drawCall(draw)
  const value = call.body?.(pool, draw)
  const isControl = call.surface === 'control'
  const path = call.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    name === 'account'
      ? pool.account
      : name === 'spare'
        ? pool.spare.account
        : encodeURIComponent(drawIdForPart(name, { pool, draw, call })),
  )
  const query = call.query === undefined || draw.chance(0.5) ? '' : `?${call.query(draw)}`
  const key: readonly Header[] = isControl
    ? []
    : [['Authorization', `Bearer ${draw.pick(listUsableKeys(pool))}`]]
  return {
    call,
    request: {
      method: call.method,
      target: path + query,
      headers: [
        ['Host', '127.0.0.1'],
        ...key,
        ...(value === undefined ? [] : [['Content-Type', 'application/json'] as const]),
      ],
      body: value === undefined ? noBody : { kind: 'json', value },
    },
  }
}

function listUsableKeys({ keys, spare }: Pool): readonly string[] {
  return [keys.test, keys.test, keys.test, keys.live, keys.live, spare.keys.test, spare.keys.live]
}

function drawCall(draw: Seeded): Call {
  let left = draw.next() * calls.reduce((total, { weight }) => total + weight, 0)
  for (const call of calls) {
    left -= call.weight
    if (left < 0) return call
  }
  return draw.pick(calls)
}

/** Draws an id for a part of a path, of the kind of the call's resource. */
function drawIdForPart(
  name: string,
  { pool, draw, call }: { readonly pool: Pool; readonly draw: Seeded; readonly call: Call },
): string {
  if (name === 'number') return draw.pick(['99994123', '*', '..', 'a/b', '99990', '\u{1f4e6}'])
  return drawId(pool, draw, call.idPrefix ?? 'lbl')
}
