import { createServer, type RequestListener } from 'node:http'
import { expect, onTestFinished } from 'vitest'
import { runRefusedCommand } from '../commands/refused-command.ts'
import { runCommandQuickly } from '../commands/typed-command.ts'

/** For tests: returns the output and the status of `drydock conformance`. */
export const runConformanceCommand = (...words: readonly string[]) =>
  runCommandQuickly(['conformance', ...words])

/** Returns the message of `drydock conformance` if it is refused before any effect. */
export async function runRefusedConformance(...words: readonly string[]): Promise<string> {
  const { status, lines } = await runRefusedCommand(['conformance', ...words])
  expect(status).toBe(2)
  return lines.join('\n')
}

/** Serves a target until the test ends. */
export async function serveTarget(answer: RequestListener): Promise<string> {
  const server = createServer(answer)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    return new Promise((resolve) => server.close(() => resolve()))
  })
  const address = server.address()
  return `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`
}

/** Serves a target with a broken wallet that distinguishes a good key from none. */
export const brokenWallet: RequestListener = (request, response) => {
  const status = request.headers.authorization === undefined ? 401 : request.url === '/v1/wallet' ? 200 : 404
  response.writeHead(status, { 'Content-Type': 'application/json' }).end('{"balance": "much"}')
}
