import { type IncomingMessage, ServerResponse } from 'node:http'

/**
 * A script that runs before the command and adds defects that the fuzz test must find:
 * - responses without a request id, with 500 instead of 404, or with an undocumented status
 * - a request that changes Object.prototype, and one that blocks the event loop
 * - a defect that is only reported on stderr
 */
interface Written {
  readonly req: IncomingMessage
  writeHead(status: number, ...given: unknown[]): ServerResponse
}

const prototype: Written = ServerResponse.prototype
const originalWriteHead = prototype.writeHead

prototype.writeHead = function (this: Written, status, ...given) {
  const { method, url = '' } = this.req
  const headers = given.at(-1)
  if (method === 'GET' && url === '/v1/wallet' && Array.isArray(headers))
    headers.splice(headers.indexOf('X-Request-Id'), 2)
  if (url.includes('constructor')) Reflect.defineProperty(Object.prototype, 'planted', { value: true })
  if (method === 'PATCH' && url.endsWith('/clock')) holdEventLoop(160)
  if (method === 'PUT')
    process.stderr.write('drydock: A task met a defect of the simulator: Error: planted\n')
  return Reflect.apply(originalWriteHead, this, [choosePlantedStatus(status, this.req), ...given])
}

function choosePlantedStatus(status: number, { method, url = '' }: IncomingMessage): number {
  if (status === 404 && method === 'DELETE') return 500
  return status === 201 && url === '/v1/labels' ? 202 : status
}

/** Blocks the event loop until the process has used this much processor time, which does not depend on other programs. */
function holdEventLoop(ms: number): void {
  const before = process.cpuUsage()
  for (let worked = 0; worked < ms * 1_000; ) {
    const { user, system } = process.cpuUsage(before)
    worked = user + system
  }
}
