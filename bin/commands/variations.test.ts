import { expect, it } from 'vitest'
import { offeredVariations } from '../../src/variations/offered.ts'
import { runDrydock } from '../../test/support/commands/built-command.ts'

it.concurrent('drydock variations lists every variation that the simulator offers, as lines and as JSON', async () => {
  const { stdout } = await runDrydock(['variations'])
  const ids = offeredVariations.map(({ id }) => id)
  expect(stdout.split('\n').map((line) => line.split(' ')[0])).toEqual([...ids, ''])
  const asJson = JSON.parse((await runDrydock(['variations', '--json'])).stdout)
  expect(asJson.variations.map(({ id }: { readonly id: string }) => id)).toEqual(ids)
})

it.concurrent('drydock variations --explain says why a client must work with a variation, and refuses an unknown variation', async () => {
  const { stdout } = await runDrydock(['variations', '--explain', 'uuids'])
  expect(stdout).toContain('The specification states at most the prefix of an id.')
  const { status, stderr } = await runDrydock(['variations', '--explain', 'uuid'])
  expect(stderr).toContain("--explain has no variation 'uuid' (did you mean uuids?).")
  expect(status).toBe(2)
})

it.concurrent('drydock serve refuses two variations that change the same part of the service', async () => {
  const { status, stderr } = await runDrydock(['serve', '--port', '0', '--vary', 'all-200,all-202'])
  expect(stderr).toContain('both change the success status')
  expect(status).toBe(2)
})
