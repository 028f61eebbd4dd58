import { groupByCause } from '../causes.ts'
import { neutralise } from '../neutral-text.ts'
import type { Report, RuleGroup, RuleResult } from '../report.ts'
import {
  describeCauseSize,
  describeWhyTolerated,
  findingOf,
  headlineOf,
  listExpectedFailures,
  splitShownItems,
} from '../sections/groups.ts'
import { renderCountsLine, runProblemOf } from '../sections/summary.ts'

/** How many annotations GitHub shows for a workflow step at most. */
const maxAnnotations = 10

interface Annotation {
  readonly kind: 'error' | 'notice'
  readonly title: string
  readonly lines: readonly string[]
}

/**
 * Renders workflow commands, which GitHub shows as annotations: one for each cause of failures, then the counts. The
 * summary of the workflow step has the details.
 */
export function renderGithub(report: Report): string {
  const trouble = runProblemOf(report)
  const red: readonly Annotation[] = [
    // The reason why a run ended early comes first, as it puts the other results in doubt.
    ...(trouble === null ? [] : [{ kind: 'error' as const, title: trouble.title, lines: [trouble.reason] }]),
    ...groupByCause(report.rules).map(annotateCause),
  ]
  const all = [...red, ...listExpectedFailures(report).map(annotateKnownFailure)]
  const shown = all.length > maxAnnotations ? all.slice(0, maxAnnotations - 1) : all
  const rest = all.slice(shown.length)
  return [
    ...shown.map(renderWorkflowCommand),
    ...(rest[0] === undefined ? [] : [renderWorkflowCommand(annotateRemainingCauses(rest, rest[0].kind))]),
    escapeData(renderCountsLine(report)),
    '',
  ].join('\n')
}

const renderWorkflowCommand = ({ kind, title, lines }: Annotation): string =>
  `::${kind} title=${escapeProperty(title)}::${lines.map(escapeData).join('%0A')}`

/** Creates one annotation that lists all causes without an annotation, as GitHub shows only a few annotations. */
function annotateRemainingCauses(rest: readonly Annotation[], kind: Annotation['kind']): Annotation {
  return { kind, title: `${rest.length} more`, lines: rest.map(({ title }) => title) }
}

function annotateCause(group: RuleGroup): Annotation {
  const { fix, results } = group
  const [mainRule, ...others] = results
  const { shown, rest } = splitShownItems(others.map(({ id }) => id))
  const isAlone = others.length === 0
  return {
    kind: 'error',
    title: isAlone ? `${mainRule.id} ${mainRule.status}` : describeCauseSize(group),
    lines: [
      ...(isAlone
        ? [headlineOf(mainRule), findingOf(mainRule)]
        : [fix, `${mainRule.id} ${headlineOf(mainRule)} ${findingOf(mainRule)}`]),
      ...(isAlone ? [] : [`Also ${shown.join(', ')}${rest.length === 0 ? '' : ` and ${rest.length} more`}`]),
      ...renderLastSteps(mainRule),
    ],
  }
}

function annotateKnownFailure(rule: RuleResult): Annotation {
  return {
    kind: 'notice',
    title: `${rule.id} ${rule.severity === 'advice' ? 'advice' : 'known to fail'}`,
    lines: [headlineOf(rule), describeWhyTolerated(rule), findingOf(rule), ...renderLastSteps(rule)],
  }
}

const renderLastSteps = ({ exchanges, again, walk }: RuleResult): readonly string[] => [
  ...(walk?.steps ?? []),
  ...(walk === null ? exchanges.slice(-1).map(({ curl }) => curl) : walk.shell.split('\n')),
  ...(again === null ? [] : [again]),
]

/** Escapes a text for the message of a GitHub workflow command. */
export const escapeData = (text: string): string => neutralise(text).replaceAll('%', '%25')
/** Escapes a text for a property of a GitHub workflow command. */
export const escapeProperty = (text: string): string =>
  escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C')
