/**
 * A request whose method, target, headers and body are separate values, so that each can be mutated and shortened. The
 * headers need not fit the body.
 */
export interface FuzzRequest {
  readonly method: string
  /** The text after the method: a path, perhaps with a query. */
  readonly target: string
  readonly headers: readonly Header[]
  readonly body: FuzzBody
}

export type Header = readonly [name: string, value: string]

/** The body of a request: none, a JSON value that is written when it is sent, or bytes. */
export type FuzzBody =
  | { readonly kind: 'none' }
  | { readonly kind: 'json'; readonly value: unknown }
  | { readonly kind: 'bytes'; readonly bytes: Buffer }

export const noBody: FuzzBody = { kind: 'none' }

export function encodeBody(body: FuzzBody): Buffer | undefined {
  if (body.kind === 'none') return undefined
  return body.kind === 'bytes' ? body.bytes : Buffer.from(toJson(body.value))
}

/** Returns the bytes of a request, with the right length. */
export function encodeRequest(request: FuzzRequest): Buffer {
  const bytes = encodeBody(request.body)
  const length: readonly Header[] = bytes === undefined ? [] : [['Content-Length', String(bytes.length)]]
  const lines = [...request.headers, ...length].map(([name, value]) => `${name}: ${value}\r\n`)
  const head = Buffer.from(`${request.method} ${request.target} HTTP/1.1\r\n${lines.join('')}\r\n`, 'latin1')
  return bytes === undefined ? head : Buffer.concat([head, bytes])
}

/** Returns the path of a request without its query and without the segments `.` and `..`. */
export function normalisePath({ target }: FuzzRequest): string {
  const [sent = ''] = target.split('?')
  return URL.canParse(sent, 'http://localhost') ? new URL(sent, 'http://localhost').pathname : sent
}

/** A text that is written into JSON unchanged, such as a number beyond doubles or a repeated name. */
export class RawJson {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

/** Writes a value as JSON, with raw texts unchanged. */
export function toJson(value: unknown): string {
  if (value instanceof RawJson) return value.text
  if (Array.isArray(value)) return `[${value.map(toJson).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  return `{${Object.entries(value)
    .map(([key, each]) => `${JSON.stringify(key)}:${toJson(each)}`)
    .join(',')}}`
}

/** Returns a shell command that sends the request again, with its key. */
export function toShellCommand(request: FuzzRequest, url: string): string {
  const bytes = encodeRequest(request)
  const isPlain = bytes.every((byte) => byte === 13 || byte === 10 || (byte >= 32 && byte < 127))
  const { hostname, port } = new URL(url)
  if (!isPlain || bytes.length > 4_000 || request.headers.some(([name]) => /content-length/i.test(name)))
    return `echo ${bytes.toString('base64')} | base64 -d | nc -q 1 ${hostname} ${port}`
  const body = encodeBody(request.body)
  const words = [
    `curl -s -i --path-as-is -X ${quoteForShell(request.method)}`,
    ...request.headers
      .filter(([name]) => name !== 'Host')
      .map(([name, value]) => `-H ${quoteForShell(`${name}: ${value}`)}`),
    ...(body === undefined ? [] : [`--data-binary ${quoteForShell(body.toString())}`]),
    quoteForShell(`${url}${request.target}`),
  ]
  return words.join(' ')
}

function quoteForShell(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`
}
