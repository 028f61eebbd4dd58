import { afterEach, expect, it } from 'vitest'
import { type AlteredService, openAlteredService } from '../../src/conformance/proof/altered-service.ts'
import { formats } from '../../src/conformance/report/formats/format.ts'
import { runSuite } from '../../src/conformance/runner/run.ts'
import { sharedSimulator } from '../support/shared-simulator.ts'

const simulator = sharedSimulator()
let service: AlteredService | undefined
afterEach(() => service?.close())

it('the conformance report of a failed webhook rule shows the attempt, headers and body of the delivery', async () => {
  service = await openAlteredService(simulator.url, {
    webhook: (delivery) => [
      { ...delivery, headers: { ...delivery.headers, 'pr-signature': 'sha256=0bad', 'x-odd': 'yes' } },
    ],
  })
  const { report } = await runSuite({ baseUrl: service.baseUrl, only: ['HOOK-015'] })
  const [rule] = report.rules
  expect(rule?.status).toBe('failed')
  expect(rule?.deliveries).toMatchObject([
    {
      attempt: 1,
      label_id: expect.stringMatching(/^lbl_/),
      received_at: expect.stringMatching(/Z$/),
      method: 'POST',
      headers: { 'pr-signature': 'sha256=0bad', 'x-odd': 'yes' },
      body: expect.stringContaining('"event":"label.created"'),
    },
  ])
  for (const format of ['console', 'markdown', 'html', 'json'] as const) {
    const text = formats[format](report)
    expect(text, format).toContain('sha256=0bad')
    expect(text, format).toMatch(/attempt 1 for lbl_|"attempt": 1/)
    expect(text, format).toContain('label.created')
  }
}, 30_000)
