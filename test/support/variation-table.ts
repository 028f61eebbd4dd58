import { offeredVariations } from '../../src/variations/offered.ts'
import type { SpecificationGap } from '../../src/variations/variation.ts'

const head =
  '| id | what the variation changes | place of the specification | why a client must expect it |\n| --- | --- | --- | --- |\n'

/** Returns the page docs/variations.md with the table of the offered variations at its end. */
export function insertVariationTable(page: string): string {
  const at = page.indexOf(head)
  if (at < 0) throw new Error('docs/variations.md has no table of variations.')
  const rows = offeredVariations.map(
    ({ id, what, silent, offered }) =>
      `| \`${id}\` | ${what} | ${linkToUnspecifiedPlace(silent)} | ${offered.because} |\n`,
  )
  return page.slice(0, at) + head + rows.join('')
}

function linkToUnspecifiedPlace(silent: SpecificationGap): string {
  if ('choice' in silent) return `[${silent.choice}](choices.md#${silent.choice})`
  return 'statement' in silent ? `\`${silent.statement}\`` : silent.section
}
