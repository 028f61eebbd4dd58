import type { Mutant } from '../proof/mutant.ts'
import type { PartialControl } from '../proof/partial-control.ts'
import type { StubTarget } from '../proof/stub-targets.ts'
import type { ProofVariation } from '../proof/variation.ts'
import type { Rule } from '../rule.ts'

/** Renders the page docs/kill-matrix.md: the services on which the self-test tries the suite. */
export function renderKillMatrixPage(parts: {
  readonly rules: readonly Rule[]
  readonly mutants: readonly Mutant[]
  readonly stubTargets: readonly StubTarget[]
  readonly variations: readonly ProofVariation[]
  readonly partialControls: readonly PartialControl[]
}): string {
  const { rules, mutants, stubTargets, variations, partialControls } = parts
  return [
    '# What the suite catches, and what it lets pass',
    '',
    'Generated from the self-test. `drydock conformance --self-test` runs all of it and prints the result; so does every',
    'build of this project. `npm test` has a part of it, another every day.',
    '',
    `- ${mutants.length} services that deviate in one way. Each must turn every rule named beside it red.`,
    `- ${stubTargets.length} targets that do nothing of what the service does. On none of them may any rule pass.`,
    `- ${variations.length} services that are sound and unlike the simulator. On none of them may any rule fail.`,
    `- ${partialControls.length} services whose control protocol does a part. On none of them may any rule fail, and nothing may stay behind.`,
    '',
    '## Deviations, by rule',
    '',
    '| rule | turned red by |',
    '| --- | --- |',
    ...rules.map(({ id }) => {
      const killers = mutants.filter(({ kills }) => kills.includes(id))
      return `| ${id} | ${killers.map(({ deviation }) => deviation.replaceAll('|', '\\|')).join('<br>')} |`
    }),
    '',
    '## Stub targets',
    '',
    ...stubTargets.map(({ id, what }) => `- \`${id}\`: ${what.replaceAll('<', '&lt;')}`),
    '',
    '## Sound variations',
    '',
    ...variations.map(({ id, what }) => `- \`${id}\`: ${what}`),
    '',
    '## Partial control protocols',
    '',
    ...partialControls.map(({ id, what }) => `- \`${id}\`: ${what}`),
    '',
  ].join('\n')
}
