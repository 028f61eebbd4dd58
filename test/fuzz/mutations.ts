import type { Seeded } from '../support/seeded.ts'
import { drawOddText, drawOddValue } from './odd-values.ts'
import { encodeBody, type FuzzRequest, type Header } from './request.ts'

/** One way to mutate a request. */
type Mutation = (request: FuzzRequest, draw: Seeded) => FuzzRequest

/**
 * Mutates a request in one to three ways. Its stated length stays right; `raw-shapes.ts` draws requests with wrong
 * lengths.
 */
export function mutateRequest(request: FuzzRequest, draw: Seeded): FuzzRequest {
  let mutated = request
  for (let times = draw.pick([1, 1, 1, 2, 3]); times > 0; times -= 1) {
    const mutation =
      request.body.kind === 'none' || draw.chance(0.3)
        ? draw.pick(requestMutations)
        : draw.pick(bodyMutations)
    mutated = mutation(mutated, draw)
  }
  return mutated
}

const bodyMutations: readonly Mutation[] = [
  changeValue,
  changeValue,
  changeValue,
  changeValue,
  (request, draw) => ({ ...request, body: { kind: 'json', value: drawOddValue(draw) } }),
  (request, draw) => ({ ...request, body: { kind: 'bytes', bytes: mutateBodyBytes(request, draw) } }),
  (request) => ({ ...request, body: { kind: 'bytes', bytes: Buffer.alloc(0) } }),
]

const requestMutations: readonly Mutation[] = [
  (request, draw) => ({
    ...request,
    method: draw.pick(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'PROPFIND', 'M-SEARCH']),
  }),
  mutatePath,
  mutatePath,
  (request, draw) => ({
    ...request,
    target: `${request.target}${request.target.includes('?') ? '&' : '?'}${drawOddHeaderName(draw)}=${drawOddHeaderName(draw)}`,
  }),
  mutateHeader,
  mutateHeader,
  (request, draw) => ({ ...request, headers: [...request.headers, drawHeader(draw)] }),
  (request, draw) => ({
    ...request,
    headers: request.headers.filter((_, at) => at === 0 || draw.chance(0.6)),
  }),
]

/** Changes, adds or removes one value at any depth. */
function changeValue(request: FuzzRequest, draw: Seeded): FuzzRequest {
  if (request.body.kind !== 'json') return request
  return { ...request, body: { kind: 'json', value: changeNestedValue(request.body.value, draw) } }
}

function changeNestedValue(value: unknown, draw: Seeded): unknown {
  if (typeof value !== 'object' || value === null || draw.chance(0.08)) return drawOddValue(draw)
  if (Array.isArray(value)) {
    if (value.length === 0 || draw.chance(0.2)) return [...value, drawOddValue(draw)]
    const at = draw.between(0, value.length - 1)
    return value.map((each: unknown, index) => (index === at ? changeNestedValue(each, draw) : each))
  }
  const entries = Object.entries(value)
  if (entries.length === 0 || draw.chance(0.1))
    return Object.fromEntries([...entries, [drawOddHeaderName(draw), drawOddValue(draw)]])
  const at = draw.between(0, entries.length - 1)
  if (draw.chance(0.15)) return Object.fromEntries(entries.filter((_, index) => index !== at))
  return Object.fromEntries(
    entries.map(([key, each], index): [string, unknown] => [
      key,
      index === at ? changeNestedValue(each, draw) : each,
    ]),
  )
}

function mutateBodyBytes(request: FuzzRequest, draw: Seeded): Buffer {
  const bytes = Buffer.from(encodeBody(request.body) ?? Buffer.alloc(0))
  if (bytes.length === 0) return Buffer.from([0xff])
  const at = draw.between(0, bytes.length - 1)
  const how = draw.between(0, 3)
  if (how === 0) return bytes.subarray(0, at)
  if (how === 1)
    return Buffer.concat([bytes.subarray(0, at), Buffer.from([draw.between(0, 255)]), bytes.subarray(at)])
  bytes[at] = how === 2 ? draw.between(0, 255) : 0xff
  return bytes
}

function mutatePath(request: FuzzRequest, draw: Seeded): FuzzRequest {
  const [path = '', query] = request.target.split('?')
  const parts = path.split('/')
  const at = draw.between(1, parts.length - 1)
  const changed = draw.pick<readonly string[]>([
    parts.map((part, index) =>
      index === at ? encodeURIComponent(Buffer.from(drawOddText(draw)).toString()) : part,
    ),
    parts.map((part, index) => (index === at ? drawOddHeaderName(draw) : part)),
    [...parts.slice(0, at), '', ...parts.slice(at)],
    [...parts, ''],
    [...parts.slice(0, at), draw.pick(['..', '.', '%2e%2e', '..%2f', '%00', '%', '%ff']), ...parts.slice(at)],
    parts.slice(0, at),
    parts.map((part, index) => (index === at ? part.toUpperCase() : part)),
  ])
  return { ...request, target: changed.join('/') + (query === undefined ? '' : `?${query}`) || '/' }
}

function mutateHeader(request: FuzzRequest, draw: Seeded): FuzzRequest {
  const at = draw.between(0, request.headers.length - 1)
  const headers = request.headers.flatMap((header, index): Header[] => {
    if (index !== at) return [header]
    const [name, value] = header
    return draw.pick<Header[]>([
      [],
      [header, header],
      [[name, drawOddHeaderValue(draw)]],
      [[name.toUpperCase(), ` ${value} `]],
      [[name, value.slice(0, draw.between(0, value.length))]],
      [[name, value.toUpperCase()]],
    ])
  })
  return { ...request, headers }
}

function drawHeader(draw: Seeded): Header {
  const name = draw.pick([
    '__proto__',
    'constructor',
    'Accept',
    'Accept-Encoding',
    'Content-Encoding',
    'Cookie',
    'If-None-Match',
    'Origin',
    'Range',
    'X-Forwarded-Host',
    'X-Forwarded-For',
    'X-HTTP-Method-Override',
    'X-Request-Id',
    'X-RateLimit-Limit',
  ])
  return [name, drawOddHeaderValue(draw)]
}

const headerValues = [
  '',
  '*',
  'Bearer',
  'Bearer ',
  'Basic dXNlcjpwYXNz',
  'Bearer pr_test_00000000000000000000000000000000',
  'gzip, deflate, br',
  'application/json; charset=utf-16',
  'multipart/form-data; boundary=x',
  'http://evil.test',
  'null',
  'localhost, evil.test',
  '127.0.0.1:99999',
  '[::1]',
  'bytes=0-0',
  '\u00ff\u0080',
  'x'.repeat(8_000),
]

function drawOddHeaderValue(draw: Seeded): string {
  return draw.pick(headerValues)
}

function drawOddHeaderName(draw: Seeded): string {
  return draw.pick([
    '__proto__',
    'constructor',
    'toString',
    'hasOwnProperty',
    'length',
    'id',
    '*',
    '0',
    '-1',
    'x',
  ])
}
