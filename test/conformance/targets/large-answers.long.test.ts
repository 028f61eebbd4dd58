import { createServer, type ServerResponse } from 'node:http'
import { gzipSync } from 'node:zlib'
import { describe, expect, it, onTestFinished } from 'vitest'
import { runDrydock } from '../../support/commands/built-command.ts'

const mebibyte = 1024 * 1024
const createListOfEmptyObjects = (mebibytes: number): Buffer =>
  Buffer.concat([
    Buffer.from('['),
    Buffer.alloc(mebibytes * mebibyte, '{},'.repeat(1_024)),
    Buffer.from('{}]'),
  ])

const long = createListOfEmptyObjects(15)
const bomb = gzipSync(createListOfEmptyObjects(100))
const text = Buffer.from(JSON.stringify({ note: 'x'.repeat(0.9 * mebibyte) }))

/** Serves a target that gives every request this response. */
async function serveTarget(respond: (response: ServerResponse) => void): Promise<string> {
  const server = createServer((request, response) => {
    request.resume()
    response.setHeader('Content-Type', 'application/json')
    respond(response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
}

const key = 'pr_test_d0c0d0c0d0c0d0c0d0c0d0c0d0c0d0c0'
// With a memory of this size, the command cannot hold more than three of the large responses at a time.
const littleMemory = ['--max-old-space-size=256']

describe('a run on a target with huge responses', () => {
  it.each<[string, string, (response: ServerResponse) => void]>([
    ['is 15 MiB of {}', 'the response is longer than 1048576 bytes', (response) => response.end(long)],
    [
      'unpacks to 100 MiB',
      'the response is longer than 1048576 bytes once unpacked',
      (response) => response.setHeader('Content-Encoding', 'gzip').end(bomb),
    ],
  ])(
    'a conformance run reports a too long response and needs little memory if every response %s',
    async (_, reason, respond) => {
      const url = await serveTarget(respond)
      const words = ['conformance', url, '--key', key, '--control', 'off', '--only', 'RATE-*,ERR-*,VAL-*']
      const { status, stdout } = await runDrydock(words, { nodeOptions: littleMemory })
      expect(stdout).toContain(reason)
      expect(status).toBe(1)
      expect(stdout.length).toBeLessThan(200_000)
    },
  )

  it('a conformance run with little memory checks responses that contain a text of 0.9 MiB', async () => {
    const url = await serveTarget((response) => response.end(text))
    const words = ['conformance', url, '--key', key, '--control', 'off', '--only', 'RATE-*,ERR-*,VAL-*']
    const { status, stdout } = await runDrydock(words, { nodeOptions: littleMemory })
    expect(status).toBe(1)
    expect(stdout).toMatch(/\d+ failed/)
    expect(stdout.length).toBeLessThan(1_000_000)
  })
})
