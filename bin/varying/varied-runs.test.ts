import { expect, it } from 'vitest'
import { findOfferedVariation, type OfferedVariation } from '../../src/variations/offered.ts'
import type { CommandRun } from './command-runs.ts'
import { renderVariationTable, reportFormats } from './varied-report.ts'
import { formatVariationIds, groupVariations, runUnderVariations, type VariedResult } from './varied-runs.ts'

const findVariations = (...ids: readonly string[]): readonly OfferedVariation[] =>
  ids.flatMap((id) => findOfferedVariation(id) ?? [])

/**
 * Returns a fake command that fails under some variations. It receives no response that the variations in `unmet`
 * change.
 */
function createCommand(fails: (ids: readonly string[]) => boolean, unmet: readonly string[] = []) {
  return async (variations: readonly OfferedVariation[]): Promise<CommandRun> => {
    const ids = variations.map(({ id }) => id)
    const applied = ids.map((id) => ({ id, times: unmet.includes(id) ? 0 : 1 }))
    return {
      status: fails(ids) ? 3 : 0,
      lastLines: ['a <b> | pr_test_d0c0d0c0d0c0d0c0d0c0d0c0d0c0d0c0'],
      applied,
    }
  }
}

async function runGroups(
  groups: readonly (readonly OfferedVariation[])[],
  run: ReturnType<typeof createCommand>,
) {
  const seen: VariedResult[] = []
  const results = await runUnderVariations(groups, { run, onResult: (result) => seen.push(result) })
  expect(seen).toEqual(results)
  return results.map((result) => [formatVariationIds(result), result.verdict])
}

it('groupVariations puts variations into one run only if they change different parts of the service', () => {
  const all = findVariations('uuids', 'other-ids', 'all-200', 'all-201', 'slow')
  const ids = groupVariations(all, 2).map((group) => group.map(({ id }) => id))
  expect(ids).toEqual([['uuids', 'all-200'], ['other-ids', 'all-201'], ['slow']])
})

it('runUnderVariations distinguishes variations that the client survives, fails on and never meets', async () => {
  const groups = findVariations('uuids', 'all-200', 'slow').map((each) => [each])
  const run = createCommand((ids) => ids.includes('uuids'), ['slow'])
  expect(await runGroups(groups, run)).toEqual([
    ['uuids', 'failed'],
    ['all-200', 'survived'],
    ['slow', 'not met'],
  ])
})

it('runUnderVariations finds the variation that makes a combination of variations fail', async () => {
  const run = createCommand((ids) => ids.includes('uuids'))
  expect(await runGroups([findVariations('uuids', 'all-200')], run)).toEqual([
    ['uuids', 'failed'],
    ['all-200', 'survived'],
  ])
})

it('runUnderVariations reports a combination of variations that fails although each variation alone succeeds', async () => {
  const run = createCommand((ids) => ids.length === 2)
  const found = await runGroups([findVariations('uuids', 'all-200')], run)
  expect(found.at(-1)).toEqual(['uuids + all-200', 'failed'])
})

it('every report of drydock exec --vary describes a failed variation and shows no secrets', async () => {
  const run = createCommand((ids) => ids.includes('uuids'))
  const groups = findVariations('uuids', 'all-200').map((each) => [each])
  const results = await runUnderVariations(groups, { run, onResult: () => undefined })
  const texts = [
    renderVariationTable(results),
    ...Object.values(reportFormats).map((render) => render(results)),
  ]
  for (const text of texts) {
    expect(text).toContain('The specification states at most the prefix of an id.')
    expect(text).toContain('Ids are UUIDs')
    expect(text).not.toContain('pr_test_d0c0d0c0')
  }
  expect(texts[0]).toContain('1 survived, 1 failed')
  expect(JSON.parse(texts[1] ?? '').runs[0]).toMatchObject({ verdict: 'failed', status: 3 })
  expect(texts[2]).toContain('failures="1"')
  expect(texts[2]).toContain('a &lt;b&gt;')
  expect(texts[3]).toContain('| all-200 | survived |')
})
