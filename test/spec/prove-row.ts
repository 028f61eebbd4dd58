import { AssertionError } from 'node:assert'
import { ZodError } from 'zod'
import { openAlteredService } from '../../src/conformance/selftest/altered-service.ts'
import type { Alteration } from '../../src/conformance/selftest/mutant.ts'
import { expectDeviations } from '../support/described-answers.ts'
import type { Declaration } from './declared-rows.ts'
import { openWorld } from './row-tests.ts'
import type { Breakage } from './rows/breakage.ts'

/** What is wrong with the claims of a row, one sentence each; none where each claim was found true. */
export async function proveRow(
  url: string,
  breakages: readonly Breakage[],
  claims: readonly Declaration[],
): Promise<readonly string[]> {
  const unfound = new Set(breakages)
  const unproved = new Set(claims)
  const odd: string[] = []
  for (const breakage of breakages) {
    // Those come first of which it is not known yet whether they can fail.
    for (const claim of [...unproved, ...claims.filter((each) => !unproved.has(each))]) {
      if (!unfound.has(breakage) && !unproved.has(claim)) continue
      const outcome = await runThrough(url, breakage.open(), claim)
      if (outcome === 'found') {
        unfound.delete(breakage)
        unproved.delete(claim)
      } else if (outcome !== 'passed')
        odd.push(`"${claim.title}" broke off with "${breakage.what}": ${outcome}`)
    }
  }
  return [
    ...[...unfound].map(({ what }) => `no test that claims it finds: ${what}`),
    ...[...unproved].map(
      ({ title }) => `a test claims it and finds nothing wrong when it is broken: ${title}`,
    ),
    ...(unfound.size + unproved.size > 0 ? odd : []),
  ]
}

/** Runs a test through an altered service: whether it found that, or how else it ended. */
export async function runThrough(
  url: string,
  alteration: Alteration,
  { prove }: Declaration,
): Promise<string> {
  const service = await openAlteredService(url, alteration)
  expectDeviations(service.baseUrl)
  try {
    await prove(await openWorld(service.baseUrl))
    return 'passed'
  } catch (error) {
    return isFinding(error) && service.applied() > 0 ? 'found' : `${error}`
  } finally {
    await service.close()
  }
}

/** An assertion that failed, the shape of an answer among them; anything else may have other reasons. */
function isFinding(error: unknown): boolean {
  if (error instanceof AssertionError || error instanceof ZodError) return true
  return error instanceof Error && error.name === 'AssertionError'
}
