import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { expect, it } from 'vitest'
import { exitStatusOf } from '../../../src/conformance/report/report.ts'
import { runSuite } from '../../../src/conformance/runner/run.ts'
import { serveDrydock } from '../../support/commands/built-command.ts'
import { TestClient } from '../../support/test-client.ts'

it('a conformance run stops when the control protocol can no longer be reached, although the service still responds', async () => {
  const simulator = await serveDrydock(['--quiet'])
  const control = createServer(async (request, response) => {
    const raw = await buffer(request)
    const headers = { 'Content-Type': 'application/json' }
    const { method, url: path = '' } = request
    const { status, bytes } = await new TestClient(simulator.url).send({ method, path, headers, raw })
    response.writeHead(status).end(bytes)
  })
  await new Promise<void>((resolve) => control.listen(0, '127.0.0.1', resolve))
  const { port } = control.address() as AddressInfo
  let seen = 0
  try {
    const { report } = await runSuite({
      baseUrl: simulator.url,
      control: `http://127.0.0.1:${port}/_drydock`,
      onResult: () => {
        seen += 1
        if (seen !== 30) return
        control.close()
        control.closeAllConnections()
      },
    })
    const reason = 'The control protocol could not be reached: 3 calls in a row got no response.'
    expect(report.stopped).toEqual({ kind: 'unreachable', reason })
    expect(exitStatusOf(report)).toBe(3)
    // Rules that were running when the control protocol disappeared have errored. The others are reported as not run.
    expect(report.summary.errored).toBeLessThan(20)
    expect(report.rules.filter(({ reason_kind }) => reason_kind === 'not_run').length).toBeGreaterThan(200)
  } finally {
    await simulator.stop()
  }
}, 60_000)
