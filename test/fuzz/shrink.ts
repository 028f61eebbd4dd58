import { type FuzzBody, type FuzzRequest, noBody, RawJson } from './request.ts'

const maxTries = 400

/** Returns the simplest request that fails in the same way. Drops parts of the request as long as it still fails. */
export async function shrinkRequest(
  request: FuzzRequest,
  stillFails: (simpler: FuzzRequest) => Promise<boolean>,
): Promise<FuzzRequest> {
  let smallest = request
  let tries = 0
  for (let isSmaller = true; isSmaller; ) {
    isSmaller = false
    for (const simpler of listSimplerRequests(smallest)) {
      tries += 1
      if (tries > maxTries) return smallest
      if (!(await stillFails(simpler))) continue
      smallest = simpler
      isSmaller = true
      break
    }
  }
  return smallest
}

function* listSimplerRequests(request: FuzzRequest): Generator<FuzzRequest> {
  const { headers, target } = request
  if (request.body.kind !== 'none') yield { ...request, body: noBody }
  for (const at of headers.keys()) yield { ...request, headers: headers.filter((_, index) => index !== at) }
  if (target.includes('?')) yield { ...request, target: target.slice(0, target.indexOf('?')) }
  for (const [at, [name, value]] of headers.entries())
    if (value.length > 60)
      yield { ...request, headers: headers.with(at, [name, value.slice(0, Math.ceil(value.length / 2))]) }
  for (const body of listSimplerBodies(request.body)) yield { ...request, body }
}

function* listSimplerBodies(body: FuzzBody): Generator<FuzzBody> {
  if (body.kind === 'bytes') {
    const { bytes } = body
    for (let piece = Math.ceil(bytes.length / 2); piece >= 1; piece = Math.floor(piece / 2)) {
      for (let at = 0; at < bytes.length; at += piece)
        yield { kind: 'bytes', bytes: Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + piece)]) }
      if (piece === 1) return
    }
  }
  if (body.kind === 'json') for (const value of listSimplerValues(body.value)) yield { kind: 'json', value }
}

/** Lists simpler values: without a part, or with a simpler part. */
function* listSimplerValues(value: unknown): Generator<unknown> {
  if (typeof value === 'string' && value.length > 1) yield value.slice(0, Math.ceil(value.length / 2))
  if (typeof value !== 'object' || value === null || value instanceof RawJson) return
  if (Array.isArray(value)) {
    if (value.length > 3) yield value.slice(0, Math.ceil(value.length / 2))
    for (const at of value.keys()) yield value.filter((_: unknown, index) => index !== at)
    for (const [at, each] of value.entries())
      for (const simpler of listSimplerValues(each)) yield value.with(at, simpler)
    return
  }
  const entries = Object.entries(value)
  for (const at of entries.keys()) yield Object.fromEntries(entries.filter((_, index) => index !== at))
  for (const [at, [key, each]] of entries.entries())
    for (const simpler of listSimplerValues(each)) yield Object.fromEntries(entries.with(at, [key, simpler]))
}
