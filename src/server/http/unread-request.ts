import type { Socket } from 'node:net'
import type { RequestHead } from '../service/exchange.ts'

/** Node's error for bytes that are not a request. */
export interface UnreadableRequest extends NodeJS.ErrnoException {
  /** The bytes that Node's parser got; absent if the client took too long. */
  readonly rawPacket?: Buffer
  /** The position in the bytes at which Node's parser failed. */
  readonly bytesParsed?: number
}

const blockEnd = '\r\n\r\n'
const requestLine = /^([A-Za-z-]+) (\S+) HTTP\/1\.[01]\r\n/
/** Matches a request line that is too long: the path ends where the query begins. */
const longRequestLine = /^([A-Za-z-]+) ([^\s?]+)\?/

/**
 * Returns the readable parts of an unreadable request: its request line and the headers around the mistake. Undefined
 * if the bytes at hand do not begin with a request line.
 */
export function readRequestHead(
  { rawPacket, bytesParsed = 0 }: UnreadableRequest,
  socket: Socket,
): RequestHead | undefined {
  const text = rawPacket?.toString('latin1') ?? ''
  // The packet may contain earlier complete requests: the one that failed begins after the last of them.
  const before = text.lastIndexOf(blockEnd, Math.max(0, bytesParsed - blockEnd.length))
  const [block = ''] = text.slice(before === -1 ? 0 : before + blockEnd.length).split(blockEnd)
  const [line = '', method = '', target = ''] =
    requestLine.exec(`${block}\r\n`) ?? longRequestLine.exec(block) ?? []
  if (line === '') return undefined
  const rawHeaders = block
    .slice(line.length)
    .split('\r\n')
    .flatMap((each) => {
      const colon = each.indexOf(':')
      return colon < 1 ? [] : [each.slice(0, colon), each.slice(colon + 1).trim()]
    })
  const at = rawHeaders.findIndex((name, index) => index % 2 === 0 && name.toLowerCase() === 'authorization')
  return {
    req: { method, path: readPath(target) },
    env: {
      incoming: {
        url: target,
        headers: { authorization: at === -1 ? undefined : rawHeaders[at + 1] },
        rawHeaders,
        socket,
      },
    },
  }
}

/** Returns the path of a request target, which may be a whole URL, without its query. */
export function readPath(target: string): string {
  const [path = ''] = target.replace(/^https?:\/\/[^/?]*/i, '').split('?', 1)
  return path
}
