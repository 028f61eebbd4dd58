import type { Mutant } from '../proof/mutant.ts'
import type { PartialControl } from '../proof/partial-control.ts'
import type { StubTarget } from '../proof/stub-targets.ts'
import type { ProofVariation } from '../proof/variation.ts'
import type { Rule } from '../rule.ts'

/** Renders the page docs/kill-matrix.md. It lists the deliberately broken services that prove what the suite finds. */
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
    'This page lists the services that prove the [conformance suite](conformance.md), and what the suite must find in each. Run the proof with',
    '`drydock conformance --self-test`. This page is generated from the cases of the proof.',
    '',
    `- ${mutants.length} services have one deviation each. Every rule beside the deviation in the table below must fail.`,
    `- ${stubTargets.length} stub targets return the same response to every request. No rule may pass.`,
    `- ${variations.length} services follow the specification but differ from the simulator. No rule may fail.`,
    `- ${partialControls.length} services have only a part of the control protocol. No rule may fail, and no changed data may remain.`,
    '',
    '## Deviations, by rule',
    '',
    '| rule | deviations that the rule catches |',
    '| --- | --- |',
    ...rules.map(({ id }) => {
      const killers = mutants.filter(({ kills }) => kills.includes(id))
      return `| ${id} | ${killers.map(({ deviation }) => deviation.replaceAll('|', '\\|')).join('<br>')} |`
    }),
    '',
    '## Stub targets',
    '',
    'Each stub target gives one kind of response to every request:',
    '',
    ...stubTargets.map(({ id, what }) => `- \`${id}\`: ${what.replaceAll('<', '&lt;')}`),
    '',
    '## Sound variations',
    '',
    'Each variation is one difference from the simulator that the specification allows:',
    '',
    ...variations.map(({ id, what }) => `- \`${id}\`: ${what}`),
    '',
    '## Partial control protocols',
    '',
    'Each of the following services lacks some capabilities of the [control protocol](control-protocol.md):',
    '',
    ...partialControls.map(({ id, what }) => `- \`${id}\`: ${what}`),
    '',
  ].join('\n')
}
