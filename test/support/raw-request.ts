import { connect } from 'node:net'

/** The HTTP responses that came back over a socket. */
export interface RawResponse {
  /** The status of the first response; 0 if no response came. */
  readonly status: number
  readonly text: string
}

/**
 * Sends any bytes and reads until the server closes the connection. The request must demand that with `Connection:
 * close`.
 */
export async function sendRaw(url: string, request: string): Promise<RawResponse> {
  const [answer = noResponse] = await sendManyRaw(url, [request])
  return answer
}

/** Sends bytes, ends the sending half of the connection, and reads until the server closes. */
export async function sendAndEnd(url: string, request: string): Promise<RawResponse> {
  const [answer = noResponse] = await sendManyRaw(url, [request], { end: true })
  return answer
}

const noResponse: RawResponse = { status: 0, text: '' }

/** Sends many requests over one connection. The last request must demand that the server closes the connection. */
export function sendManyRaw(
  url: string,
  requests: readonly string[],
  { end = false } = {},
): Promise<readonly RawResponse[]> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve) => {
    const chunks: Buffer[] = []
    const socket = connect(Number(port), hostname, () => {
      if (end) socket.end(requests.join(''))
      else socket.write(requests.join(''))
    })
    socket.on('data', (chunk) => chunks.push(chunk))
    // The received bytes count, however the connection ended.
    socket.on('error', () => undefined)
    socket.on('close', () => {
      const text = Buffer.concat(chunks).toString('latin1')
      const answers = text.split(/(?=HTTP\/1\.1 \d{3} )/)
      resolve(answers.map((each) => ({ status: Number(each.slice(9, 12)), text: each })))
    })
  })
}
