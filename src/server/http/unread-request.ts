import type { Socket } from 'node:net'
import type { RequestHead } from '../service/exchange.ts'

/** Node's error for bytes that it cannot read as a request. */
export interface UnreadableRequest extends NodeJS.ErrnoException {
  /** The bytes with the failing part of the request; absent if the request took too long. */
  readonly rawPacket?: Buffer
  /** The position in the bytes at which Node's parser failed. */
  readonly bytesParsed?: number
}

const blockEnd = '\r\n\r\n'
const requestLine = /^([A-Za-z-]+) (\S+) HTTP\/1\.[01]\r\n/
/** Matches the beginning of an overlong, incomplete request line: its method, and its path up to the query. */
const longRequestLine = /^([A-Za-z-]+) ([^\s?]+)\?/

/**
 * Returns the readable parts of an unreadable request: method, path and headers. Returns undefined if its bytes do not
 * begin with a request line.
 */
export function readRequestHead(
  { rawPacket, bytesParsed = 0 }: UnreadableRequest,
  socket: Socket,
): RequestHead | undefined {
  const text = rawPacket?.toString('latin1') ?? ''
  // The packet may also contain earlier, complete requests. The unreadable request begins after the last of them.
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
