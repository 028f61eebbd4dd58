import { createServer, type ServerResponse } from 'node:http'
import { gzipSync } from 'node:zlib'
import { beforeAll, describe, expect, it } from 'vitest'
import { runDrydock, spawnDrydock } from '../../test/support/commands/built-command.ts'
import { TestClient } from '../../test/support/test-client.ts'

const mebibyte = 1024 * 1024
/** The maximum bytes that a socket may buffer beyond the bytes that its reader has read. */
const maxBufferedBytes = 32 * mebibyte
const compressedBomb = gzipSync(Buffer.alloc(100 * mebibyte))

/**
 * The URL of a server. It responds with endless JSON, to `/bomb` with a small body that decompresses to 100 MiB, and to
 * `/drip` with one byte at a time.
 */
let url = ''
let sentBytes = 0
beforeAll(async () => {
  const server = createServer((request, response) => {
    request.resume()
    if (request.url === '/bomb') response.writeHead(200, { 'Content-Encoding': 'gzip' }).end(compressedBomb)
    else if (request.url === '/drip') sendSlowly(response)
    else sendEndlessly(response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
  return () => {
    server.closeAllConnections()
    server.close()
  }
})

function sendEndlessly(response: ServerResponse): void {
  const piece = Buffer.alloc(mebibyte, '{},')
  sentBytes = 0
  const writeMore = (): void => {
    do sentBytes += piece.length
    while (!response.destroyed && response.write(piece))
  }
  response.writeHead(200, { 'Content-Type': 'application/json' }).write('{"requests":[')
  response.on('drain', writeMore)
  writeMore()
}

function sendSlowly(response: ServerResponse): void {
  const timer = setInterval(() => response.write(' '), 500)
  response.writeHead(200).once('close', () => clearInterval(timer))
}

describe('an endless response', () => {
  it.each<[string, number, RegExp]>([
    ['requests', 32, /its response is longer than 32 MiB, and was not read to its end/],
    ['requests --follow', 32, /longer than 32 MiB/],
    ['clock show', 32, /longer than 32 MiB/],
    ['clock advance 1h', 256, /longer than 256 MiB/],
    ['snapshot save ./never-written.json', 256, /longer than 256 MiB/],
    ['wait --timeout 2s', 32, /has not responded within 2000 ms/],
  ])(
    'drydock %s reads an endless response up to a limit, and names the limit',
    async (command, mebibytes, says) => {
      const { status, stderr } = await runDrydock([...command.split(' '), '--url', url])
      expect(stderr).toMatch(says)
      expect(status).toBe(3)
      expect(sentBytes).toBeLessThan(mebibytes * mebibyte + maxBufferedBytes)
    },
  )
})

describe('drydock webhook listen --forward', () => {
  const forward = async (path: string) => {
    const words = ['webhook', 'listen', '--port', '0', '--forward', url + path, '--url', 'http://127.0.0.1:9']
    const listening = spawnDrydock(words)
    const at = await listening.printed(/listening on (\S+)/)
    const answer = await new TestClient(at).send({ method: 'POST', raw: '{}' })
    const { stderr } = await listening.stop()
    return { answer, stderr }
  }

  it('drydock webhook listen --forward forwards only the status of a response over 1 MiB, and reports that', async () => {
    const { answer, stderr } = await forward('/endless')
    expect([answer.status, answer.bytes.length]).toEqual([200, 0])
    expect(stderr).toMatch(/endless: its response is longer than 1 MiB.* Only its status 200 is returned/)
    expect(sentBytes).toBeLessThan(mebibyte + maxBufferedBytes)
  })

  it('drydock webhook listen --forward forwards a compressed response unchanged', async () => {
    const { answer } = await forward('/bomb')
    expect([answer.status, answer.headers['content-encoding']]).toEqual([200, 'gzip'])
    expect(answer.bytes).toEqual(compressedBomb)
  })

  it('drydock webhook listen --forward responds with 502 if the forwarded response is incomplete after 10 seconds', async () => {
    const { answer } = await forward('/drip')
    expect(answer.status).toBe(502)
    expect(answer.bytes.toString()).toContain('no whole response within 10 seconds')
  })
})
