import { tokenHeader } from '../../command-line.ts'
import { operations, type ReferenceOperation } from './operations.ts'
import { readPackageFile } from './package-files.ts'

/** The curl lines of the reference: those of docs/api.md, each with what it needs before it. */

/** A call as docs/api.md has it. */
interface Call {
  readonly title: string
  /** The curl line, with `$DRYDOCK`, `$KEY` and the ids that it needs. */
  readonly line: string
  /** The id that later calls take from its answer, and what finds it there. */
  readonly gives: { readonly variable: string; readonly finder: string } | null
}

/** Where a reader's calls go, and by which key. */
export interface Caller {
  readonly url: string
  readonly key: string
  /** The account that the key is of, for calls of the control protocol. */
  readonly account: string
  /** Whether no token guards the control protocol. */
  readonly isOpen: boolean
}

/** A part of a script, with what it does in words. */
export interface Step {
  readonly title: string
  readonly code: string
}

/** A script that makes one call of an operation and prints its answer, whatever has been asked before. */
export function scriptOf(operation: ReferenceOperation, caller: Caller): string {
  const line = lineOf(operation)
  return asScript([...stepsBefore(line), { title: operation.summary, code: line }], caller)
}

/** What gives the ids that a line takes. */
export function stepsBefore(line: string): readonly Step[] {
  return needsOf(line).map((call) => ({ title: call.title, code: asStep(call) }))
}

/** Steps as a shell runs them, for a reader. Each is told by its title, but for one that stands alone. */
export function asScript(steps: readonly Step[], caller: Caller): string {
  const [only, ...others] = steps
  const script =
    only !== undefined && others.length === 0
      ? only.code
      : steps.map(({ title, code }) => `# ${title}\n${code}`).join('\n\n')
  return filledIn(script, caller)
}

/** The curl line of an operation, with `$DRYDOCK`, `$KEY` and its ids. */
export function lineOf({ name, summary, method, path, isOpen }: ReferenceOperation): string {
  const call = calls.find(({ title }) => title === summary)
  if (call !== undefined) return call.line
  if (method !== 'GET') throw new Error(`docs/api.md shows no call of ${name}.`)
  const header = isOpen ? '' : ` -H "Authorization: Bearer $KEY"`
  return `curl -s -o label.pdf $DRYDOCK${path.replace('{id}', '$LABEL')}${header}`
}

/** The calls that give the ids which a line takes, each after those that it needs itself. */
function needsOf(line: string): readonly Call[] {
  const needed = [...line.matchAll(/\$([A-Z]+)/g)].flatMap(([, variable = '']) => {
    if (variable === 'DRYDOCK' || variable === 'KEY') return []
    const call = calls.find(({ gives }) => gives?.variable === variable)
    if (call === undefined) throw new Error(`No call of docs/api.md gives $${variable}.`)
    return [...needsOf(call.line), call]
  })
  return [...new Set(needed)]
}

/** A call whose answer only has to give its id. */
function asStep({ line, gives }: Call): string {
  return gives === null ? line : `${gives.variable}=$(${line} | ${gives.finder})`
}

/** With each header on a line of its own, which is easier to read. */
function filledIn(script: string, { url, key, account, isOpen }: Caller): string {
  return (isOpen ? script : withToken(script))
    .replaceAll(' -H ', ' \\\n  -H ')
    .replaceAll('$DRYDOCK', () => url)
    .replaceAll('$KEY', () => key)
    .replaceAll('$ACCOUNT', () => account)
}

/** With the control token, where a script asks the control protocol. */
function withToken(script: string): string {
  return script.replaceAll(/"?\$DRYDOCK\/_drydock\S*/g, (call) => `${call} ${tokenHeader}`)
}

const calls: readonly Call[] = readCalls(readPackageFile('docs/api.md'))

/** The first `sh run` block of each section, by the section's title. */
function readCalls(page: string): readonly Call[] {
  const [, ...sections] = page.split('\n## ')
  return sections.flatMap((section) => {
    const [title = '', ...lines] = section.split('\n')
    const from = lines.indexOf('```sh run')
    return from === -1 ? [] : [readCall(title, lines.slice(from + 1, lines.indexOf('```', from)))]
  })
}

/** A call is a curl line; the answer may go to a file, from which a second line takes an id. */
function readCall(title: string, lines: readonly string[]): Call {
  const [call = '', taking = ''] = lines.slice(-2)
  const [, variable = '', grep = '', file = '', head = ''] =
    /^([A-Z]+)=\$\((grep -o '[^']*') (\S+)( \| head -1)?\)$/.exec(taking) ?? []
  const storing = ` > ${file}`
  if (variable === '' || !call.endsWith(storing)) return { title, line: lines.join('\n'), gives: null }
  const line = [...lines.slice(0, -2), call.slice(0, -storing.length)].join('\n')
  return { title, line, gives: { variable, finder: grep + head } }
}

/** The titles of docs/api.md that name no operation: their calls would be shown nowhere. */
export function unusedCalls(): readonly string[] {
  return calls
    .map(({ title }) => title)
    .filter((title) => operations.every(({ summary }) => summary !== title))
}
