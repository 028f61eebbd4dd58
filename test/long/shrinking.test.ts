import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AlteredService, openAlteredService } from '../../src/conformance/proof/altered-service.ts'
import { mutants } from '../../src/conformance/rules/explore/mutants.ts'
import { runSuite } from '../../src/conformance/runner/run.ts'
import { type Drydock, startDrydock } from '../../src/index.ts'

let drydock: Drydock
let service: AlteredService
beforeAll(async () => {
  drydock = await startDrydock({ port: 0 })
  const mutant = mutants.find(({ id }) => id === 'second-label-tells-of-the-first')
  if (mutant === undefined) throw new Error('There is no such mutant.')
  service = await openAlteredService(drydock.url, mutant.open())
})
afterAll(async () => {
  await service.close()
  await drydock.close()
})

test('the suite shrinks a failing random call sequence to the few calls that cause the failure, and the report can repeat them', async () => {
  const { report } = await runSuite({ baseUrl: service.baseUrl, only: ['EXPL-003'], explore: '40-walks' })
  const [rule] = report.rules
  expect(rule).toMatchObject({ id: 'EXPL-003', status: 'failed' })
  const walk = rule?.walk
  expect(walk?.again).toBe('2 of 2')
  // The random walk that failed had more than 25 steps. The failure needs only these steps: request rates, buy two
  // labels, read the first label.
  expect(walk?.steps.length).toBeLessThanOrEqual(10)
  expect(walk?.steps.join('\n')).toMatch(/GET \/v1\/labels\/s\d+\.label -> 200/)
  expect(walk?.script).not.toMatch(/lbl_|pr_live|Congress/)
  expect(walk?.shell).toContain(`${service.baseUrl}/_drydock/accounts`)
  expect(JSON.stringify(report)).not.toMatch(/pr_(?:live|test)_[0-9a-f]{32}/)
  expect(report.exploration).toMatchObject({ seed: expect.stringContaining('suite') })

  // If a run gets this report as its option `walk`, it repeats exactly the walk of the report.
  const { report: again } = await runSuite({
    baseUrl: service.baseUrl,
    only: ['EXPL-003'],
    walk: JSON.stringify(report),
  })
  expect(again.rules[0]).toMatchObject({ status: 'failed', expected: expect.stringContaining('as bought') })
  expect(again.exploration).toMatchObject({ walks: 1 })
}, 150_000)
