import { tokenHeader } from '../../command-line.ts'
import { operations, type ReferenceOperation } from './operations.ts'
import { readPackageFile } from './package-files.ts'

/** Reads the curl lines of docs/api.md, and finds for each the earlier calls that it needs. */

/** A call in docs/api.md: its curl line, and the id that later calls need from its response. */
export interface Call {
  readonly title: string
  /** The curl line, with the variables `$DRYDOCK`, `$KEY` and ids of earlier calls. */
  readonly line: string
  /** The id that later calls use: its shell variable, and the command that finds it in the response; null for none. */
  readonly gives: { readonly variable: string; readonly finder: string } | null
}

/** The simulator and key that a reader's calls use. */
export interface Caller {
  readonly url: string
  readonly key: string
  /** The account of the key, for calls of the control protocol. */
  readonly account: string
  /** Whether the control protocol needs no token. */
  readonly isOpen: boolean
}

/** A step of a shell script, with its title. */
export interface Step {
  readonly title: string
  readonly code: string
}

/**
 * Returns a script that makes one call of an operation and prints its response, independent of earlier calls.
 */
export function renderScript(operation: ReferenceOperation, caller: Caller): string {
  const line = findCurlLine(operation)
  return joinSteps([...listStepsBefore(line), { title: operation.summary, code: line }], caller)
}

/** Returns the calls of an operation's script as data, in the order of the script. */
export function listCallsFor(operation: ReferenceOperation): readonly Call[] {
  const line = findCurlLine(operation)
  return [...listNeededCalls(line), { title: operation.summary, line, gives: null }]
}

/** Returns the steps that set the ids in a curl line. */
export function listStepsBefore(line: string): readonly Step[] {
  return listNeededCalls(line).map((call) => ({ title: call.title, code: renderIdStep(call) }))
}

/** Joins steps to a shell script. Each has its title as a comment, unless it is the only one. */
export function joinSteps(steps: readonly Step[], caller: Caller): string {
  const [only, ...others] = steps
  const script =
    only !== undefined && others.length === 0
      ? only.code
      : steps.map(({ title, code }) => `# ${title}\n${code}`).join('\n\n')
  return fillInScript(script, caller)
}

/** Returns the curl line of an operation, with the variables `$DRYDOCK`, `$KEY` and ids. */
export function findCurlLine({ name, summary, method, path, isOpen }: ReferenceOperation): string {
  const call = calls.find(({ title }) => title === summary)
  if (call !== undefined) return call.line
  if (method !== 'GET') throw new Error(`docs/api.md shows no call of ${name}.`)
  const header = isOpen ? '' : ` -H "Authorization: Bearer $KEY"`
  return `curl -s -o label.pdf $DRYDOCK${path.replace('{id}', '$LABEL')}${header}`
}

/** Returns the calls that set the ids in a curl line. Each comes after the calls that it depends on itself. */
function listNeededCalls(line: string): readonly Call[] {
  const needed = [...line.matchAll(/\$([A-Z]+)/g)].flatMap(([, variable = '']) => {
    if (variable === 'DRYDOCK' || variable === 'KEY') return []
    const call = calls.find(({ gives }) => gives?.variable === variable)
    if (call === undefined) throw new Error(`No call of docs/api.md gives $${variable}.`)
    return [...listNeededCalls(call.line), call]
  })
  return [...new Set(needed)]
}

/** Returns the shell line of a call of which only an id in its response is needed. */
function renderIdStep({ line, gives }: Call): string {
  return gives === null ? line : `${gives.variable}=$(${line} | ${gives.finder})`
}

/** Replaces the variables of a script by the caller's values, and puts each header on its own line. */
function fillInScript(script: string, { url, key, account, isOpen }: Caller): string {
  return (isOpen ? script : addToken(script))
    .replaceAll(' -H ', ' \\\n  -H ')
    .replaceAll('$DRYDOCK', () => url)
    .replaceAll('$KEY', () => key)
    .replaceAll('$ACCOUNT', () => account)
}

/** Adds the control token to the curl lines of the control protocol in a script. */
function addToken(script: string): string {
  return script.replaceAll(/"?\$DRYDOCK\/_drydock\S*/g, (call) => `${call} ${tokenHeader}`)
}

const calls: readonly Call[] = readCalls(readPackageFile('docs/api.md'))

/** Returns the first `sh run` block of each section, by the section's title. */
function readCalls(page: string): readonly Call[] {
  const [, ...sections] = page.split('\n## ')
  return sections.flatMap((section) => {
    const [title = '', ...lines] = section.split('\n')
    const from = lines.indexOf('```sh run')
    return from === -1 ? [] : [readCall(title, lines.slice(from + 1, lines.indexOf('```', from)))]
  })
}

/** Parses a curl line. A second line may read an id from the file to which the first writes the response. */
function readCall(title: string, lines: readonly string[]): Call {
  const [call = '', taking = ''] = lines.slice(-2)
  const [, variable = '', grep = '', file = '', head = ''] =
    /^([A-Z]+)=\$\((grep -o '[^']*') (\S+)( \| head -1)?\)$/.exec(taking) ?? []
  const storing = ` > ${file}`
  if (variable === '' || !call.endsWith(storing)) return { title, line: lines.join('\n'), gives: null }
  const line = [...lines.slice(0, -2), call.slice(0, -storing.length)].join('\n')
  return { title, line, gives: { variable, finder: grep + head } }
}

/** Returns the titles of calls in docs/api.md that name no operation, so that no page shows the calls. */
export function listUnusedCalls(): readonly string[] {
  return calls
    .map(({ title }) => title)
    .filter((title) => operations.every(({ summary }) => summary !== title))
}
