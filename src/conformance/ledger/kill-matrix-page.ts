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
    'This page is generated from the self-test. `drydock conformance --self-test` runs the whole self-test and prints the',
    'result, as does every build of this project. `npm test` runs a part of it, a different one each day.',
    '',
    `- ${mutants.length} services that deviate from the specification in one way. Every rule named beside such a service must fail on it.`,
    `- ${stubTargets.length} stub targets, which do nothing of what the service does. No rule may pass on any of them.`,
    `- ${variations.length} services that conform to the specification and differ from the simulator. No rule may fail on any of them.`,
    `- ${partialControls.length} services that implement a part of the control protocol. No rule may fail on any of them, nor leave anything behind.`,
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
